import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../host/editor/waiting.mts';
import { registerFileIdProviders } from '../../../src/files/editor/fileIdProviders';
import { RequestIdLinks } from '../../../src/requests/document/requestIdLinks';
import { send, succeed, writeFile } from '../support/extension';

const { token } = new vscode.CancellationTokenSource();

describe('request ids in a terminal', () => {
  it('are links where they are known here, and open their request', async () => {
    const { requestId = '', exchangeId = '' } = await send('/local-sandbox/samples?limit=1');
    const links = new RequestIdLinks(() =>
      Promise.resolve({
        hasRequestIds: () => true,
        knownRequestIds: (texts) => new Set(texts.filter((text) => text === requestId)),
      }),
    );
    const line = `error: request_id=${requestId}, not req_00000000-0000-4000-8000-000000000000.`;
    const found = await links.inTerminal(line);
    assert.deepEqual(
      found.map(({ startIndex, length }) => line.slice(startIndex, startIndex + length)),
      [requestId],
    );
    await succeed('findRequest', found[0]?.requestId);
    const { path } = await eventually(
      () => vscode.window.activeTextEditor?.document.uri ?? vscode.Uri.file(''),
      ({ query }) => query === exchangeId,
    );
    assert.match(path, /\/GET samples · 200$/);
  });
});

describe('a text', () => {
  const unread = new Proxy({} as vscode.TextDocument, {
    get: (_document, name) => assert.fail(`its ${String(name)} was read`),
  });

  it('is not looked at where no request id is known, or nothing was ever kept', async () => {
    const none = new RequestIdLinks(() =>
      Promise.resolve({
        hasRequestIds: () => false,
        knownRequestIds: () => assert.fail('something was looked up'),
      }),
    );
    const never = new RequestIdLinks(() => Promise.resolve(undefined));
    for (const links of [none, never]) {
      assert.deepEqual(await links.inDocument(unread, token), []);
      assert.deepEqual(await links.inTerminal('error: request_id=req_4711'), []);
    }
  });

  it('loads nothing where the extension was never used', async () => {
    const asked: string[] = [];
    const load = () => assert.fail('the features were loaded');
    const registered = registerFileIdProviders(load, () => asked.push('asked') < 0);
    // On disk: the editor shows a document that is not saved, in whatever test comes next.
    const file = await writeFile('see.txt', 'see file_4711.pdf');
    await vscode.workspace.openTextDocument(file);
    await vscode.commands.executeCommand('vscode.executeLinkProvider', file);
    assert.ok(asked.length > 0);
    registered.dispose();
  });
});
