import { isObject } from '../../util/objects';
import { recordsOf } from './paging';

/**
 * The records of an answer: `data.records` ("Lists" in docs/api.md), else the first list of objects in
 * the order of the text.
 * @param body of `parseExactly`
 * @returns undefined when there is no such list
 */
export function findRecords(body: unknown): readonly unknown[] | undefined {
  return recordsOf(body) ?? firstListOfObjects(body);
}

function firstListOfObjects(value: unknown): readonly unknown[] | undefined {
  if (isListOfObjects(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = firstListOfObjects(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
