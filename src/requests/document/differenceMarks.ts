import * as vscode from 'vscode';
import type { Operations } from '../../services/descriptions/operations';
import type { Exchanges } from '../exchange/exchanges';
import type { KnownChecks } from '../checks/knownChecks';
import { readDocumentUri } from '../exchange/requestUris';
import { findPlaces } from '../checks/differencePlaces';
import { warningOf } from '../checks/marks';

/** Marks in the documents of exchanges where an answer differs from its description, with the line that says so. */
export function markDifferences(
  exchanges: Exchanges,
  checks: KnownChecks,
  operations: Operations,
): vscode.Disposable {
  const marks = vscode.languages.createDiagnosticCollection('payments-api-differences');
  const markLater = async (document: vscode.TextDocument): Promise<void> => {
    const name = readDocumentUri(document.uri);
    if (name?.kind !== 'exchange') return;
    const exchange = await exchanges.find(name.id);
    const check = exchange && (await checks.of(exchange));
    if (check === undefined || check.differences.length === 0 || document.isClosed) return;
    const text = document.getText();
    const isJson = document.languageId === 'jsonc';
    const parts = findPlaces(
      text,
      check.differences.map(({ place }) => (isJson ? place : '')),
    );
    const { method, path, source } = check.operation ?? {};
    const operation = operations
      .all()
      .find((each) => each.method === method && each.path === path && each.source === source);
    const diagnostics = check.differences.map(({ place, message }, index) => {
      const { offset, length } = parts[index] ?? { offset: 0, length: 0 };
      const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
      return warningOf(range, `${place}: ${message}`, 'differs', operation);
    });
    marks.set(document.uri, diagnostics);
  };
  const mark = (document: vscode.TextDocument) => void markLater(document);
  vscode.workspace.textDocuments.forEach(mark);
  return vscode.Disposable.from(
    marks,
    vscode.workspace.onDidOpenTextDocument(mark),
    vscode.workspace.onDidChangeTextDocument(({ document }) => mark(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => marks.delete(uri)),
  );
}
