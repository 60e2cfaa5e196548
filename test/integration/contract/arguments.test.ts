import assert from 'node:assert/strict';
import { errorOf, outcomeOf } from '../support/contract';
import { call, sample, closeEditors } from '../support/extension';

/** Values that no caller by code should have given, and that nothing may trip over. */
function oddValues(): unknown[] {
  const throwing = {
    get environment(): string {
      throw new Error('getter');
    },
    get file(): string {
      throw new Error('getter');
    },
  };
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  return [
    0,
    -1,
    Number.NaN,
    true,
    false,
    [],
    [1],
    {},
    cyclic,
    throwing,
    () => 1,
    Symbol('odd'),
    10n,
    new Map(),
  ];
}

const ODD_IDS = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '..',
  '.',
  '../..',
  'a/b',
  'a\\b',
  '?x=1',
  '#x',
  '%2e%2e',
  '%',
  'a\0b',
  'a\r\nb: c',
  '\ud800',
  'é\u202e😀',
  "'; DROP TABLE files; --",
  'x'.repeat(100_000),
];

/** Commands whose first argument names something that has to be known here. */
const BY_EXCHANGE = [
  'nextPage',
  'previousPage',
  'showExchange',
  'copyRequestId',
  'copySupportReport',
  'copyAsCode',
];
const BY_FILE = [
  'showFileDetails',
  'addFileById',
  'forgetFile',
  'copyFileId',
  'copyContentLink',
  'openContent',
];
const BY_ENVIRONMENT = [
  'switchEnvironment',
  'configureEnvironment',
  'setApiKey',
  'removeApiKey',
  'openDashboard',
];

describe('a command called with what it cannot use', () => {
  afterEach(() => call('switchEnvironment', 'local'));
  after(closeEditors);

  for (const name of [...BY_EXCHANGE, 'findRequest']) {
    it(`${name} knows nothing by an odd id`, async () => {
      for (const id of ODD_IDS.slice(name === 'findRequest' ? 2 : 0)) {
        const { kind } = await errorOf(name, id);
        assert.ok(['not-found', 'preflight'].includes(kind), `${id.slice(0, 20)}: ${kind}`);
      }
      assert.equal((await errorOf(name, 'ex_unknown')).kind, 'not-found');
    });
  }

  for (const name of [...BY_EXCHANGE, ...BY_FILE, ...BY_ENVIRONMENT, 'saveContent', 'findRequest']) {
    it(`${name} refuses what is no id`, async () => {
      for (const value of oddValues()) {
        const { kind } = await errorOf(name, value);
        // Of a file, the environment is looked at first.
        const isOfFile = name === 'saveContent' || BY_FILE.includes(name);
        assert.ok(kind === 'preflight' || (isOfFile && kind === 'configuration'), kind);
      }
    });
  }

  for (const name of BY_FILE) {
    it(`${name} takes an odd file id for one that is not there`, async () => {
      for (const id of ODD_IDS) {
        const { ok, error } = await outcomeOf(name, id, { environment: 'local' });
        if (name === 'copyFileId' && ok) continue; // An id can be copied, known or not.
        const kinds = ['not-found', 'api', 'http', 'preflight'];
        assert.ok(!ok && kinds.includes(error?.kind ?? ''), `${id.slice(0, 20)}: ${error?.kind}`);
      }
    });
  }

  for (const name of BY_ENVIRONMENT) {
    it(`${name} knows no environment by an odd id`, async () => {
      for (const id of ODD_IDS) {
        const { error } = await outcomeOf(name, id);
        assert.equal(error?.kind, 'configuration', id.slice(0, 20));
      }
    });
  }

  for (const name of [...BY_FILE, 'saveContent', 'findFiles']) {
    it(`${name} knows no environment by an odd id`, async () => {
      for (const environment of [...ODD_IDS, 'nowhere']) {
        const { error } = await outcomeOf(name, 'file_x', { environment });
        assert.equal(error?.kind, 'configuration', environment.slice(0, 20));
      }
      for (const environment of oddValues()) {
        const { kind } = await errorOf(name, 'file_x', { environment });
        assert.ok(['configuration', 'preflight'].includes(kind), `${typeof environment}: ${kind}`);
      }
    });
  }

  it('every other command that takes an environment knows none by an odd id', async () => {
    for (const environment of [...ODD_IDS, 'nowhere']) {
      for (const [name, ...args] of [
        [
          'uploadFiles',
          sample('invoice-2026-001.pdf'),
          undefined,
          { purpose: 'payment_evidence', duplicates: 'skip', environment },
        ],
        ['exportFiles', { format: 'json', target: sample('never.json'), environment }],
        ['exportHar', { target: sample('never.har'), environment }],
        ['topUpSandbox', { amount: 1, currency: 'EUR', environment }],
        ['sendRequest', { method: 'GET', path: '/x', environment }],
        ['clearHistory', { environment }],
      ] as const) {
        const { error } = await outcomeOf(name, ...args);
        assert.equal(error?.kind, 'configuration', `${name} ${environment.slice(0, 20)}`);
      }
    }
  });

  it('answers that are not valid are refused instead of asked for', async () => {
    const file = sample('invoice-2026-001.pdf');
    const answers = { purpose: 'payment_evidence', duplicates: 'skip' };
    for (const value of oddValues()) {
      for (const [name, ...args] of [
        ['sendRequest', { path: value, reveal: false }],
        ['topUpSandbox', { amount: value, currency: 'EUR', environment: 'local' }],
        ['topUpSandbox', { amount: 1, currency: value, environment: 'local' }],
        ['saveContent', 'file_x', { target: value }],
        ['exportFiles', { format: value, target: file }],
        ['exportFiles', { format: 'json', target: value }],
        ['exportHar', { target: value }],
        ['uploadFiles', value, undefined, answers],
        ['uploadFiles', file, undefined, { ...answers, purpose: value }],
        ['uploadFiles', file, undefined, { ...answers, duplicates: value }],
        ['uploadFiles', undefined, [value], answers],
      ] as const) {
        assert.equal((await errorOf(name, ...args)).kind, 'preflight', `${name} ${typeof value}`);
      }
    }
    for (const value of ['', 'maybe', 'Upload', '__proto__'])
      for (const answer of ['purpose', 'duplicates']) {
        const given = { ...answers, environment: 'local', [answer]: value };
        assert.equal((await errorOf('uploadFiles', file, undefined, given)).kind, 'preflight', answer);
      }
    for (const value of [0, 'text', true, 1n, () => 1, {}]) {
      assert.equal((await errorOf('uploadFiles', undefined, value, answers)).kind, 'preflight');
    }
    for (const value of [0, 'text', true, 1n, () => 1]) {
      for (const name of ['exportHar', 'clearHistory', 'sendRequest', 'exportFiles']) {
        assert.equal((await errorOf(name, value)).kind, 'preflight', `${name} ${typeof value}`);
      }
    }
    for (const value of oddValues()) {
      assert.equal((await errorOf('findFiles', value)).kind, 'preflight');
      assert.equal((await errorOf('setLocalSandboxScenario', value)).kind, 'preflight');
      if (typeof value === 'object') continue;
      assert.equal((await errorOf('retryUpload', value)).kind, 'not-found');
    }
  });
});
