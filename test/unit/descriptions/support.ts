import type { ApiOperation } from '../../../src/api/model/operations';
import { matchOperation } from '../../../src/api/rules/matchOperation';
import { readDescription, type Description } from '../../../src/descriptions/document/readDescription';

export interface Described extends Description {
  /** @throws Error where it is not described */
  match(method: string, path: string): ApiOperation;
}

/** A description of a document that is given as a value. */
export async function describeDocument(document: unknown, uri = 'file:///api.json'): Promise<Described> {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const description = await readDescription(uri, { read: () => Promise.resolve(bytes) });
  return {
    ...description,
    match(method, path) {
      const found = matchOperation(description.operations, method, path);
      if (found === undefined) throw new Error(`Not described: ${method} ${path}`);
      return found;
    },
  };
}
