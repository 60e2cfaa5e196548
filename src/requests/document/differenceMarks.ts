import * as vscode from 'vscode';
import type { AnswerCheck } from '../../api/model/exchange';
import { plainText } from '../../util/plainText';
import type { Exchanges } from '../exchange/exchanges';
import type { KnownChecks } from '../checks/knownChecks';
import { readDocumentUri } from '../exchange/requestUris';
import { findPlaces } from '../checks/differencePlaces';

/** The line of an operation in its document, where that is known. */
type LineOf = (operation: NonNullable<AnswerCheck['operation']>) => number | undefined;

/** Marks in the documents of exchanges where an answer differs from its description, with the line that says so. */
export function markDifferences(
  exchanges: Exchanges,
  checks: KnownChecks,
  lineOf: LineOf,
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
    const { operation } = check;
    const line = operation && lineOf(operation);
    const diagnostics = check.differences.map(({ place, message }, index) => {
      const { offset, length } = parts[index] ?? { offset: 0, length: 0 };
      const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
      const said = plainText(`${place}: ${message}`, 500);
      const diagnostic = new vscode.Diagnostic(range, said, vscode.DiagnosticSeverity.Warning);
      diagnostic.source = 'Payments API';
      diagnostic.code = 'differs';
      if (operation !== undefined && line !== undefined) {
        const at = new vscode.Location(vscode.Uri.parse(operation.source), new vscode.Position(line, 0));
        const described = plainText(`${operation.method} ${operation.path}`, 200);
        diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(at, described)];
      }
      return diagnostic;
    });
    marks.set(document.uri, diagnostics);
  };
  const mark = (document: vscode.TextDocument) => void markLater(document);
  vscode.workspace.textDocuments.forEach(mark);
  return vscode.Disposable.from(
    marks,
    vscode.workspace.onDidOpenTextDocument(mark),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      mark(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      marks.delete(uri);
    }),
  );
}
