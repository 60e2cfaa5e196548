import * as vscode from 'vscode';
import { idCandidates, LINE_CHARACTERS } from './idCandidates';

/** A part of a document that may be an id. */
export interface IdInDocument {
  readonly text: string;
  readonly range: vscode.Range;
}

/**
 * What may be an id in a document, in order.
 * @param whole a document of more characters is looked at by its visible lines only
 * @param mark what distinguishes an id from the words around it
 */
export function idsInDocument(document: vscode.TextDocument, whole: number, mark: RegExp): IdInDocument[] {
  const ranges = isLonger(document, whole)
    ? vscode.window.visibleTextEditors
        .filter((editor) => editor.document === document)
        .flatMap(({ visibleRanges }) => visibleRanges)
    : [new vscode.Range(0, 0, document.lineCount - 1, 0)];
  return ranges.flatMap(({ start, end }) => {
    const lines = Array.from({ length: end.line - start.line + 1 }, (_, index) => start.line + index);
    return lines
      .filter((line) => line < document.lineCount)
      .flatMap((line) => idsInLine(document, line, mark));
  });
}

/** What may be an id at a place in a document, the longest first. */
export function idsAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  mark: RegExp,
): IdInDocument[] {
  if (position.character > LINE_CHARACTERS) return [];
  return idsInLine(document, position.line, mark).filter(({ range }) => range.contains(position));
}

/** Whether a document has more characters than that. */
export function isLonger(document: vscode.TextDocument, characters: number): boolean {
  // Of many lines, the editor counts the characters for a long time.
  const { lineCount } = document;
  return lineCount > characters || document.offsetAt(new vscode.Position(lineCount, 0)) > characters;
}

function idsInLine(document: vscode.TextDocument, line: number, mark: RegExp): IdInDocument[] {
  return idCandidates(document.lineAt(line).text, mark).map(({ text, start }) => ({
    text,
    range: new vscode.Range(line, start, line, start + text.length),
  }));
}
