import * as vscode from 'vscode';
import { sectionLines } from './exchangeText';

const PAUSE_MS = 200;
/** Attempts while a section can be seen open. */
const ATTEMPTS = 50;
/** Attempts while no section is in sight, because the result of the first one is not visible then. */
const ATTEMPTS_OUT_OF_SIGHT = 10;

/**
 * Folds the sections below the body; the body stays as it is.
 *
 * The editor computes what can be folded at its own pace, and does nothing when it is asked to fold before that. It
 * does not say whether it folded, either. So this looks at the lines in sight, and asks again until they are folded.
 * It ends once they are, so a section that the user opens later stays open.
 */
export async function foldSections(document: vscode.TextDocument): Promise<void> {
  const lines = sectionLines(document.getText());
  if (lines.length === 0) return;
  // When this returns, the editor knows every provider, and usually folds at the first attempt.
  await vscode.commands.executeCommand('vscode.executeFoldingRangeProvider', document.uri);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
    if (editor === undefined) return;
    const inSight = sectionsInSight(editor, lines);
    if (inSight === 'folded' && attempt > 0) return;
    if (inSight === 'none' && attempt >= ATTEMPTS_OUT_OF_SIGHT) return;
    // The command folds in the active editor only.
    if (vscode.window.activeTextEditor === editor)
      await vscode.commands.executeCommand('editor.fold', { selectionLines: lines, levels: 1 });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Whether the sections that begin on these lines are folded, as far as they are in sight. */
function sectionsInSight(
  { visibleRanges }: vscode.TextEditor,
  lines: readonly number[],
): 'folded' | 'open' | 'none' {
  // A folded section ends a range, since the lines after its first are hidden.
  const last = visibleRanges.at(-1)?.end.line;
  const seen = lines.filter((line) =>
    visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line),
  );
  const known = seen.filter((line) => line !== last);
  if (known.length === 0) return 'none';
  return known.some((line) => visibleRanges.some(({ start, end }) => start.line <= line && line < end.line))
    ? 'open'
    : 'folded';
}
