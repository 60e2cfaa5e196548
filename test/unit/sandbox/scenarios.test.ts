import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { ErrorFacts } from '../../../src/api/model/errors';
import {
  explainByScenario,
  SCENARIOS,
  scenarioWords,
  type Scenario,
} from '../../../src/sandbox/server/data/scenarios';
import {
  call,
  cleanUp,
  exchangeRaw,
  fetchRaw,
  fileDetails,
  later,
  newFolder,
  postJson,
  problems,
  start,
  upload,
  uploaded,
  uploadForm,
  inSandbox,
} from './support';

type Sandbox = Awaited<ReturnType<typeof start>>;

/** How many files it holds. The scenario ends for it. */
async function fileCount(sandbox: Sandbox): Promise<number> {
  sandbox.setScenario('normal');
  const { body } = await call(sandbox, '/local-sandbox/files');
  return (body.data as { paging: { totalCount: number } }).paging.totalCount;
}

describe('Local Sandbox: scenarios', () => {
  afterEach(cleanUp);

  inSandbox('are read and set over HTTP and by code alike', async (sandbox) => {
    assert.equal(sandbox.scenario, 'normal');
    const set = await postJson(sandbox, '/local-sandbox/scenario', { scenario: 'flaky' }, 'PUT');
    assert.equal(set.status, 200);
    assert.equal(sandbox.scenario, 'flaky');
    sandbox.setScenario('slow');
    const read = await call(sandbox, '/local-sandbox/scenario');
    const scenarios = SCENARIOS.map((id) => ({ id, ...scenarioWords(id) }));
    assert.deepEqual(read.body.data, { scenario: 'slow', scenarios });
    assert.ok(scenarios.every(({ title, description }) => title !== '' && description !== ''));
    const health = await call(sandbox, '/local-sandbox/health');
    assert.deepEqual(health.body.data, { scenario: 'slow' });
    for (const scenario of ['sunny', 5, undefined]) {
      const answer = await postJson(sandbox, '/local-sandbox/scenario', { scenario }, 'PUT');
      assert.deepEqual(problems(answer), ['scenario: one_of']);
      assert.equal(answer.body.message, `scenario must be one of ${SCENARIOS.join(', ')}.`);
    }
    assert.equal(sandbox.scenario, 'slow');
  });

  inSandbox('rate-limited: refuses two, serves ten, and begins again', async (sandbox) => {
    sandbox.setScenario('rate-limited');
    const statuses: number[] = [];
    for (let request = 0; request < 14; request++) {
      const { status, headers, body } = await upload(sandbox);
      statuses.push(status);
      if (status !== 429) continue;
      assert.equal(headers.get('retry-after'), '1');
      assert.equal(body.code, 'too_many_requests');
    }
    const served = Array.from({ length: 10 }, () => 201);
    assert.deepEqual(statuses, [429, 429, ...served, 429, 429]);
    assert.equal(await fileCount(sandbox), 10);
  });

  inSandbox('flaky: fails every other request, and stores nothing when it does', async (sandbox) => {
    sandbox.setScenario('flaky');
    const statuses: number[] = [];
    for (let request = 0; request < 6; request++) {
      const { status, body } = await upload(sandbox);
      statuses.push(status);
      if (status === 500) assert.equal(body.code, 'internal_error');
    }
    assert.deepEqual(statuses, [500, 201, 500, 201, 500, 201]);
    assert.equal(await fileCount(sandbox), 3);
  });

  it('slow: acts at once, answers late, and bit by bit', async () => {
    const sandbox = await start({ slowMs: 400 });
    sandbox.setScenario('slow');
    const started = performance.now();
    const response = await fetchRaw(sandbox, '/files/upload', { method: 'POST', body: uploadForm() });
    assert.ok(performance.now() - started >= 190);
    assert.equal(response.status, 201);
    assert.ok(response.headers.get('x-request-id'));
    assert.ok(response.body);
    const decoder = new TextDecoder();
    let pieces = 0;
    let text = '';
    for await (const piece of response.body) {
      pieces++;
      text += decoder.decode(piece as Uint8Array, { stream: true });
    }
    assert.ok(performance.now() - started >= 390);
    assert.ok(pieces > 1 && pieces <= 10);
    assert.equal((JSON.parse(text) as { success: boolean }).success, true);
  });

  it('slow: ends with the client, and with the server', async () => {
    const lines: string[] = [];
    const file = join(newFolder(), 'local-sandbox.db');
    const sandbox = await start({ file, slowMs: 600_000, onRequest: (line) => lines.push(line) });
    const db = new DatabaseSync(file, { readOnly: true });
    later(db.close.bind(db));
    /** Resolves when the server had a turn. */
    const stored = async (): Promise<unknown> => {
      await setImmediate();
      return db.prepare('SELECT count(*) AS files FROM files').get()?.['files'];
    };
    sandbox.setScenario('slow');
    const gone = new AbortController();
    const aborted = startUpload(sandbox, gone.signal);
    while ((await stored()) === 0); // it has acted, and is waiting now
    gone.abort();
    await assert.rejects(aborted);
    while (!lines.some((line) => line.startsWith('POST /v1/files/upload'))) await stored();
    const cut = assert.rejects(startUpload(sandbox, new AbortController().signal));
    while ((await stored()) === 1);
    await sandbox.close();
    await cut;
  });

  inSandbox('offline: drops connections without a byte, except to switch back', async (sandbox) => {
    await call(sandbox, '/local-sandbox/health'); // leaves a connection open
    sandbox.setScenario('offline');
    await assert.rejects(upload(sandbox));
    await assert.rejects(fetchRaw(sandbox, '/files/x'));
    const request = 'GET /v1/files/x HTTP/1.1\r\nHost: localhost\r\n\r\n';
    assert.equal(await exchangeRaw(sandbox.port, request, false), '');
    const whole = `GET ${sandbox.apiUrl}/local-sandbox/scenario HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ApiKey ${sandbox.apiKey}\r\n\r\n`;
    assert.match(await exchangeRaw(sandbox.port, whole, false), /^HTTP\/1\.1 200 /, 'through a proxy');
    await postJson(sandbox, '/local-sandbox/scenario', { scenario: 'normal' }, 'PUT');
    assert.equal(await fileCount(sandbox), 0);
    assert.equal((await upload(sandbox)).status, 201);
  });

  inSandbox('malformed: answers 2xx with what is no envelope, in three ways', async (sandbox) => {
    const id = await uploaded(sandbox);
    const contentLink = (await fileDetails(sandbox, id))?.contentLink.url ?? '';
    sandbox.setScenario('malformed');
    const seen: string[] = [];
    for (let request = 0; request < 4; request++) {
      const response = await fetchRaw(sandbox, `/files/${id}`);
      assert.equal(response.status, 200);
      assert.ok(response.headers.get('x-request-id'));
      assert.equal((await call(sandbox, '/files/unknown')).status, 404, 'takes no turn');
      seen.push(kind(response.headers.get('content-type'), await response.text()));
    }
    assert.deepEqual(seen, ['html', 'broken', 'no data', 'html']);
    assert.equal((await fetch(contentLink)).headers.get('content-type'), 'application/pdf');
  });

  inSandbox('expired-links: gives links with a date in the past, and opens none', async (sandbox) => {
    const id = await uploaded(sandbox);
    const before = (await fileDetails(sandbox, id))?.contentLink;
    sandbox.setScenario('expired-links');
    const link = (await fileDetails(sandbox, id))?.contentLink;
    assert.ok(before && link);
    assert.ok(Date.parse(link.expiryDate) < Date.now());
    for (const url of [before.url, link.url]) {
      const response = await fetch(url);
      assert.equal(response.status, 403);
      assert.ok(response.headers.get('x-request-id'));
      const { code, message } = (await response.json()) as { code: string; message: string };
      assert.equal(code, 'unsupported_action');
      assert.match(message, /has expired/);
    }
    sandbox.setScenario('normal');
    assert.equal((await fetch(before.url)).status, 200);
    assert.equal((await fetch(link.url)).status, 403);
  });

  it('are named as the cause of the errors that come from them, and of no others', () => {
    const kinds = ['timeout', 'network', 'unknown-outcome', 'decode'] as const;
    const errors: ErrorFacts[] = [
      ...[403, 429, 500].map((status) => ({ kind: 'http', message: String(status), status }) as const),
      ...kinds.map((kind) => ({ kind, message: kind })),
    ];
    const explained = (scenario: Scenario) =>
      errors.filter((error) => explainByScenario(scenario, error)).map(({ message }) => message);
    assert.deepEqual(
      SCENARIOS.map((scenario) => [scenario, ...explained(scenario)]),
      [
        ['normal'],
        ['rate-limited', '429'],
        ['flaky', '500'],
        ['slow', 'timeout', 'unknown-outcome'],
        ['offline', 'network', 'unknown-outcome'],
        ['malformed', 'decode'],
        ['expired-links', '403'],
      ],
    );
    const words = explainByScenario('flaky', { kind: 'http', message: '', status: 500 });
    assert.equal(words, 'The cause is the scenario of the Local Sandbox: Flaky.');
  });

  it('cover the lists of the sandbox itself, and leave alone what sets them', async () => {
    const sandbox = await start({ slowMs: 600_000 });
    for (const route of ['health', 'files', 'samples', 'balances']) {
      for (const [scenario, expected] of [
        ['rate-limited', 429],
        ['flaky', 500],
      ] as const) {
        sandbox.setScenario(scenario);
        assert.equal((await call(sandbox, `/local-sandbox/${route}`)).status, expected, route);
      }
      sandbox.setScenario('offline');
      await assert.rejects(fetchRaw(sandbox, `/local-sandbox/${route}`), route);
    }
    for (const scenario of ['rate-limited', 'flaky', 'slow', 'offline', 'malformed'] as const) {
      sandbox.setScenario(scenario);
      const { status, body } = await call(sandbox, '/local-sandbox/scenario?now');
      assert.deepEqual([status, body.data], [200, { ...(body.data as object), scenario }]);
    }
  });

  inSandbox('are forgotten by a reset, as are files, balances, links and cursors', async (sandbox) => {
    const id = await uploaded(sandbox);
    await uploaded(sandbox);
    await postJson(sandbox, '/balances/sandbox/top-up', { amount: 1, currency: 'EUR' });
    const url = (await fileDetails(sandbox, id))?.contentLink.url ?? '';
    const { body } = await call(sandbox, '/local-sandbox/files?limit=1');
    const cursor = (body.data as { paging: { nextPage: string } }).paging.nextPage;
    sandbox.setScenario('offline');
    assert.equal((await postJson(sandbox, '/local-sandbox/reset', {})).status, 200);
    assert.equal(sandbox.scenario, 'normal');
    assert.equal(await fileCount(sandbox), 0);
    assert.deepEqual((await call(sandbox, '/local-sandbox/balances')).body.data, { balances: [] });
    assert.equal((await fetch(url)).status, 403);
    assert.equal((await call(sandbox, `/local-sandbox/files?page=${cursor}`)).status, 400);
    await uploaded(sandbox);
    sandbox.setScenario('flaky');
    sandbox.reset();
    assert.deepEqual([sandbox.scenario, await fileCount(sandbox)], ['normal', 0]);
  });
});

function startUpload(sandbox: Sandbox, signal: AbortSignal): Promise<Response> {
  return fetchRaw(sandbox, '/files/upload', { method: 'POST', body: uploadForm(), signal });
}

function kind(contentType: string | null, text: string): string {
  if (contentType?.startsWith('text/html')) return 'html';
  try {
    return 'data' in (JSON.parse(text) as object) ? 'an envelope' : 'no data';
  } catch {
    return 'broken';
  }
}
