import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startHttpServer, sendJson } from '../../support/httpServer';
import { rawResponse, startRawServer } from '../../support/rawServer';
import { KEY, acceptUpload, errorOf, outcomeOf } from '../support/contract';
import { extension, newPdf, setUserSetting, useEnvironments, writeFile } from '../support/extension';

const envelope = { success: true, message: 'Fine', data: {} };
const record = {
  id: 'file_1.pdf',
  purpose: 'payment_evidence',
  name: 'a.pdf',
  mimeType: 'application/pdf',
  contentLink: { url: 'http://127.0.0.1/v1/files/file_1.pdf/content', expiryDate: null },
  expiryDate: null,
  uploadedAt: '2026-01-02T03:04:05.678Z',
};
const read = () => outcomeOf('sendRequest', { path: '/things', environment: 'sandbox', reveal: false });
const startAny = () =>
  startHttpServer((request, response, index) => {
    if (request.path.endsWith('/upload')) void acceptUpload(request, response, index);
    else sendJson(response, 200, request.path.includes('/files/') ? { ...envelope, data: record } : envelope);
  });

describe('an address', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is taken with and without a trailing slash, /v1, and a path before it', async () => {
    await using server = await startAny();
    const paths = {
      '': '/v1',
      '/': '/v1',
      '/v1': '/v1',
      '/v1/': '/v1',
      '/api': '/api/v1',
      '/api/': '/api/v1',
      '/api/v1': '/api/v1',
      '/api/v1/': '/api/v1',
    };
    const entries = Object.keys(paths).map((suffix, index) => {
      return [`address${index}`, { type: 'sandbox', apiUrl: `${server.url}${suffix}` }] as const;
    });
    await using _environments = await useEnvironments(Object.fromEntries(entries), KEY);
    for (const [index, [suffix, path]] of Object.entries(paths).entries()) {
      const environment = `address${index}`;
      const sent = await outcomeOf('sendRequest', { path: '/things', environment, reveal: false });
      assert.ok(sent.ok, suffix);
      assert.equal(server.seen.at(-1)?.path, `${path}/things`, suffix);
      // "filesUrl defaults to the origin of apiUrl": a path before /v1 is not part of it.
      assert.ok((await outcomeOf('showFileDetails', 'file_1.pdf', { environment })).ok);
      assert.equal(server.seen.at(-1)?.path, '/v1/files/file_1.pdf', suffix);
      const top = await outcomeOf('topUpSandbox', { amount: 1, currency: 'eur', environment });
      assert.ok(top.ok || top.error?.kind === 'cancelled', top.error?.message);
    }
  });

  it('of the files host is its own where it is given', async () => {
    await using server = await startAny();
    await using files = await startAny();
    for (const suffix of ['', '/', '/v1', '/v1/']) {
      const filesUrl = `${files.url}${suffix}`;
      await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url, filesUrl } }, KEY);
      const uri = await writeFile('host.pdf', newPdf());
      const options = { purpose: 'payment_evidence', duplicates: 'skip', environment: 'sandbox' };
      assert.ok((await outcomeOf('uploadFiles', uri, undefined, options)).ok);
      assert.equal(files.seen.at(-1)?.path, '/v1/files/upload');
      assert.equal(files.seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
    }
    assert.equal(server.seen.length, 0);
  });

  it('that cannot be used is refused with the setting and the reason', async () => {
    const addresses = [
      'http://example.com',
      'http://127.0.0.1.example.com',
      'http://10.0.0.1',
      'ftp://127.0.0.1',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://user@example.com',
      'https://user:secret@example.com',
      'https://example.com?x=1',
      'https://example.com/#x',
      'https://example.com/v1?',
      'not an address',
      'example.com',
      '//example.com',
      '',
      'https://',
    ];
    const entries = addresses.map((apiUrl, index) => [`odd${index}`, { apiUrl, type: 'sandbox' }]);
    await setUserSetting('environments', Object.fromEntries(entries));
    try {
      for (const [index, apiUrl] of addresses.entries()) {
        const request = { path: '/x', environment: `odd${index}`, reveal: false };
        const { kind, message } = await errorOf('sendRequest', request);
        assert.equal(kind, 'configuration', apiUrl);
        if (apiUrl !== '') assert.match(message, /paymentsApi\.environments|apiUrl/u, apiUrl);
        assert.ok(!message.includes('secret'), message);
      }
    } finally {
      await setUserSetting('environments', undefined);
    }
  });

  it('that is no text, or an environment that is no object, is refused and breaks nothing', async () => {
    const entries = [
      null,
      5,
      'x',
      [],
      { apiUrl: 5 },
      { apiUrl: null },
      { apiUrl: {} },
      { apiUrl: 'https://a.example', filesUrl: 7 },
    ].map((entry, index) => [`odd${index}`, entry]);
    try {
      await setUserSetting('environments', Object.fromEntries(entries));
      for (const [id, entry] of entries) {
        const request = { path: '/things', environment: id, reveal: false };
        assert.equal((await errorOf('sendRequest', request)).kind, 'configuration', JSON.stringify(entry));
        assert.ok((await outcomeOf('switchEnvironment', 'local')).ok);
      }
      for (const all of [null, 5, 'x', [1], { sandbox: null }, { sandbox: { apiUrl: 5 } }]) {
        await setUserSetting('environments', all);
        assert.equal((await read()).error?.kind, 'configuration', JSON.stringify(all));
        assert.ok((await outcomeOf('switchEnvironment', 'local')).ok);
      }
    } finally {
      await setUserSetting('environments', undefined);
    }
  });

  it('of a new environment counts only with a type, and never makes sandbox or production something else', async () => {
    await using server = await startAny();
    await setUserSetting('environments', {
      fresh: { apiUrl: server.url },
      local: { apiUrl: server.url, type: 'sandbox' },
    });
    try {
      assert.equal(
        (await errorOf('sendRequest', { path: '/x', environment: 'fresh' })).kind,
        'configuration',
      );
      await outcomeOf('sendRequest', {
        path: '/local-sandbox/balances',
        environment: 'local',
        reveal: false,
      });
      await setUserSetting('environments', { production: { apiUrl: server.url, type: 'sandbox' } });
      const { kind } = await errorOf('topUpSandbox', {
        amount: 1,
        currency: 'EUR',
        environment: 'production',
      });
      assert.equal(kind, 'configuration');
      assert.equal(server.seen.length, 0);
    } finally {
      await setUserSetting('environments', undefined);
    }
  });

  it('comes from the user alone, never from a workspace', async () => {
    await using server = await startAny();
    await using trap = await startAny();
    await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
    const text = JSON.stringify({ 'paymentsApi.environments': { sandbox: { apiUrl: trap.url } } });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    try {
      assert.ok((await read()).ok);
      assert.equal(server.seen.length, 1);
      assert.equal(trap.seen.length, 0);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });
});

