import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createFileCommands } from '../../../src/files/commands/fileCommands';
import type { FileRecords } from '../../../src/files/records/fileRecords';
import type { Services } from '../../../src/services/services';
import { openStorage } from '../../../src/storage';
import { type SeenRequest, sendJson } from '../../support/httpServer';
import { startService } from '../support/contract';
import { call, succeed } from '../support/extension';
import { refreshUntilAsked } from '../support/prompts';
import { newUpload } from '../support/registry';

const WHERE = { environment: 'sandbox' } as const;

/** @param expiryDate of its content link */
function recordOf(id: string, expiryDate: string | null = null) {
  return {
    id,
    purpose: 'payment_evidence',
    name: `${id}.pdf`,
    mimeType: 'application/pdf',
    contentLink: { url: 'https://content.test/p', expiryDate },
    expiryDate: null,
    uploadedAt: '2026-01-01T00:00:00Z',
  };
}

const answerRecord = ({ path }: SeenRequest, response: ServerResponse): void => {
  const id = path.slice(path.lastIndexOf('/') + 1);
  sendJson(response, 200, { success: true, message: 'ok', data: recordOf(id) });
};

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
      const data = recordOf(id, asks <= 2 ? '2026-01-01T01:00:00Z' : null);
      sendJson(response, 200, { success: true, message: 'ok', data });
    });
    await succeed('addFileById', 'file_taken_out', WHERE);
    const copied = call('copyContentLink', 'file_taken_out', WHERE);
    await asked.promise;
    await succeed('forgetFile', 'file_taken_out', WHERE);
    open.resolve(undefined);
    await copied;
    assert.equal(await found('file_taken_out'), 0, 'asked before it was forgotten');
    await succeed('copyContentLink', 'file_taken_out', WHERE);
    assert.equal(await found('file_taken_out'), 0, 'asked afterwards');
    await succeed('addFileById', 'file_taken_out', WHERE);
    assert.equal(await found('file_taken_out'), 1);
  });
});

describe('the message about what was taken out of the list', () => {
  const { showInformationMessage } = vscode.window;
  afterEach(() => {
    Object.assign(vscode.window, { showInformationMessage });
  });

  it('says of an upload that failed nothing about what the service has', async () => {
    const storage = openStorage({
      file: join(mkdtempSync(join(tmpdir(), 'forget-')), 'a.db'),
      onProblem: () => undefined,
    });
    const [row] = storage.files.begin([newUpload('sandbox', 'failed.pdf')]);
    const file = storage.files.fail(row?.key ?? 0, {
      state: 'failed',
      error: { kind: 'network', message: 'No way there.' },
    });
    const services = { storage: { get: () => Promise.resolve(storage) } } as unknown as Services;
    const commands = createFileCommands(
      services,
      {} as FileRecords,
      () => Promise.resolve(),
      () => Promise.resolve(true),
    );
    const said: string[] = [];
    const note = (message: string) => Promise.resolve(said.push(message)).then(() => undefined);
    Object.assign(vscode.window, { showInformationMessage: note });
    await commands.forgetFile({ file }, undefined);
    storage.close();
    assert.deepEqual(said, ['failed.pdf was removed from the Files view. Nothing changes on the service.']);
  });
});

describe('refreshing what the Files view shows', () => {
  after(() => succeed('switchEnvironment', 'local'));

  it('asks nothing of an environment that was left while the view was hidden', async () => {
    await using service = await startService(answerRecord);
    const { server } = service;
    await succeed('addFileById', 'file_h1', WHERE);
    await succeed('switchEnvironment', 'sandbox');
    await vscode.commands.executeCommand('paymentsApi.files.focus');
    await refreshUntilAsked(server.seen);
    await vscode.commands.executeCommand('workbench.view.explorer');
    await succeed('switchEnvironment', 'local');
    const before = server.seen.length;
    await succeed('refreshFiles');
    assert.equal(server.seen.length, before);
  });
});
