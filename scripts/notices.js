// Collects the licences of all packages that the bundles contain.
const { globSync, readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

/** undici's HTTP parser, compiled into a script. Its licence is not in the package. */
const LLHTTP = 'node_modules/undici/lib/llhttp/llhttp-wasm.js';

/** The packages whose code is in a bundle: their names, folders, and the WebAssembly of theirs that is in it. */
function bundledPackages(metafiles) {
  /** @type {Map<string, { folder: string, modules: Set<string> }>} */
  const packages = new Map();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const input of Object.keys(inputs)) {
        const match = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(input);
        if (!match) continue;
        const [, folder, name] = match;
        const modules = packages.get(name)?.modules ?? new Set();
        if (input.endsWith('.wasm') || input === LLHTTP) modules.add(input);
        packages.set(name, { folder, modules });
      }
    }
  }
  return [...packages].sort(([a], [b]) => a.localeCompare(b));
}

/**
 * The licences of a compiled module. Its authors are others than those of its package: the files in its folder that name it,
 * such as LICENSE_OPENJPEG and LICENSE_PDFJS_OPENJPEG next to openjpeg.wasm.
 */
function moduleLicences(module) {
  if (module === LLHTTP)
    return [`### llhttp\n\n${readFileSync(join(__dirname, 'licences/LLHTTP'), 'utf8').trim()}`];
  const cwd = dirname(module);
  const name = basename(module, '.wasm').toUpperCase();
  const files = globSync(`LICENSE_{,*_}${name}`, { cwd }).sort();
  if (files.length === 0) throw new Error(`${module} has no licence in its folder.`);
  return files.map(
    (file) => `### ${basename(module)}: ${file}\n\n${readFileSync(join(cwd, file), 'utf8').trim()}`,
  );
}

/**
 * The text of the notices.
 * @param metafiles of the builds that ship
 * @throws when something is bundled without the text of its licence
 */
exports.notices = function notices(metafiles) {
  const sections = bundledPackages(metafiles).map(([name, { folder, modules }]) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = globSync('{LICEN[CS]E,license,licence}*', { cwd: folder }).map((file) =>
      readFileSync(join(folder, file), 'utf8').trim(),
    );
    if (texts.length === 0) throw new Error(`${name} comes without the text of its licence.`);
    const inModules = [...modules].sort().flatMap(moduleLicences);
    return [`## ${name} ${version} (${license})`, ...texts, ...inModules].join('\n\n');
  });
  return ['This extension contains the following open-source packages.', ...sections, ''].join('\n\n');
};
