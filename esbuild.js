// Builds every bundle and waits for all of them.
//
//   node esbuild.js                 development build of the extension
//   node esbuild.js --production    minified, no source maps, with the texts for translators
//   node esbuild.js --watch         rebuilds on change
//   node esbuild.js --tests         the tests as well, into out/
//   node esbuild.js --bench         the benchmarks as well, into out/bench
//   node esbuild.js --only PART     only the tests with that part in their path, given once or more, and nothing else
//   node esbuild.js --production --sizes    says what each library costs in the package
const { globSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { deflateRawSync } = require('node:zlib');
const esbuild = require('esbuild');
const { notices } = require('./scripts/notices.js');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const tests = process.argv.includes('--tests');
const bench = process.argv.includes('--bench');
const only = process.argv.filter((_, index, all) => all[index - 1] === '--only');

/**
 * The parts that are loaded at first use. A dynamic import of one of these from any bundle stays a
 * runtime `require` of that part's own file, so activation never pays for it.
 */
const parts = {
  api: 'src/api/index.ts',
  storage: 'src/storage/index.ts',
  sandbox: 'src/sandbox/index.ts',
  features: 'src/features.ts',
  code: 'src/requests/code/index.ts',
  http: 'src/requests/http/editor/index.ts',
  agents: 'src/agents/index.ts',
  descriptions: 'src/descriptions/index.ts',
};

/**
 * Files that all bundles share: `text` holds the language shown, so that it is set once for all of them; of `zod` each
 * bundle would have a copy otherwise.
 */
const shared = { text: 'src/util/text.ts', zod: 'src/api/model/zod.ts' };

const lazyParts = {
  name: 'lazy-parts',
  setup(build) {
    build.onResolve({ filter: /\/(?:text|zod)$/ }, (args) => {
      const file = resolve(args.resolveDir, `${args.path}.ts`);
      const name = Object.keys(shared).find((each) => resolve(shared[each]) === file);
      return args.kind === 'entry-point' || name === undefined
        ? undefined
        : { path: `./${name}.js`, external: true };
    });
    const byPath = new Map(Object.entries(parts).map(([name, file]) => [resolve(file), name]));
    build.onResolve({ filter: /^\.{1,2}\// }, (args) => {
      if (args.kind !== 'dynamic-import') return undefined;
      const base = resolve(args.resolveDir, args.path);
      const name = [base, `${base}.ts`, join(base, 'index.ts')].map((p) => byPath.get(p)).find(Boolean);
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    });
  },
};

/**
 * Modules of undici that it names, and that nothing here ever uses: what is put in their place. Connections are made
 * without HTTP/2 (`allowH2: false`), bodies are bytes, never forms, and the parser without SIMD reads the heads of a few
 * answers as fast.
 */
const unused = {
  'dispatcher/client-h2.js':
    'module.exports = () => { throw new Error("HTTP/2 is not part of this build"); };',
  'llhttp/llhttp_simd-wasm.js': 'throw new Error("Not part of this build");',
  'web/fetch/body.js':
    'module.exports = { extractBody() { throw new Error("Forms are not part of this build"); } };',
  'web/fetch/formdata.js': 'module.exports = {};',
  'web/webidl/index.js': 'module.exports = { webidl: { is: { FormData: () => false } } };',
};

const leaveOutUnused = {
  name: 'leave-out-unused',
  setup(build) {
    const missing = new Set(Object.keys(unused));
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]/ }, ({ path }) => {
      const name = path.split(/[\\/]undici[\\/]lib[\\/]/)[1].replaceAll('\\', '/');
      if (unused[name] === undefined) return undefined;
      missing.delete(name);
      return { contents: unused[name], loader: 'js' };
    });
    // A later version of undici may name its modules in another way.
    build.onEnd(() => ({
      errors: [...missing].map((name) => ({ text: `undici has no module ${name} any more, see esbuild.js` })),
    }));
  },
};

/**
 * WebAssembly is bundled as text, which a package compresses badly: it is compressed before, and the page unpacks it. It
 * saves 43 kB.
 */
const packedWasm = {
  name: 'packed-wasm',
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
      contents: deflateRawSync(readFileSync(path), { level: 9 }),
      loader: 'binary',
    }));
  },
};

