import { readdirSync } from 'node:fs';

// The directions of imports between the folders of src. The picture is in docs/architecture.md.
//
// Each layer lists what it may import, apart from itself. Whatever is not listed is refused.
const layers = {
  util: [],
  api: ['util'],
  fileTypes: ['api', 'util'],
  storage: ['api', 'util'],
  network: ['api', 'util'],
  bodies: ['util'],
  descriptions: ['bodies', 'api', 'util'],
  sandbox: ['descriptions', 'fileTypes', 'api', 'util'],
  services: ['sandbox', 'descriptions', 'bodies', 'network', 'storage', 'fileTypes', 'api', 'util'],
  commands: ['services', 'descriptions', 'bodies', 'storage', 'fileTypes', 'api', 'util'],
  ui: ['commands', 'services', 'descriptions', 'storage', 'fileTypes', 'api', 'util'],
};
const below = Object.keys(layers);
layers.httpFiles = below;
const features = ['files', 'requests', 'environments', 'balances', 'operations', 'testing', 'agents'];
for (const feature of features) layers[feature] = [...below, 'httpFiles'];

/** The folders inside a room: each imports only those that come after it. `''` is the room's own files. */
const shelves = {
  requests: [
    '',
    'document',
    'view',
    'export',
    'compare',
    'table',
    'table/webview',
    'table/model',
    'paging',
    'send',
    'saved',
    'http/editor',
    'records',
    'plan',
    'code',
    'exchange',
    'checks',
  ],
  files: [
    '',
    'commands',
    'details',
    'details/webview',
    'details/webview/pdf',
    'details/model',
    'view',
    'upload',
    'check',
    'editor',
    'records',
  ],
  httpFiles: ['run', '', 'format', 'format/expect', 'format/parse'],
  environments: ['', 'commands', 'view', 'setUp'],
  operations: ['', 'view'],
  services: ['', 'descriptions', 'environments'],
  agents: ['', 'limits'],
  commands: ['', 'table'],
  ui: ['', 'webview', 'views', 'panels', 'questions', 'documents', 'formats'],
  descriptions: [
    '',
    'worker',
    'document',
    'infer',
    'export',
    'mock',
    'sample',
    'check',
    'operations',
    'read',
    'resolve',
    'model',
  ],
  sandbox: ['', 'server', 'server/http', 'server/data'],
  storage: ['', 'files', 'history', 'store', 'search', 'sqlite', 'types'],
  api: ['', 'call', 'wire', 'rules', 'model'],
};

// A folder without a place in its room would be free of all rules, and one of many files cannot be seen at once.
for (const room of readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const known = shelves[room.name] ?? [''];
  const entries = readdirSync(`src/${room.name}`, { recursive: true, withFileTypes: true });
  const sources = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  for (const [folder, { length }] of Map.groupBy(sources, ({ parentPath }) =>
    parentPath.replaceAll('\\', '/'),
  )) {
    const shelf = folder.split('/').slice(2).join('/');
    if (!known.includes(shelf))
      throw new Error(`${folder} has no place in \`shelves\`, .dependency-cruiser.mjs.`);
    if (length > 14) throw new Error(`${folder} holds ${length} sources. Divide it: 14 are the most.`);
  }
}

const filesIn = (room, shelf) => `^src/${room}${shelf === '' ? '' : `/${shelf}`}/[^/]+$`;

const shelfRules = Object.entries(shelves).flatMap(([room, order]) =>
  order.slice(1).map((shelf, index) => ({
    name: `${room}/${shelf}-imports-downwards`,
    comment: `src/${room}/${shelf} may import only the folders of its room that come after it.`,
    severity: 'error',
    from: { path: filesIn(room, shelf) },
    to: { path: order.slice(0, index + 1).map((above) => filesIn(room, above)) },
  })),
);

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
    ...shelfRules,
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
      from: {
        path: '^src/(api|storage|fileTypes|util|bodies|descriptions|sandbox/server|httpFiles/format)/',
      },
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
