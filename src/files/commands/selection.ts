import { isObject } from '../../util/objects';
import type { KnownFile } from '../../storage/types/storageTypes';

/** The rows that a menu of the Files view was called on: the one clicked, or all selected. */
export function selectedFiles(clicked: unknown, selection: unknown): KnownFile[] {
  const rows = Array.isArray(selection) && selection.length > 0 ? (selection as unknown[]) : [clicked];
  return rows.flatMap((row) => (isRow(row) ? [row.file] : []));
}

function isRow(value: unknown): value is { readonly file: KnownFile } {
  return isObject(value) && isObject(value['file']) && typeof value['file']['key'] === 'number';
}
