/** A part of the sources, and the unit tests that are to notice each change of it. */
export interface Room {
  readonly sources: readonly string[];
  /** Folders and files below `test/unit`, in their order. */
  readonly tests: readonly string[];
  /** What these tests start as another process. */
  readonly needs?: readonly string[];
  /** They read the extension as it is built, too. */
  readonly readsBuild?: true;
  /** What these sources do is the same over both transports: their tests run over one. */
  readonly overOneTransport?: true;
}

/** The code without VS Code that decides about money, identity and secrets. */
export const ROOMS: Readonly<Record<string, Room>> = {
  rules: { sources: ['src/api/rules'], tests: ['api/rules'] },
  model: { sources: ['src/api/model'], tests: ['api/model', 'api/deviations'] },
  wire: {
    sources: ['src/api/wire'],
    tests: ['api/wire', 'api/call', 'network/transports'],
    readsBuild: true,
  },
  call: {
    sources: ['src/api/call', 'src/api/client.ts'],
    tests: ['api/call', 'api/pure', 'api/deviations', 'api/model', 'api/rules/inputRules'],
    overOneTransport: true,
  },
  files: {
    sources: ['src/storage/files'],
    tests: ['files', 'sqlite/refusals', 'sqlite/newList', 'store/generations', 'windows'].map(
      (test) => `storage/${test}`,
    ),
    needs: ['storage/worker'],
  },
  history: {
    sources: ['src/storage/history'],
    tests: [
      'storage/history',
      'storage/types',
      'storage/search',
      'storage/sqlite/problems',
      'storage/sqlite/refusals',
      'storage/sqlite/newList',
    ],
    needs: ['storage/worker'],
  },
  search: {
    sources: ['src/storage/search', 'src/storage/types'],
    tests: ['storage/search', 'storage/types', 'storage/files', 'storage/history'],
    needs: ['storage/worker'],
  },
  store: {
    sources: ['src/storage/store', 'src/storage/index.ts'],
    // First those that do not wait for an event: one that never comes takes the time of all tests.
    tests: ['storage/quietWindow', 'storage/store', 'storage/sqlite', 'storage'],
    needs: ['storage/worker'],
  },
  sqlite: {
    sources: ['src/storage/sqlite'],
    tests: ['storage/sqlite', 'storage/store', 'storage/history/rowFacts', 'storage/windows'],
    needs: ['storage/worker'],
  },
  environments: {
    sources: ['src/services/environments/environmentModel.ts'],
    tests: ['services/environments'],
  },
  fileTypes: {
    sources: ['src/fileTypes', 'src/files/check/fileRules.ts'],
    tests: ['fileTypes', 'files/check'],
  },
  topUps: { sources: ['src/balances/topUpRules.ts'], tests: ['balances'] },
  plans: { sources: ['src/requests/plan'], tests: ['requests/plan'] },
  sandbox: {
    sources: ['src/sandbox/server'],
    tests: ['described', 'formBody', 'http', 'pages', 'persistence', 'scenarios', 'topUps', 'uploads'].map(
      (test) => `sandbox/${test}`,
    ),
    readsBuild: true,
  },
  http: { sources: ['src/httpFiles/format'], tests: ['httpFiles/format'] },
  writes: {
    sources: ['src/services/writeRules.ts', 'src/services/sender.ts'],
    tests: ['services/writeRules', 'services/sender'],
  },
  limits: { sources: ['src/agents/limits'], tests: ['agents'] },
  descriptions: { sources: ['src/descriptions'], tests: ['descriptions'], readsBuild: true },
  util: {
    sources: ['src/util', 'src/bodies', 'src/ui/formats'],
    tests: [
      ...['util', 'bodies', 'ui/formats', 'ui/outcomeWord', 'balances', 'httpFiles/format', 'translations'],
      ...['descriptions/check', 'fileTypes', 'requests/view', 'requests/saved'],
      ...['api/rules', 'api/model', 'api/call/readEnvelope'],
      ...['storage/search', 'storage/sqlite/opening', 'storage/sqlite/newList', 'storage/sqlite/database'],
    ],
    needs: ['storage/worker'],
  },
  exports: {
    sources: [
      'src/requests/export/{entryReader,har,harFile,supportReport}.ts',
      'src/requests/exchange/{answer,exchangeText,hiddenParts,jsonPath,laterKeys}.ts',
    ],
    tests: ['requests/export', 'requests/exchange'],
  },
  code: { sources: ['src/requests/code'], tests: ['requests/code'] },
  records: {
    sources: [
      'src/requests/records',
      'src/requests/{compare/previous,document/valueLinks,checks/differencePlaces}.ts',
      'src/httpFiles/run/knownFileIds.ts',
    ],
    tests: ['requests/records', 'requests/compare', 'requests/document', 'requests/checks', 'httpFiles/run'],
  },
  details: {
    sources: [
      'src/files/details/model',
      'src/files/{check/walk,check/readMemory,upload/plan}.ts',
      'src/environments/setUp/environmentDraft.ts',
      'src/services/descriptions/{bodyWork,operations}.ts',
    ],
    tests: ['files', 'environments/setUp/environmentDraft', 'services/descriptions'],
  },
};
