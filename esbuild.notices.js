// The licences of what is bundled, collected from what the bundles really hold.
const { globSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** The packages whose code stands in a bundle, by name and folder. */
function bundledPackages(metafiles) {
  const folders = new Map();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const input of Object.keys(inputs)) {
        const match = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(input);
        if (match) folders.set(match[2], match[1]);
      }
    }
  }
  return [...folders].sort(([a], [b]) => a.localeCompare(b));
}

/**
 * The text of the notices.
 * @param metafiles of the builds that ship
 * @throws when a bundled package says nothing of its licence
 */
exports.notices = function notices(metafiles) {
  const sections = bundledPackages(metafiles).map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = globSync('{LICEN[CS]E,license,licence}*', { cwd: folder }).map((file) =>
      readFileSync(join(folder, file), 'utf8').trim(),
    );
    if (texts.length === 0 && typeof license !== 'string') throw new Error(`${name} states no licence.`);
    return [`## ${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return ['This extension contains the following open-source packages.', ...sections, ''].join('\n\n');
};
