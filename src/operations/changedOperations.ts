import * as vscode from 'vscode';
import { commandTitle } from '../commands/titles';
import type { DescribedDocument } from '../services/descriptions/descriptions';
import type { Services } from '../services/services';
import { showMessage } from '../ui/messages';
import { literal, plainText } from '../util/plainText';
import { ChangePauses } from './changePauses';
import type { WrittenRequest } from '../commands/table/commandTypes';
import { concernedBy, type Concerned } from './concernedRequests';
import { t } from '../util/text';
import { showDocument } from '../ui/documents/showDocument';

/**
 * Reports what became of a document that changed, and leads to the requests that it concerns. It rewrites none.
 * @param written gives the requests that people have written and kept
 */
export function reportChanges(
  { descriptions, operations }: Pick<Services, 'descriptions' | 'operations'>,
  written: () => Promise<readonly WrittenRequest[]>,
): vscode.Disposable {
  const now = (source: string) => descriptions.documents.find(({ uri }) => uri === source);
  const report = async (before: DescribedDocument) => {
    const changes = await descriptions.worker.run('changes', before.uri);
    const { added, changed, gone } = changes;
    if (added.length + changed.length + gone.length === 0) return;
    const { title } = now(before.uri) ?? before;
    const said = t(
      '{0}: {1} added, {2} changed, {3} gone',
      ...[plainText(title, 100), added.length, changed.length, gone.length],
    );
    const concerned = concernedBy(before, changes, operations.match.bind(operations), await written());
    const show = { title: commandTitle('showOperationRequests'), run: () => choose(said, concerned) };
    showMessage('info', said, concerned.length === 0 ? [] : [show]);
  };
  const isReadable = (uri: string) => now(uri) !== undefined && now(uri)?.error === undefined;
  const pauses = new ChangePauses(isReadable, (before) => {
    // The thread of descriptions is ended now and then: what it compared with is gone.
    report(before).catch(() => undefined);
  });
  return vscode.Disposable.from(
    pauses,
    descriptions.onDidReadAgain((before) => pauses.changed(before)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => pauses.edited(document.uri.toString())),
  );
}

async function choose(title: string, concerned: readonly Concerned[]): Promise<void> {
  const items = concerned.map(({ request, operation }) => ({
    label: literal(plainText(request.name, 100)),
    description: plainText(`${operation.method} ${operation.path}`, 200),
    detail: plainText(vscode.workspace.asRelativePath(request.uri), 200),
    request,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const { uri, line } = picked.request;
  await showDocument(uri, { selection: new vscode.Range(line, 0, line, 0) });
}
