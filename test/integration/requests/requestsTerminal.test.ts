import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { terminalLinks } from '../../../src/requests/editor/providers';
import { succeed } from '../support/extension';

describe('request ids in a terminal', () => {
  const terminal = {} as vscode.Terminal;
  const { token } = new vscode.CancellationTokenSource();

  it('are links where they are known here, and open their request', async () => {
    const { requestId = '', exchangeId = '' } = await succeed('sendRequest', {
      path: '/local-sandbox/samples?limit=1',
      environment: 'local',
      reveal: false,
    });
    const known = (texts: readonly string[]) =>
      Promise.resolve(new Set(texts.filter((text) => text === requestId)));
    const load = () =>
      Promise.resolve({
        known,
        read: () => Promise.resolve({ text: '', time: 0 }),
        lenses: { provideCodeLenses: () => [] },
        folding: { provideFoldingRanges: () => [] },
        links: { provideDocumentLinks: () => [] },
        knownForCompletion: () => Promise.resolve({ paths: [], fileIds: [] }),
      });
    const provider = terminalLinks(load, () => true);
    const line = `error: request_id=${requestId}, not req_00000000-0000-4000-8000-000000000000.`;
    const links = (await provider.provideTerminalLinks({ line, terminal }, token)) ?? [];
    assert.deepEqual(
      links.map(({ startIndex, length }) => line.slice(startIndex, startIndex + length)),
      [requestId],
    );
    const opened = Promise.withResolvers<string>();
    const listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor?.document.uri.query === exchangeId) opened.resolve(editor.document.uri.path);
    });
    for (const link of links) await provider.handleTerminalLink(link);
    assert.match(await opened.promise, /\/GET samples · 200$/);
    listener.dispose();

    const off = terminalLinks(load, () => false);
    assert.deepEqual(await off.provideTerminalLinks({ line, terminal }, token), []);
  });
});
