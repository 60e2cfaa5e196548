import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import * as vscode from 'vscode';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { fail, sample, setUserSetting, succeed, useEnvironments } from '../support/extension';
import { acceptAll } from '../support/prompts';

const KEY = 'test_key_abcdefgh1234';

describe('environments by code', () => {
  afterEach(async () => {
    await succeed('switchEnvironment', 'local');
    await setUserSetting('environments', undefined);
  });

  it('are switched by id', async () => {
    const { data } = await succeed('switchEnvironment', 'sandbox');
    assert.deepEqual(data, { environment: 'sandbox' });
  });

  it('are refused when there is none by that id, or it is no id at all', async () => {
    const unknown = await fail('switchEnvironment', 'nowhere');
    assert.equal(unknown.error.kind, 'configuration');
    assert.match(unknown.error.message, /nowhere.*local, sandbox, production/);
    for (const name of [
      'switchEnvironment',
      'configureEnvironment',
      'openDashboard',
      'removeEnvironment',
    ] as const) {
      assert.equal((await fail(name, 'nowhere')).error.kind, 'configuration');
      assert.equal((await fail(name, 42)).error.kind, 'preflight');
    }
  });

  it('say that the Local Sandbox needs no set-up', async () => {
    const { error } = await fail('configureEnvironment', 'local');
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /needs no set-up/);
  });

  it('that are not set up refuse requests, and name what is missing', async () => {
    const { error } = await fail('sendRequest', { environment: 'production', path: '/x', reveal: false });
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /no address yet/);
  });

  it('have no dashboard unless one is given', async () => {
    assert.equal((await fail('openDashboard', 'sandbox')).error.kind, 'configuration');
  });

  it('opens a dashboard without waiting for what the user says to that', async () => {
    await using _environment = await useEnvironments(
      { sandbox: { apiUrl: 'http://127.0.0.1:9', dashboardUrl: 'https://dashboard.example/a?b=c' } },
      KEY,
    );
    assert.deepEqual((await succeed('openDashboard', 'sandbox')).data, {
      url: 'https://dashboard.example/a?b=c',
    });
  });

  it('of the user’s own are renamed, duplicated without the key, and removed with it', async () => {
    await using server = await startHttpServer();
    const entry = { type: 'sandbox', apiUrl: server.url, name: 'First' };
    await useEnvironments({ mine: entry }, KEY);
    await succeed('renameEnvironment', 'mine', 'Renamed');
    const { data: copy } = await succeed('duplicateEnvironment', 'mine', 'Second account');
    assert.equal(copy.environment, 'second-account');
    const written = vscode.workspace.getConfiguration('paymentsApi').inspect('environments')?.globalValue;
    assert.deepEqual(written, {
      mine: { ...entry, name: 'Renamed' },
      'second-account': { ...entry, name: 'Second account' },
    });
    const send = (environment: string) => ({ environment, path: '/x', reveal: false });
    await succeed('sendRequest', send('mine'));
    assert.match((await fail('sendRequest', send('second-account'))).error.message, /no API key yet/);

    await succeed('switchEnvironment', 'mine');
    await succeed('removeEnvironment', 'mine');
    assert.match((await fail('sendRequest', send('mine'))).error.message, /no environment "mine"/);
    // Brought back by hand, it finds neither its key nor itself active.
    await setUserSetting('environments', { mine: entry });
    assert.match((await fail('sendRequest', send('mine'))).error.message, /no API key yet/);
    assert.equal((await succeed('copyAddress', 'mine')).data, `${server.url}/v1`);
  });

  it('that are built in cannot be removed, and a name that is taken is refused', async () => {
    await setUserSetting('environments', { sandbox: { apiUrl: 'https://a.test' } });
    assert.equal((await fail('removeEnvironment', 'sandbox')).error.kind, 'configuration');
    assert.equal((await fail('duplicateEnvironment', 'sandbox', 'production')).error.kind, 'preflight');
    assert.equal((await fail('renameEnvironment', 'sandbox', '\u202eevil')).error.kind, 'preflight');
  });

  it('are not brought back by a name that was asked for before they were removed', async () => {
    await using _environments = await useEnvironments(
      { mine: { type: 'sandbox', apiUrl: 'https://m.test' } },
      KEY,
    );
    for (const name of ['renameEnvironment', 'duplicateEnvironment'] as const) {
      await setUserSetting('environments', { mine: { type: 'sandbox', apiUrl: 'https://m.test' } });
      const renaming = fail(name, 'mine');
      await setUserSetting('environments', {});
      await acceptAll(renaming);
      assert.match((await renaming).error.message, /no environment "mine"/);
      assert.deepEqual(userEntries(), {});
    }
  });

  it('stay production when their set-up began before they became that', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 404, { success: false, code: 'invalid_request', message: 'No such file', data: {} });
    });
    const entry = { type: 'sandbox', apiUrl: server.url };
    await using _environments = await useEnvironments({ mine: entry }, KEY);
    const settingUp = succeed('configureEnvironment', 'mine');
    await setUserSetting('environments', { mine: { ...entry, type: 'production', name: 'Real money' } });
    await acceptAll(settingUp);
    assert.deepEqual(userEntries(), { mine: { ...entry, type: 'production', name: 'Real money' } });
  });

  it('keep what is under way, and its late answer, to themselves', async () => {
    const asked = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    await using server = await startHttpServer(async (_request, response) => {
      asked.resolve(undefined);
      await go.promise;
      const record = {
        id: 'late.pdf',
        purpose: 'payment_evidence',
        name: 'late.pdf',
        mimeType: 'application/pdf',
        contentLink: { url: 'https://files.test/x', expiryDate: null },
        expiryDate: null,
        uploadedAt: '2026-01-02T03:04:05.000Z',
      };
      sendJson(response, 200, { success: true, message: '', data: record });
    });
    await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    await succeed('switchEnvironment', 'sandbox');
    const running = succeed('addFileById', 'late.pdf');
    await asked.promise;
    await succeed('switchEnvironment', 'local');
    go.resolve(undefined);
    await running;
    assert.equal((await succeed('findFiles', 'late.pdf', { environment: 'sandbox' })).data.length, 1);
    assert.equal((await succeed('findFiles', 'late.pdf')).data.length, 0);
  });

  it('keep a late answer with the account that gave it, where the address has changed meanwhile', async () => {
    const asked = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    const answer = (response: ServerResponse, name: string) => {
      const contentLink = { url: 'https://files.test/x', expiryDate: null };
      const times = { expiryDate: null, uploadedAt: '2026-01-02T03:04:05.000Z' };
      const data = { id: 'moved.pdf', purpose: 'p', name, mimeType: 'm', contentLink, ...times };
      sendJson(response, 200, { success: true, message: '', data });
    };
    await using first = await startHttpServer(async (_request, response) => {
      asked.resolve(undefined);
      await go.promise;
      answer(response, 'of the first.pdf');
    });
    await using second = await startHttpServer((_request, response) => {
      answer(response, 'of the second.pdf');
    });
    await useEnvironments({ sandbox: { apiUrl: first.url } }, KEY);
    const late = succeed('addFileById', 'moved.pdf', { environment: 'sandbox' });
    await asked.promise;
    await useEnvironments({ sandbox: { apiUrl: second.url } }, KEY);
    const own = await succeed('addFileById', 'moved.pdf', { environment: 'sandbox' });
    assert.equal(own.data['name'], 'of the second.pdf');
    go.resolve(undefined);
    assert.equal((await late).data['name'], 'of the first.pdf');
    const names = async () =>
      (await succeed('findFiles', 'moved', { environment: 'sandbox' })).data.map((file) => file['name']);
    assert.deepEqual(await names(), ['of the second.pdf']);
    await useEnvironments({ sandbox: { apiUrl: first.url } }, KEY);
    assert.deepEqual(await names(), ['of the first.pdf']);
  });
});

