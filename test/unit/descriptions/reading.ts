import assert from 'node:assert/strict';
import type { ApiOperation } from '../../../src/api/model/operations';
import { readDescription, type Description } from '../../../src/descriptions/document/readDescription';
import type { FileReader } from '../../../src/descriptions/read/files';

export const FOLDER = 'file:///work/api/';
export const MAIN = `${FOLDER}api.yaml`;

/** Reads files that are given as texts, by their names in the folder. The first one is the document. */
export async function readFiles(files: Readonly<Record<string, string>>): Promise<Description> {
  const bytes = new Map(
    Object.entries(files).map(([name, text]) => [FOLDER + name, new TextEncoder().encode(text)]),
  );
  const reader: FileReader = {
    read: (uri) => {
      const found = bytes.get(uri);
      if (found !== undefined) return Promise.resolve(found);
      return Promise.reject(Object.assign(new Error('missing'), { code: 'ENOENT' }));
    },
  };
  return readDescription([...bytes.keys()][0] ?? MAIN, reader);
}

/** Reads one document: a text, or a value that is written as JSON. */
export const read = (document: unknown) =>
  readFiles({ 'api.yaml': typeof document === 'string' ? document : JSON.stringify(document) });

/** Reads one document, as above, of which the first operation is asked for. */
export async function readOne(
  document: unknown,
): Promise<Description & { readonly operation: ApiOperation }> {
  const description = await read(document);
  return {
    ...description,
    operation: description.operations[0] ?? assert.fail('No operation is described.'),
  };
}

/** A document of OpenAPI 3.1 with these paths and other fields. */
export const openApi = (paths: unknown, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Made-up', version: '1' },
  paths,
  ...more,
});

/** Remarks as `line: message`, lines from 1. */
export const remarksOf = ({ facts }: Description) =>
  facts.remarks.map(({ line, message }) => (line === undefined ? message : `${line + 1}: ${message}`));
