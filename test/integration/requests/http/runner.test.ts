import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { beginRun } from '../../../../src/httpFiles/run/fileRun';
import { KnownAnswers } from '../../../../src/httpFiles/run/knownAnswers';
import { RequestRunner, type RunnerParts } from '../../../../src/httpFiles/run/runRequest';
import { Verdicts } from '../../../../src/httpFiles/run/verdicts';
import { SharedVariables } from '../../../../src/httpFiles/sharedVariables';
import { needsMessage } from '../../../../src/ui/messages';
import { eventually } from '../../../host/editor/waiting.mts';
import { ok } from '../../../support/apiClient';
import { answering } from '../../../support/httpServer';
import { serveTest } from '../../../support/services';
import { newPdf, sample, writeFile } from '../../support/extension';
import { memento } from '../../support/registry';
import { uploadRequest } from '../../support/requests';

/** Sends the one request of a new file, in production. */
async function serve(name: string, text: string, uploadFile?: RunnerParts['uploadFile']) {
  const test = await serveTest(answering(200, ok({})), { type: 'production' });
  const end = test[Symbol.asyncDispose];
  const verdicts = new Verdicts(() => undefined);
  const runner = new RequestRunner(test.services, {
    answers: new KnownAnswers(),
    verdicts,
    uploadFile: uploadFile ?? (() => Promise.reject(new Error('No upload is expected'))),
    findExchange: () => Promise.resolve(undefined),
  });
  const uri = await writeFile(name, text);
  const file = parseHttpFile(text);
  const start = { uri, file, environmentId: 'sandbox', given: new Map(), isPerson: true };
  const [request] = file.requests;
  assert.ok(request);
  return Object.assign(test, {
    send: async () =>
      runner.send(await beginRun(test.services, new SharedVariables(memento()), start), request),
    marks: () => vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'not-met').length,
    [Symbol.asyncDispose]() {
      verdicts.dispose();
      return end();
    },
  });
}

describe('a request of a file', () => {
  it('keeps the marks of its last answer where the person does not agree to send it again', async () => {
    await using test = await serve('asked.http', 'POST {{apiUrl}}/things\n\n{}\n?? status == 500\n');
    await test.send();
    assert.equal(test.marks(), 1);
    test.answer = false;
    await assert.rejects(test.send(), { kind: 'cancelled' });
    assert.equal(test.marks(), 1);
  });

  it('leaves no marks where its file was that is renamed', async () => {
    await using test = await serve('renamed.http', 'GET {{apiUrl}}/things\n\n?? status == 500\n');
    await test.send();
    assert.equal(test.marks(), 1);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(sample('renamed.http'), sample('renamed-later.http'));
    await vscode.workspace.applyEdit(edit);
    await eventually(test.marks, (count) => count === 0);
  });

  it('that is an upload and fails has the message of uploads, and no other one', async () => {
    await writeFile('said-once.pdf', newPdf());
    const error = { kind: 'api', message: 'No such key.', status: 401 } as const;
    await using test = await serve('said-once.http', uploadRequest('./said-once.pdf'), ({ uri }) =>
      Promise.resolve({ data: [{ uri: uri.toString(), status: 'failed', error }] }),
    );
    const failure: unknown = await test.send().catch((reason: unknown) => reason);
    assert.ok(failure instanceof Error);
    assert.equal(failure.message, error.message);
    assert.equal(needsMessage(failure, { ok: false, error }, { environment: 'sandbox' }), false);
  });
});
