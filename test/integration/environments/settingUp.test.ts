import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FILE_DATA, ok } from '../../support/apiClient';
import { refusing, startHttpServer, sendJson } from '../../support/httpServer';
import { errorOf, KEY, type AnyOutcome } from '../support/contract';
import {
  newPdf,
  send,
  sendInVain,
  setUserSetting,
  succeed,
  useEnvironments,
  userSetting,
  writeFile,
} from '../support/extension';
import { acceptAll, dismissAll, refreshUntilAsked } from '../support/prompts';
import { replaceInWindow } from '../support/registry';

/** Its link has expired, and is fetched again before it is used. */
const contentLink = { url: 'https://content.test/p', expiryDate: '2026-01-01T00:00:00Z' };
const record = ok({ ...FILE_DATA, contentLink });
const list = ok({ records: [{ id: 'a' }], paging: { totalCount: 2, nextPage: 'c2' } });

/** The kind of error of a command whose questions are all closed. */
async function dismissed(name: string, ...args: unknown[]): Promise<string> {
  const outcome = await dismissAll(
    vscode.commands.executeCommand<AnyOutcome>(`paymentsApi.${name}`, ...args),
  );
  return outcome.error?.kind ?? 'ok';
}

describe('a command that a person starts where the key is missing', () => {
  it('asks for the key, where code gets the error', async () => {
    await using server = await startHttpServer(({ path }, response) =>
      sendJson(response, 200, path.includes('/files/') ? record : list),
    );
    const addresses = { apiUrl: server.url, type: 'sandbox' };
    let exchangeId: string;
    {
      await using _environment = await useEnvironments({ keyless: addresses }, KEY);
      const sent = await send('/things', { environment: 'keyless' });
      exchangeId = sent.exchangeId ?? '';
      await succeed('addFileById', 'file_1.pdf', { environment: 'keyless' });
      await succeed('switchEnvironment', 'keyless');
      await vscode.commands.executeCommand('paymentsApi.files.focus');
      await refreshUntilAsked(server.seen);
      await succeed('removeApiKey', 'keyless');
    }
    const seen = server.seen.length;
    await setUserSetting('environments', { keyless: addresses });
    const environment = 'keyless';
    const byPerson = { environment, interactive: true };
    const row = { file: { key: 1, environment, fileId: 'file_1.pdf', name: 'one.pdf' } };
    const uri = await writeFile('keyless.http', 'POST /v1/things\n\n{}\n');
    const pdf = await writeFile('homeless.pdf', newPdf());
    try {
      for (const [name, ...args] of [
        ['openContent', row],
        ['copyContentLink', row],
        ['saveContent', row],
        ['showFileDetails', row],
        ['refreshFile', row],
        ['refreshFiles'],
        ['showFileDetails', 'file_1.pdf', byPerson],
        ['addFileById', undefined, { environment }],
        ['topUpSandbox', { environment }],
        ['sendRequest', { environment }],
        ['sendRequest', { ...byPerson, path: '/things' }],
        ['nextPage', exchangeId, byPerson],
        ['collectAllPages', exchangeId, byPerson],
        ['sendAgain', exchangeId, byPerson],
        ['compareWith', exchangeId, byPerson],
        ['sendFromFile', uri, byPerson],
        ['sendAllInFile', uri, byPerson],
        ['uploadFiles', pdf],
        ['uploadFiles', pdf, undefined, byPerson],
      ] as const) {
        assert.equal(await dismissed(name, ...args), 'cancelled', name);
      }
      for (const [name, ...args] of [
        ['openContent', 'file_1.pdf', { environment }],
        ['copyContentLink', 'file_1.pdf', { environment }],
        ['saveContent', 'file_1.pdf', { environment, target: uri }],
        ['showFileDetails', 'file_1.pdf', { environment }],
        ['addFileById', 'file_1.pdf', { environment }],
        ['topUpSandbox', { environment, amount: 1, currency: 'EUR' }],
        ['sendRequest', { environment, path: '/things', reveal: false }],
        ['nextPage', exchangeId, { reveal: false }],
        ['collectAllPages', exchangeId, { format: 'json', reveal: false }],
        ['compareWith', exchangeId, { environment }],
        ['sendFromFile', uri, { environment, reveal: false }],
        ['uploadFiles', pdf, undefined, { environment, purpose: 'payment_evidence' }],
      ] as const) {
        assert.equal((await errorOf(name, ...args)).kind, 'configuration', name);
      }
    } finally {
      await succeed('switchEnvironment', 'local');
      await setUserSetting('environments', undefined);
    }
    assert.equal(server.seen.length, seen);
  });
});

describe('a key that a person enters', () => {
  it('is that of the active environment, and none that its service refuses is kept', async () => {
    await using server = await startHttpServer((request, ...answer) =>
      refusing(request.headers.authorization === `ApiKey ${KEY}` ? 404 : 401)(request, ...answer),
    );
    await using _setting = await userSetting('environments', {
      keyless: { apiUrl: server.url, type: 'sandbox' },
    });
    const typed = ['refused-key-1234', KEY];
    const { createInputBox } = vscode.window;
    using _window = replaceInWindow({
      createInputBox() {
        const box = createInputBox();
        setImmediate(() => Object.assign(box, { value: typed.shift() }));
        return box;
      },
      showWarningMessage: (_message: string, _options: object, first: unknown) => Promise.resolve(first),
      createQuickPick: () => assert.fail('It is not asked which environment is meant.'),
    });
    await succeed('switchEnvironment', 'keyless');
    await acceptAll(succeed('setApiKey'));
    await sendInVain('/things', { environment: 'keyless' });
    assert.equal(server.seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
    assert.deepEqual(typed, []);
    await succeed('switchEnvironment', 'local');
  });
});
