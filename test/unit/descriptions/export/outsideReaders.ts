/** What others think of a document: two readers of OpenAPI and a checker of JSON Schema that are not ours. */
import assert from 'node:assert/strict';
import { compileErrors, validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020';
import type { OpenApi } from '../../../../src/descriptions/export/openApi';

/** One for all: it reads the schema of OpenAPI at its first use. */
const validator = new Validator({ strict: false });

/** Fails unless both readers take the document for OpenAPI 3.1. */
export async function assertIsOpenApi(document: OpenApi): Promise<void> {
  assert.match(document.openapi, /^3\.1\./);
  // Each gets a copy of its own: readers put what is referred to in its place.
  const schema = await validator.validate(structuredClone(document) as never);
  assert.deepEqual(schema.errors ?? [], []);
  const parsed = await validate(structuredClone(document) as never);
  assert.ok(parsed.valid, parsed.valid ? '' : compileErrors(parsed));
}

/** Gives what the schema at a pointer of the document finds wrong with a value, in words; undefined where there is none. */
export function checkerOf(
  document: OpenApi,
): (pointer: readonly string[], value: unknown) => string[] | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'document');
  return (pointer, value) => {
    const fragment = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const check = ajv.getSchema(`document#/${fragment.join('/')}`);
    if (check === undefined || check(value) === true) return check && [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  };
}
