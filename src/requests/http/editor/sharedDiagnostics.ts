import * as vscode from 'vscode';
import { readShared, type SharedProblem } from '../../../httpFiles/format/shared';
import { markAt } from '../../checks/marks';
import { t } from '../../../util/text';

/** What is wrong with a file of shared variables. */
export function sharedDiagnostics(document: vscode.TextDocument): vscode.Diagnostic[] {
  return readShared(document.getText()).problems.map((problem) => {
    const range = new vscode.Range(document.positionAt(problem.start), document.positionAt(problem.end));
    return markAt(range, wordsFor(problem), vscode.DiagnosticSeverity.Warning, problem.code);
  });
}

function wordsFor({ code, name }: SharedProblem): string {
  if (code === 'no-json')
    return t('This is not a JSON object, so requests that could use its variables are not sent.');
  if (code === 'secret')
    return t(
      'Secrets do not belong in a file that a team shares. Enter a key as the API key of the environment.',
    );
  return t(
    '{0} is ignored here: it comes from the environment. No address and no key is read from this file.',
    name,
  );
}
