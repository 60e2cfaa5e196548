import assert from 'node:assert/strict';
import { KEY } from '../support/contract';
import * as vscode from 'vscode';
import { FILE_DATA, ok } from '../../support/apiClient';
import { answering, refusing, startHttpServer } from '../../support/httpServer';
import { fail, setUserSetting, succeed, useEnvironments, sendInVain, send } from '../support/extension';
import { acceptAll } from '../support/prompts';
import { Gate } from '../support/uploads';

describe('environments by code', () => {
  afterEach(async () => {
    await succeed('switchEnvironment', 'local');
    await setUserSetting('environments', undefined);
  });

  it('are switched by id, and refused when there is none by that id, or it is no id at all', async () => {
    assert.deepEqual((await succeed('switchEnvironment', 'sandbox')).data, { environment: 'sandbox' });
    const unknown = await fail('switchEnvironment', 'nowhere');
    assert.equal(unknown.error.kind, 'configuration');
    assert.match(unknown.error.message, /nowhere.*local, sandbox, production/);
    // Others are called with odd ids in arguments.test.ts.
    assert.equal((await fail('removeEnvironment', 'nowhere')).error.kind, 'configuration');
    assert.equal((await fail('removeEnvironment', 42)).error.kind, 'preflight');
  });

  it('say that the Local Sandbox needs no set-up, and take no key for it', async () => {
    for (const name of ['configureEnvironment', 'setApiKey', 'removeApiKey', 'openDashboard'] as const) {
      const { kind, message } = (await fail(name, 'local')).error;
      assert.equal(kind, 'configuration', name);
      assert.match(message, /needs no set-up/, name);
    }
  });

  it('have no dashboard unless one is given, and open it without waiting for what the user says to that', async () => {
    assert.equal((await fail('openDashboard', 'sandbox')).error.kind, 'configuration');
    const url = 'https://dashboard.example/a?b=c';
    await setUserSetting('environments', { sandbox: { apiUrl: 'http://127.0.0.1:9', dashboardUrl: url } });
    assert.deepEqual((await succeed('openDashboard', 'sandbox')).data, { url });
    await setUserSetting('environments', { sandbox: { dashboardUrl: 'http://d.example' } });
    assert.match(
      (await fail('openDashboard', 'sandbox')).error.message,
      /dashboardUrl was refused: .* https/,
    );
  });

  it('of the user’s own are renamed, duplicated without the key, and removed with it', async () => {
    await using server = await startHttpServer();
    const entry = { type: 'sandbox', apiUrl: server.url, name: 'First' };
    await useEnvironments({ mine: entry }, KEY);
    await succeed('renameEnvironment', 'mine', 'Renamed');
    const { data: copy } = await succeed('duplicateEnvironment', 'mine', 'Second account');
    assert.equal(copy.environment, 'second-account');
    assert.deepEqual(userEntries(), {
      mine: { ...entry, name: 'Renamed' },
      'second-account': { ...entry, name: 'Second account' },
    });
    await send('/x', { environment: 'mine' });
    const refusal = async (environment: string) => (await sendInVain('/x', { environment })).error.message;
    assert.match(await refusal('second-account'), /no API key yet/);

    await succeed('switchEnvironment', 'mine');
    await succeed('removeEnvironment', 'mine');
    assert.match(await refusal('mine'), /no environment "mine"/);
    // Brought back by hand, it finds neither its key nor itself active.
    await setUserSetting('environments', { mine: entry });
    assert.match(await refusal('mine'), /no API key yet/);
    assert.equal((await succeed('copyAddress', 'mine')).data, `${server.url}/v1`);
  });

  it('that are built in cannot be removed, and a name that is taken is refused', async () => {
    await setUserSetting('environments', { sandbox: { apiUrl: 'https://a.test' } });
    assert.equal((await fail('removeEnvironment', 'sandbox')).error.kind, 'configuration');
    assert.equal((await fail('duplicateEnvironment', 'sandbox', 'production')).error.kind, 'preflight');
    // Before it is asked which one.
    for (const id of ['sandbox', undefined])
      assert.equal((await fail('renameEnvironment', id, '\u202eevil')).error.kind, 'preflight');
  });

  it('are not brought back by a name that was asked for before they were removed', async () => {
    const entries = { mine: { type: 'sandbox', apiUrl: 'https://m.test' } };
    for (const name of ['renameEnvironment', 'duplicateEnvironment'] as const) {
      await setUserSetting('environments', entries);
      const renaming = fail(name, 'mine');
      await setUserSetting('environments', {});
      await acceptAll(renaming);
      assert.match((await renaming).error.message, /no environment "mine"/);
      assert.deepEqual(userEntries(), {});
    }
  });

  it('stay production when their set-up began before they became that', async () => {
    await using server = await startHttpServer(refusing(404, 'invalid_request'));
    const entry = { type: 'sandbox', apiUrl: server.url };
    await using _environments = await useEnvironments({ mine: entry }, KEY);
    const settingUp = succeed('configureEnvironment', 'mine');
    await setUserSetting('environments', { mine: { ...entry, type: 'production', name: 'Real money' } });
    await acceptAll(settingUp);
    assert.deepEqual(userEntries(), { mine: { ...entry, type: 'production', name: 'Real money' } });
  });

  it('keep what is under way, and its late answer, to themselves', async () => {
    const gate = new Gate();
    await using server = await startHttpServer(gate.handler);
    await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    await succeed('switchEnvironment', 'sandbox');
    const running = succeed('addFileById', 'late.pdf');
    await gate.asked;
    await succeed('switchEnvironment', 'local');
    gate.open(answering(200, ok({ ...FILE_DATA, id: 'late.pdf' })));
    await running;
    assert.equal((await succeed('findFiles', 'late.pdf', { environment: 'sandbox' })).data.length, 1);
    assert.equal((await succeed('findFiles', 'late.pdf')).data.length, 0);
  });

  it('keep a late answer with the account that gave it, where the address has changed meanwhile', async () => {
    const answer = (name: string) => answering(200, ok({ ...FILE_DATA, id: 'moved.pdf', name }));
    const gate = new Gate();
    await using first = await startHttpServer(gate.handler);
    await using second = await startHttpServer(answer('of the second.pdf'));
    await useEnvironments({ sandbox: { apiUrl: first.url } }, KEY);
    const late = succeed('addFileById', 'moved.pdf', { environment: 'sandbox' });
    await gate.asked;
    await useEnvironments({ sandbox: { apiUrl: second.url } }, KEY);
    const own = await succeed('addFileById', 'moved.pdf', { environment: 'sandbox' });
    assert.equal(own.data['name'], 'of the second.pdf');
    gate.open(answer('of the first.pdf'));
    assert.equal((await late).data['name'], 'of the first.pdf');
    const names = async () =>
      (await succeed('findFiles', 'moved', { environment: 'sandbox' })).data.map((file) => file['name']);
    assert.deepEqual(await names(), ['of the second.pdf']);
    await useEnvironments({ sandbox: { apiUrl: first.url } }, KEY);
    assert.deepEqual(await names(), ['of the first.pdf']);
  });
});

/** The user's entries, as they are in the settings. */
function userEntries(): unknown {
  return vscode.workspace.getConfiguration('paymentsApi').inspect('environments')?.globalValue;
}
