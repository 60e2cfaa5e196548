import * as vscode from 'vscode';
import { findNodeAtLocation } from 'jsonc-parser';
import { treeOf } from '../../httpFiles/format/parse/jsonTree';

/** Where one was reading a document, so that the one that takes its place begins there. */
export interface ReadingPlace {
  /** The first line in sight. */
  readonly top: number;
  readonly cursor: vscode.Position;
  /** The line of the first record of a list, if it is one. */
  readonly records: number | undefined;
}

/** Longer documents are not searched for their records. */
const LONGEST = 5_000_000;

/** The place in a document that is in sight; undefined where it is not. */
export function placeIn(uri: vscode.Uri): ReadingPlace | undefined {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  const [range] = editor?.visibleRanges ?? [];
  if (editor === undefined || range === undefined) return undefined;
  return {
    top: range.start.line,
    cursor: editor.selection.active,
    records: firstRecordLine(editor.document),
  };
}

/**
 * Brings the place into sight.
 * @param isNewPage the records are others: the first of them takes the place of the first before
 */
export function showPlace(editor: vscode.TextEditor, place: ReadingPlace, isNewPage: boolean): void {
  const { document } = editor;
  const records = firstRecordLine(document);
  const begins = isNewPage && records !== undefined;
  // Whoever had scrolled into the records begins with the first of the new ones, at the top of the window.
  const top = begins && place.top > (place.records ?? 0) ? records : place.top;
  const line = Math.min(begins ? records : place.cursor.line, document.lineCount - 1);
  const cursor = document.validatePosition(new vscode.Position(line, begins ? 0 : place.cursor.character));
  editor.selection = new vscode.Selection(cursor, cursor);
  const first = document.validatePosition(new vscode.Position(top, 0));
  editor.revealRange(new vscode.Range(first, first), vscode.TextEditorRevealType.AtTop);
}

/** The line on which the first record of a list begins ("Lists" in docs/api.md). */
function firstRecordLine(document: vscode.TextDocument): number | undefined {
  const text = document.getText();
  if (document.languageId !== 'jsonc' || text.length > LONGEST) return undefined;
  const tree = treeOf(text);
  const record = tree && findNodeAtLocation(tree, ['data', 'records', 0]);
  return record && document.positionAt(record.offset).line;
}
