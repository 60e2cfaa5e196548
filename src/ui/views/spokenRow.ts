import type { TreeItem } from 'vscode';

/**
 * Lets a screen reader say what the row shows. Where a row has a tooltip of plain text and nothing else is said, the
 * editor has that tooltip read instead, and the words of the row are lost.
 * @param item with a label of plain text
 */
export function speakRow(item: TreeItem): void {
  const words = [item.label as string, ...(item.description ? [String(item.description)] : [])];
  item.accessibilityInformation = { label: words.join(', ') };
}
