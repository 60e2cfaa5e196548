import * as vscode from 'vscode';
import { sectionLines } from '../exchange/exchangeText';
import { readDocumentUri } from '../exchange/requestUris';

/** Folding of the sections below the body; the editor folds the body itself. */
export const exchangeFolding: vscode.FoldingRangeProvider = {
  provideFoldingRanges(document) {
    if (readDocumentUri(document.uri)?.kind !== 'exchange') return [];
    const end = document.lineCount - 1;
    const starts = sectionLines(end, (line) => document.lineAt(line).text);
    return starts.map((start, index) => {
      const last = (starts[index + 1] ?? end) - 1;
      return new vscode.FoldingRange(start, last, vscode.FoldingRangeKind.Region);
    });
  },
};
