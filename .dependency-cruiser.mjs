// The directions of imports between the folders of src. The picture is in docs/architecture.md.
//
// Each layer lists what it may import, apart from itself. Whatever is not listed is refused.
const layers = {
  util: [],
  api: ['util'],
  fileTypes: ['api', 'util'],
  storage: ['api', 'util'],
  network: ['api', 'util'],
  sandbox: ['fileTypes', 'api', 'util'],
  services: ['sandbox', 'network', 'storage', 'fileTypes', 'api', 'util'],
  commands: ['services', 'storage', 'fileTypes', 'api', 'util'],
  ui: ['commands', 'services', 'storage', 'fileTypes', 'api', 'util'],
};
const below = Object.keys(layers);
const features = ['files', 'requests', 'environments', 'balances', 'agents'];
for (const feature of features) layers[feature] = below;

const inFolder = (names) => `^src/(${names.join('|')})/`;

const directions = Object.entries(layers).map(([layer, allowed]) => ({
  name: `${layer}-imports-downwards`,
  comment: `src/${layer} may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')}.`,
  severity: 'error',
  from: { path: inFolder([layer]) },
  to: { path: '^src/', pathNot: inFolder([layer, ...allowed]) },
}));

export default {
  forbidden: [
    ...directions,
    {
      name: 'no-circles',
      comment: 'Two files that import each other cannot be read, tested or loaded one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'works-without-vscode',
      comment:
        'These folders run in plain Node: their tests and the Local Sandbox on the command line rely on it.',
      severity: 'error',
      from: { path: '^src/(api|storage|fileTypes|util|sandbox/server)/' },
      to: { path: '(^|/)vscode(/|$)' },
    },
    {
      name: 'tests-only-in-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.d.ts', '.js', '.mjs', '.json'] },
  },
};