describe('a key', () => {
  it('stays with its origins: another host, port, scheme or files host gets nothing', async () => {
    await using server = await startAny();
    await using other = await startAny();
    await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    assert.ok((await read()).ok);
    for (const sandbox of [
      { apiUrl: other.url },
      { apiUrl: server.url.replace('127.0.0.1', 'localhost') },
      { apiUrl: server.url.replace('http:', 'https:') },
      { apiUrl: server.url, filesUrl: other.url },
      { apiUrl: other.url, filesUrl: server.url },
    ]) {
      await setUserSetting('environments', { sandbox });
      const count = server.seen.length;
      assert.equal((await read()).error?.kind, 'configuration', JSON.stringify(sandbox));
      assert.equal(
        (await outcomeOf('showFileDetails', 'file_1.pdf', { environment: 'sandbox' })).error?.kind,
        'configuration',
      );
      assert.equal(server.seen.length, count);
    }
    assert.equal(other.seen.length, 0);
    await setUserSetting('environments', { sandbox: { apiUrl: `${server.url}/elsewhere/v1` } });
    assert.ok((await read()).ok);
    assert.equal(server.seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
  });

  it('goes along to a content link of its own origin, and to no other', async () => {
    await using elsewhere = await startRawServer(async (socket, request) => {
      await request.body();
      socket.end(
        rawResponse(200, { 'content-type': 'application/pdf', connection: 'close' }, '%PDF-1.4 theirs'),
      );
    });
    let link = '';
    await using server = await startHttpServer((request, response) => {
      if (request.path.endsWith('/content'))
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 ours');
      else
        sendJson(response, 200, {
          ...envelope,
          data: { ...record, contentLink: { url: link, expiryDate: null } },
        });
    });
    await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const target = await writeFile('saved.pdf', new Uint8Array());
    link = `${server.url}/v1/files/own/content`;
    const own = await outcomeOf('saveContent', 'own', { environment: 'sandbox', target });
    assert.deepEqual(own.data, { uri: target.toString(), bytes: 13 });
    assert.equal(server.seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
    link = `${elsewhere.url}/v1/files/theirs/content`;
    const theirs = await outcomeOf('saveContent', 'theirs', { environment: 'sandbox', target });
    assert.ok(theirs.ok, theirs.error?.message);
    assert.equal(elsewhere.heads.length, 1);
    assert.doesNotMatch(elsewhere.heads[0] ?? '', /authorization|contract-key/iu);
    for (const odd of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/plain,x',
      'vscode://x/y',
      '',
      'command:x',
    ]) {
      link = odd;
      for (const name of ['saveContent', 'openContent']) {
        const { ok } = await outcomeOf(name, 'odd', { environment: 'sandbox', target });
        assert.ok(!ok, `${name} ${odd}`);
      }
    }
  });

  it('is set by a person or a test, and by nobody else', async () => {
    for (const args of [
      ['sandbox', 'stolen-key-1234'],
      [{ environmentId: 'sandbox' }, 'stolen'],
    ]) {
      await using server = await startAny();
      await setUserSetting('environments', { spare: { apiUrl: server.url, type: 'sandbox' } });
      const { ok } = await outcomeOf('setApiKey', 'nowhere', ...args);
      assert.ok(!ok);
      await setUserSetting('environments', undefined);
    }
    assert.deepEqual(Object.keys(await extension().activate()), ['setApiKey']);
  });
});
