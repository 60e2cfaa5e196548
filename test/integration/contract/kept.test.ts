import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sendJson } from '../../support/httpServer';
import { KEY, acceptUpload, errorOf, outcomeOf, startService, storedFiles } from '../support/contract';
import { newPdf, sample, setUserSetting, writeFile } from '../support/extension';

const envelope = { success: true, message: 'Fine', data: {} };
const read = () => outcomeOf('sendRequest', { path: '/things', environment: 'sandbox', reveal: false });

describe('the history', () => {
  it('finds an exchange by the request id of its first attempt and of its last', async () => {
    const prefix = crypto.randomUUID();
    await using _service = await startService((_request, response, index) => {
      const headers = { 'x-request-id': `${prefix}-${index}`, 'retry-after': '0' };
      sendJson(
        response,
        index < 2 ? 503 : 200,
        index < 2 ? { success: false, code: 'x', message: 'No' } : envelope,
        headers,
      );
    });
    const { exchangeId, requestId } = await read();
    assert.equal(requestId, `${prefix}-2`);
    for (const index of [0, 1, 2]) {
      const found = await outcomeOf('findRequest', `${prefix}-${index}`);
      assert.ok(found.ok);
      assert.equal(found.exchangeId ?? (found.data as { id: string }).id, exchangeId);
    }
    assert.equal((await errorOf('findRequest', `${prefix}-3`)).kind, 'not-found');
    assert.equal((await outcomeOf('copyRequestId', exchangeId)).data, `${prefix}-2`);
    assert.equal(await vscode.env.clipboard.readText(), `${prefix}-2`);
    for (const name of ['copySupportReport', 'copyAsCode']) {
      const { data } = await outcomeOf(name, exchangeId, { target: 'curl' });
      assert.equal(await vscode.env.clipboard.readText(), data);
      assert.ok(typeof data === 'string' && data.length > 20 && !data.includes(KEY));
    }
    assert.equal((await errorOf('copyAsCode', exchangeId, { target: 'cobol' })).kind, 'preflight');
  });

  it('keeps no more than the setting says, none with 0, and says how many it cleared', async () => {
    await using _service = await startService((_request, response) => {
      sendJson(response, 200, envelope);
    });
    await outcomeOf('clearHistory', { environment: 'sandbox' });
    assert.deepEqual((await outcomeOf('clearHistory', { environment: 'sandbox' })).data, { count: 0 });
    for (let i = 0; i < 3; i++) await read();
    assert.deepEqual((await outcomeOf('clearHistory', { environment: 'sandbox' })).data, { count: 3 });
    await setUserSetting('history.maxRequests', 2);
    for (let i = 0; i < 4; i++) await read();
    assert.deepEqual((await outcomeOf('clearHistory', { environment: 'sandbox' })).data, { count: 2 });
    await setUserSetting('history.maxRequests', 0);
    await read();
    const target = sample('none.har');
    assert.deepEqual((await outcomeOf('exportHar', { environment: 'sandbox', target })).data, {
      uri: target.toString(),
      count: 0,
    });
    assert.deepEqual((await outcomeOf('clearHistory', { environment: 'sandbox' })).data, { count: 0 });
    await setUserSetting('history.maxRequests', undefined);
  });

  it('is exported as HAR 1.2 with as many entries as it says', async () => {
    await using _service = await startService((_request, response) => {
      sendJson(response, 200, envelope, { 'set-cookie': `k=${KEY}` });
    });
    await outcomeOf('clearHistory', { environment: 'sandbox' });
    await read();
    await read();
    const target = sample('two.har');
    assert.deepEqual((await outcomeOf('exportHar', { environment: 'sandbox', target })).data, {
      uri: target.toString(),
      count: 2,
    });
    const text = Buffer.from(await vscode.workspace.fs.readFile(target)).toString();
    const { log } = JSON.parse(text) as { log: { version: string; entries: unknown[] } };
    assert.equal(log.version, '1.2');
    assert.equal(log.entries.length, 2);
    assert.ok(!text.includes(KEY));
  });
});

describe('an export that cannot be written', () => {
  it('is refused', async () => {
    for (const target of [
      sample('no.json/such/folder.json'),
      sample('.'),
      vscode.Uri.parse('nowhere:/x.json'),
      vscode.Uri.file('/proc/nope/x'),
    ]) {
      await vscode.workspace.fs.writeFile(sample('no.json'), new Uint8Array());
      for (const [name, options] of [
        ['exportHar', { target, environment: 'local' }],
        ['exportFiles', { target, format: 'csv', environment: 'local' }],
      ] as const) {
        const { ok, error } = await outcomeOf(name, options);
        assert.ok(!ok, `${name} ${target.toString()}`);
        assert.equal(error?.kind, 'preflight', `${name} ${target.toString()} ${error?.message}`);
      }
    }
  });
});

