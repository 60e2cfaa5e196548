import assert from 'node:assert/strict';
import { errorOf, outcomeOf } from '../support/contract';
import { call, sample, closeEditors, writeFile } from '../support/extension';

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
  return [0, true, [1], {}, cyclic, throwing, () => 1, Symbol('odd'), 10n, new Map()];
}

const ODD_IDS = [
  ...['', ' ', '__proto__', 'constructor', '..', '../..', 'a/b', 'a\\b', '?x=1', '#x', '%2e%2e', '%'],
  ...['a\0b', 'a\r\nb: c', '\ud800', 'é\u202e😀', "'; DROP TABLE files; --", 'x'.repeat(100_000)],
];

/** What the first argument of a command names, the commands, and what they fail with where it is not known. */
const BY_ID = {
  exchange: [
    'nextPage previousPage showExchange copyRequestId copySupportReport copyAsCode findRequest',
    ['not-found', 'preflight'],
  ],
  file: [
    'showFileDetails addFileById forgetFile copyFileId copyContentLink openContent saveContent',
    ['not-found', 'api', 'http', 'preflight'],
  ],
  environment: [
    'switchEnvironment configureEnvironment setApiKey removeApiKey openDashboard',
    ['configuration'],
  ],
} as const;

describe('a command called with what it cannot use', () => {
  afterEach(() => call('switchEnvironment', 'local'));
  after(closeEditors);

  for (const [what, [names, kinds]] of Object.entries(BY_ID))
    for (const name of names.split(' ')) {
      it(`${name} knows no ${what} by an odd id, and refuses what is no id`, async () => {
        const options = what === 'file' ? { environment: 'local', target: sample('never.pdf') } : undefined;
        // Without words a person is asked which request to find.
        for (const id of ODD_IDS.slice(name === 'findRequest' ? 2 : 0)) {
          const { ok, error } = await outcomeOf(name, id, options);
          if (name === 'copyFileId' && ok) continue; // An id can be copied, known or not.
          const kind = error?.kind ?? 'none';
          assert.ok((kinds as readonly string[]).includes(kind), `${id.slice(0, 20)}: ${kind}`);
        }
        if (what === 'exchange') assert.equal((await errorOf(name, 'ex_unknown')).kind, 'not-found');
        for (const value of oddValues()) {
          const { kind } = await errorOf(name, value);
          // Of a file, the environment is looked at first.
          assert.ok(kind === 'preflight' || (what === 'file' && kind === 'configuration'), kind);
        }
      });
    }

  for (const name of [...BY_ID.file[0].split(' '), 'findFiles']) {
    it(`${name} knows no environment by an odd id`, async () => {
      // All of them look it up in one way.
      const odd = name === 'findFiles' ? [...ODD_IDS, ...oddValues()] : ['', '__proto__', 0, {}];
      for (const environment of [...odd, 'nowhere']) {
        const { kind } = await errorOf(name, 'file_x', { environment });
        const isId = typeof environment === 'string';
        assert.ok(
          kind === 'configuration' || (!isId && kind === 'preflight'),
          `${typeof environment}: ${kind}`,
        );
      }
    });
  }

  it('every other command that takes an environment knows none by an odd id', async () => {
    for (const environment of ['', '__proto__', 'nowhere', null]) {
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
        const { kind, message } = await errorOf(name, ...args);
        assert.equal(kind, 'configuration', `${name} ${String(environment)}`);
        if (environment === null) assert.match(message, /"environment" must be string/, name);
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
    const prompting = await writeFile('prompting.http', '// @prompt id\nGET {{apiUrl}}/x/{{id}}\n');
    for (const [name, ...args] of [
      ['saveContent', '.'],
      ['findFiles', undefined, { limit: 0 }],
      ['filterRequests', { environment: 'nowhere' }],
      ['copyAsCode', prompting, { target: 'morse' }],
    ] as const)
      assert.equal((await errorOf(name, ...args)).kind, 'preflight', name);
    for (const value of ['', 'maybe', 'Upload', '__proto__'])
      for (const answer of ['purpose', 'duplicates']) {
        const given = { ...answers, environment: 'local', [answer]: value };
        assert.equal((await errorOf('uploadFiles', file, undefined, given)).kind, 'preflight', answer);
      }
    for (const value of [0, 'text', true, 1n, () => 1, {}]) {
      assert.equal((await errorOf('uploadFiles', undefined, value, answers)).kind, 'preflight');
    }
    assert.equal((await errorOf('uploadFiles', undefined, undefined, answers)).kind, 'preflight');
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