describe('a repository with its own settings', () => {
  const file = (): vscode.Uri => vscode.Uri.joinPath(sample('.vscode'), 'settings.json');
  let before: Uint8Array | undefined;

  beforeEach(async () => {
    before = await Promise.resolve(vscode.workspace.fs.readFile(file())).catch(() => undefined);
  });
  afterEach(async () => {
    if (before === undefined) await vscode.workspace.fs.delete(file());
    else await vscode.workspace.fs.writeFile(file(), before);
    await setUserSetting('environments', undefined);
  });

  it('redirects no key: neither by an address, nor a proxy, nor another transport', async () => {
    const mark = `marked-${crypto.randomUUID()}`;
    await using evil = await startHttpServer((_request, response) => {
      sendJson(response, 200, { success: true, message: 'stolen', data: {} });
    });
    await using good = await startHttpServer((_request, response) => {
      sendJson(response, 200, { success: true, message: 'good', data: {} });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: good.url } }, KEY);
    // A setting of the editor itself that a workspace may set shows when the file has been read.
    const read = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeConfiguration(() => {
        if (vscode.workspace.getConfiguration('files').get('eol') !== '\r\n') return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.workspace.fs.writeFile(
      file(),
      Buffer.from(
        JSON.stringify({
          'files.eol': '\r\n',
          'paymentsApi.environments': {
            sandbox: { apiUrl: evil.url },
            [mark]: { type: 'sandbox', apiUrl: evil.url },
          },
          'paymentsApi.network.transport': 'vscode',
          'http.proxy': evil.url,
          'http.proxyStrictSSL': false,
        }),
      ),
    );
    await read;
    const { data } = await succeed('sendRequest', { environment: 'sandbox', path: '/x', reveal: false });
    assert.deepEqual(data.body, { success: true, message: 'good', data: {} });
    assert.equal((await fail('switchEnvironment', mark)).error.kind, 'configuration');
    assert.equal(evil.seen.length, 0);
  });
});

/** The user's entries, as they are in the settings. */
function userEntries(): unknown {
  return vscode.workspace.getConfiguration('paymentsApi').inspect('environments')?.globalValue;
}