/** Ends a watched build with the lines that the editor's problem matcher looks for. */
const reportProblems = {
  name: 'report-problems',
  setup(build) {
    build.onStart(() => console.log('[watch] build started'));
    build.onEnd((result) => {
      for (const { text, location } of result.errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      console.log('[watch] build finished');
    });
  },
};

/** Makes CommonJS of the modules that were written, for the editor's `require('vscode')`. */
const asCommonJs = {
  name: 'as-common-js',
  setup(build) {
    build.onEnd(async ({ errors }) => {
      if (errors.length > 0) return;
      await esbuild.build({
        ...node,
        bundle: false,
        entryPoints: globSync('out/**/*.js'),
        outdir: 'out',
        outbase: 'out',
        allowOverwrite: true,
        sourcemap: 'inline',
        minify: false,
        alias: {},
        external: [],
        plugins: [],
      });
    });
  },
};

const node = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // `require` loads a part in 0.85 of the time of `import`, which looks for the kind of its module first.
  supported: { 'dynamic-import': false },
  external: ['vscode'],
  // Its main entry is a UMD module, whose parts a bundler cannot follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // As Node builds its own undici: without the experimental second parser, 165 kB that are never used.
  define: { esbuildDetection: 'true' },
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: watch ? 'silent' : 'warning',
  plugins: [lazyParts, leaveOutUnused, ...(watch ? [reportProblems] : [])],
};

const extension = {
  ...node,
  entryPoints: {
    extension: 'src/extension.ts',
    ...parts,
    ...shared,
    'sandbox-cli': 'src/sandbox/cli.ts',
    'descriptions-worker': 'src/descriptions/worker/worker.ts',
  },
  outdir: 'dist',
};

const webviews = {
  bundle: true,
  platform: 'browser',
  target: 'chrome138',
  // A part that is imported when it is needed, such as the PDF viewer, becomes a file of its own.
  format: 'esm',
  splitting: true,
  chunkNames: 'webview/[name]-[hash]',
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: node.logLevel,
  loader: { '.ttf': 'file' },
  assetNames: 'webview/[name]',
  entryPoints: Object.fromEntries(
    globSync('src/**/webview/main.ts').map((file) => [`webview/${file.split(/[\\/]/).at(-3)}`, file]),
  ),
  outdir: 'dist',
  plugins: [packedWasm, ...(watch ? [reportProblems] : [])],
};

const entriesIn = (glob) =>
  Object.fromEntries(
    globSync(glob)
      .filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
      .map((file) => [relative('test', file).replace(/\.ts$/, ''), file]),
  );

/** Each has its own copy of all: what is loaded is measured, and in the order that is written. */
const benchBundles = {
  ...node,
  packages: 'external',
  alias: {},
  sourcemap: 'inline',
  minify: false,
  plugins: [],
  entryPoints: entriesIn('test/bench/**/*.ts'),
  outdir: 'out',
};

const testBundles = {
  ...benchBundles,
  // What tests have in common is built and loaded once. Only modules can be split: they become CommonJS afterwards.
  format: 'esm',
  splitting: true,
  chunkNames: 'shared/[name]-[hash]',
  plugins: [asCommonJs],
  entryPoints: entriesIn('test/{unit,integration,e2e}/**/*.ts'),
};

async function main() {
  if (only.length > 0) {
    rmSync('out', { recursive: true, force: true });
    await esbuild.build(testBundles);
    return;
  }
  const builds = [
    extension,
    webviews,
    ...(tests ? [testBundles] : []),
    ...(bench ? [benchBundles] : []),
  ].filter((build) => Object.keys(build.entryPoints).length > 0);
  if (watch) {
    for (const build of builds) await (await esbuild.context(build)).watch();
    return;
  }
  rmSync('dist', { recursive: true, force: true });
  if (tests || bench) rmSync('out', { recursive: true, force: true });
  const texts = production
    ? import('./scripts/collectTexts.mts').then((each) => each.writeTexts())
    : undefined;
  const results = await Promise.all(builds.map((build) => esbuild.build({ ...build, metafile: true })));
  const shipped = results.filter((_, index) => builds[index].outdir === 'dist');
  writeFileSync('dist/THIRD_PARTY_NOTICES.txt', notices(shipped.map(({ metafile }) => metafile)));
  await texts;
  if (process.argv.includes('--sizes'))
    (await import('./scripts/sizes.mts')).printSizes(shipped.map(({ metafile }) => metafile));
}

main().catch((error) => {
  // esbuild has printed its own errors already.
  if (!('errors' in error)) console.error(error);
  process.exitCode = 1;
});
