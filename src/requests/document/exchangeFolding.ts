import * as vscode from 'vscode';
import { sectionLines } from '../exchange/exchangeText';
import { readDocumentUri } from '../exchange/requestUris';

/** Folding of the sections below the body; the editor folds the body itself. */
export const exchangeFolding: vscode.FoldingRangeProvider = {
  provideFoldingRanges(document) {
    if (readDocumentUri(document.uri)?.kind !== 'exchange') return [];
    const starts = sectionLines(document.getText());
    // The last line is the empty one that ends the text.
    const end = document.lineCount - 1;
    return starts.map((start, index) => {
      const last = (starts[index + 1] ?? end) - 1;
      return new vscode.FoldingRange(start, last, vscode.FoldingRangeKind.Region);
    });
  },
};
