import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FILE_DATA, ok } from '../../support/apiClient';
import { answering, sendJson } from '../../support/httpServer';
import { startService } from '../support/contract';
import { call, fail, succeed } from '../support/extension';
import { refreshUntilAsked } from '../support/prompts';

const WHERE = { environment: 'sandbox' } as const;

/** @param expiryDate of its content link */
const recordOf = (id: string, expiryDate: string | null = null) =>
  ok({ ...FILE_DATA, id, name: `${id}.pdf`, contentLink: { url: 'https://content.test/p', expiryDate } });

const found = async (id: string) => (await succeed('findFiles', id, WHERE)).data.length;

describe('a file that is forgotten', () => {
  it('does not come back by an answer, but does when it is asked for', async () => {
    const asked = Promise.withResolvers<undefined>();
    const open = Promise.withResolvers<undefined>();
    let asks = 0;
    await using _service = await startService(async (request, response) => {
      const id = request.path.slice(request.path.lastIndexOf('/') + 1);
      if (id === 'file_taken_out' && ++asks === 2) {
        asked.resolve(undefined);
        await open.promise;
      }
      // An expired link is fetched again before it is used.
      sendJson(response, 200, recordOf(id, asks <= 2 ? '2026-01-01T01:00:00Z' : null));
    });
    await succeed('addFileById', 'file_taken_out', WHERE);
    const copied = call('copyContentLink', 'file_taken_out', WHERE);
    await asked.promise;
    await succeed('forgetFile', 'file_taken_out', WHERE);
    const { message } = (await fail('forgetFile', 'file_taken_out', WHERE)).error;
    assert.match(message, /in the list of Sandbox\./, 'by the name of the environment');
    open.resolve(undefined);
    await copied;
    assert.equal(await found('file_taken_out'), 0, 'asked before it was forgotten');
    await succeed('copyContentLink', 'file_taken_out', WHERE);
    assert.equal(await found('file_taken_out'), 0, 'asked afterwards');
    await succeed('addFileById', 'file_taken_out', WHERE);
    assert.equal(await found('file_taken_out'), 1);
  });
});

describe('refreshing what the Files view shows', () => {
  after(() => succeed('switchEnvironment', 'local'));

  it('asks nothing of an environment that was left while the view was hidden', async () => {
    await using service = await startService(answering(200, recordOf('file_h1')));
    await succeed('addFileById', 'file_h1', WHERE);
    await succeed('switchEnvironment', 'sandbox');
    await vscode.commands.executeCommand('paymentsApi.files.focus');
    await refreshUntilAsked(service.seen);
    await vscode.commands.executeCommand('workbench.view.explorer');
    await succeed('switchEnvironment', 'local');
    const before = service.seen.length;
    await succeed('refreshFiles');
    assert.equal(service.seen.length, before);
  });
});