describe('a key in the name of a file', () => {
  it('is sent as it is, and in no file of the extension', async () => {
    await using service = await startService(acceptUpload);
    const uri = await writeFile(`invoice ${KEY}.pdf`, newPdf());
    const answers = { purpose: 'payment_evidence', duplicates: 'upload', environment: 'sandbox' };
    assert.ok((await outcomeOf('uploadFiles', uri, undefined, answers)).ok);
    assert.ok(service.server.seen[0]?.body.includes(`invoice ${KEY}.pdf`));
    for (const { name, content } of await storedFiles()) assert.ok(!content.includes(KEY), name);
    await vscode.workspace.fs.delete(uri);
  });
});

describe('a key that a service gives back', () => {
  it('is in no outcome and in no file of the extension', async () => {
    await using _service = await startService((_request, response, index) => {
      const echo = {
        ok: index % 2 === 0,
        [KEY]: KEY,
        list: [`a${KEY}b`, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')],
      };
      const failure = {
        success: false,
        code: KEY,
        message: `Key ${KEY}`,
        data: [{ fieldName: KEY, code: KEY, message: KEY }],
      };
      if (index % 3 === 2)
        response.writeHead(500, `Bad ${KEY}`, { 'x-request-id': KEY, 'retry-after': '99' }).end(`<b>${KEY}`);
      else if (index % 3 === 1)
        sendJson(response, 400, failure, { 'x-request-id': `id-${KEY}`, 'x-odd': KEY });
      else sendJson(response, 200, { ...envelope, message: KEY, data: echo });
    });
    for (let i = 0; i < 3; i++) {
      const outcome = await outcomeOf('sendRequest', {
        path: `/a/${KEY}`,
        query: { k: KEY },
        environment: 'sandbox',
        reveal: false,
      });
      assert.ok(!JSON.stringify(outcome).includes(KEY));
    }
    const topUp = await outcomeOf('topUpSandbox', { amount: 1, currency: 'EUR', environment: 'sandbox' });
    assert.ok(!JSON.stringify(topUp).includes(KEY));
    const holders = (await storedFiles())
      .filter(({ content }) => content.includes(KEY))
      .map(({ name }) => name);
    assert.deepEqual(holders, []);
  });
});

describe('the Local Sandbox', () => {
  it('has every scenario of the contract, and no other', async () => {
    for (const scenario of [
      'rate-limited',
      'flaky',
      'slow',
      'offline',
      'malformed',
      'expired-links',
      'normal',
    ]) {
      assert.deepEqual((await outcomeOf('setLocalSandboxScenario', scenario)).data, { scenario });
    }
    for (const scenario of ['', 'Normal', '__proto__', 'constructor', 'x'.repeat(10_000)]) {
      assert.equal((await errorOf('setLocalSandboxScenario', scenario)).kind, 'preflight');
    }
  });

  it('is rate-limited, then recovers; is flaky every other time', async () => {
    const get = () => outcomeOf('sendRequest', { path: '/files/none', environment: 'local', reveal: false });
    await setUserSetting('requests.maxRetries', 0);
    try {
      await outcomeOf('setLocalSandboxScenario', 'rate-limited');
      const limited = await get();
      assert.equal(limited.error?.status, 429);
      assert.equal(limited.error.code, 'too_many_requests');
      assert.ok(limited.error.retryAfterSeconds !== undefined);
      await outcomeOf('setLocalSandboxScenario', 'flaky');
      const answers = [await get(), await get(), await get(), await get()].map(({ error }) => error?.status);
      assert.deepEqual(answers.toSorted(), [404, 404, 500, 500]);
      assert.notEqual(answers[0], answers[1]);
      assert.notEqual(answers[2], answers[3]);
      await outcomeOf('setLocalSandboxScenario', 'offline');
      assert.equal((await get()).error?.kind, 'network');
    } finally {
      await outcomeOf('setLocalSandboxScenario', 'normal');
      await setUserSetting('requests.maxRetries', undefined);
    }
    assert.equal((await get()).error?.status, 404);
  });

  it('starts with its addresses on this machine, stops and is reset', async () => {
    const { data } = await outcomeOf('startLocalSandbox');
    const { apiUrl, filesUrl } = data as { apiUrl: string; filesUrl: string };
    assert.match(apiUrl, /^http:\/\/127\.0\.0\.1:\d+\/v1\/?$/u);
    assert.match(filesUrl, /^http:\/\/127\.0\.0\.1:\d+\/?$/u);
    for (const name of [
      'resetLocalSandbox',
      'stopLocalSandbox',
      'stopLocalSandbox',
      'startLocalSandbox',
      'startLocalSandbox',
    ]) {
      assert.ok((await outcomeOf(name)).ok, name);
    }
  });
});
