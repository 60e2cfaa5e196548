import { numberSource } from '../../util/exactJson';

/**
 * The records of an answer: `data.records` ("Lists" in docs/api.md), else the first list of objects in
 * the order of the text.
 * @param body of `parseExactly`
 * @returns undefined when there is no such list
 */
export function findRecords(body: unknown): readonly unknown[] | undefined {
  const records = field(field(body, 'data'), 'records');
  return Array.isArray(records) ? (records as readonly unknown[]) : firstListOfObjects(body);
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
  return Array.isArray(value) && value.length > 0 && value.every(isPlainObject);
}

function field(value: unknown, name: string): unknown {
  return isPlainObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && numberSource(value) === undefined
  );
}
