import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installedPage } from '../../scripts/installedPage.mts';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly keybindings: readonly { readonly key: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** The page that the editor shows of the installed extension. */
function extensionPage(): string {
  return installedPage(readFileSync('docs/extension.md', 'utf8'), false);
}

/** Every address in a page: of links, pictures and HTML. */
function addresses(page: string): string[] {
  const withoutCode = page.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const found = [
    ...withoutCode.matchAll(/\]\(\s*<?([^)\s>]+)/g),
    ...withoutCode.matchAll(/^\s*\[[^\]]+\]:\s*(\S+)/gm),
    ...withoutCode.matchAll(/\b(?:src|href)\s*=\s*["']?([^"'\s>]+)/g),
  ];
  return found.map(([, address = '']) => address);
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

describe('the pages of the installed extension', () => {
  // The editor drops relative addresses and data: pictures from them, so that nothing but https is left.
  for (const [name, page] of [
    ['README', extensionPage()],
    ['CHANGELOG', readFileSync('CHANGELOG.md', 'utf8')],
  ] as const) {
    it(`have no link or picture that the editor cannot show: ${name}`, () => {
      assert.equal(
        addresses(page)
          .filter((address) => !/^(https:\/\/|#)/.test(address))
          .join(),
        '',
      );
    });
  }

  it('have their pictures once the address of the repository is known', () => {
    const pictures = addresses(installedPage(readFileSync('docs/extension.md', 'utf8'), true));
    assert.ok(pictures.includes('docs/extension.gif'));
    assert.equal(pictures.filter((path) => !existsSync(path)).join(), '');
    assert.ok(statSync('docs/extension.gif').size <= 1_500_000);
  });

  it('are for users, not for developers of the extension', () =>
    assert.doesNotMatch(extensionPage(), /\bnpm\b|\bsrc\/|\btest\/|\.vsix/));

  it('name every key that the extension sets', () => {
    const [, keyboard = ''] = /## Keyboard\n([\s\S]*?)\n## /.exec(extensionPage()) ?? [];
    for (const { key } of manifest.contributes.keybindings) {
      const [last = '', ...modifiers] = key.split('+').reverse();
      const named = { pagedown: 'PageDown', pageup: 'PageUp' }[last] ?? capitalized(last);
      // Two keys with the same modifiers have them once.
      const shown = named === 'PageUp' ? 'PageDown' : named;
      const first = [...modifiers.reverse().map(capitalized), shown].join('+');
      assert.ok(keyboard.includes(first) && keyboard.includes(named), key);
    }
  });
});

describe('the notices of third parties', () => {
  it('have the licences of the compiled decoders and of the HTTP parser', () => {
    const notices = readFileSync('dist/THIRD_PARTY_NOTICES.txt', 'utf8');
    const jbig2 = ['jbig2.wasm: LICENSE_JBIG2', 'jbig2.wasm: LICENSE_PDFJS_JBIG2'];
    const openjpeg = ['openjpeg.wasm: LICENSE_OPENJPEG', 'openjpeg.wasm: LICENSE_PDFJS_OPENJPEG'];
    for (const heading of [...jbig2, ...openjpeg, 'llhttp'])
      assert.match(notices, new RegExp(`^### ${heading}\\n\\n.*\\S`, 'm'));
  });
});

describe('the pages of the repository', () => {
  const pages = [...globSync('*.md'), ...globSync('docs/*.md')].sort();
  for (const page of pages) {
    it(`link to files that exist: ${page}`, () => {
      const relative = addresses(readFileSync(page, 'utf8')).filter((address) => !/^(\w+:|#)/.test(address));
      const files = relative.map((address) => join(dirname(page), address.replace(/#.*/, '')));
      assert.equal(files.filter((file) => !existsSync(file)).join(), '');
    });

    it(`name only commands that there are: ${page}`, () => {
      const commands = /\bnpm (?:run )?(?!ci\b|run\b|install\b)([a-z][\w:]*)/g;
      for (const [, name = ''] of readFileSync(page, 'utf8').matchAll(commands))
        assert.ok(name in manifest.scripts, name);
    });
  }

  it('have a README that can be read in a few minutes', () =>
    assert.ok(readFileSync('README.md', 'utf8').split(/\s+/).length <= 1500));

  for (const [name, page] of [
    ['README', readFileSync('README.md', 'utf8')],
    ['installed page', extensionPage()],
  ] as const) {
    it(`name every setting with its default: ${name}`, () => {
      const rows = [...page.matchAll(/^\| `(paymentsApi\.[\w.]+)` *\| *`?([^|`]+?)`? *\|/gm)];
      const named = rows.map(([, setting, value = '']) => [setting, JSON.parse(value) as unknown]);
      const settings = Object.entries(manifest.contributes.configuration.properties);
      const defaults = settings.map(([setting, { default: value }]) => [setting, value]);
      assert.deepEqual(Object.fromEntries(named), Object.fromEntries(defaults));
    });
  }
});
