import * as vscode from 'vscode';
import type { ApiOperation } from '../../api/model/operations';
import { plainText } from '../../util/plainText';

/** A mark of this extension. */
export function markAt(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
  code: string,
): vscode.Diagnostic {
  const mark = new vscode.Diagnostic(range, plainText(message, 500), severity);
  mark.source = 'Payments API';
  mark.code = code;
  return mark;
}

/** A warning that leads to an operation in its document, where that has a line. */
export function warningOf(
  range: vscode.Range,
  message: string,
  code: string,
  operation: Pick<ApiOperation, 'method' | 'path' | 'source' | 'line'> | undefined,
): vscode.Diagnostic {
  const mark = markAt(range, message, vscode.DiagnosticSeverity.Warning, code);
  if (operation?.line === undefined) return mark;
  const { source, line, method, path } = operation;
  const at = new vscode.Location(vscode.Uri.parse(source), new vscode.Position(line, 0));
  const said = plainText(`${method} ${path}`, 200);
  mark.relatedInformation = [new vscode.DiagnosticRelatedInformation(at, said)];
  return mark;
}
