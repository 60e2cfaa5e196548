import assert from 'node:assert/strict';
import { parseExactly } from '../../../../src/util/exactJson';
import { faultsOf } from './checking';

/** Keyword, place and message of each fault. The value is JSON text, so that its numbers stay exact. */
const messagesOf = (schema: unknown, json: string) =>
  faultsOf(schema, parseExactly(json)).map(
    ({ path, keyword, message }) => `${keyword} at ${path.join('.')}: ${message}`,
  );

interface Case {
  readonly schema: unknown;
  /** Texts of JSON that fit. */
  readonly good: readonly string[];
  /** Texts of JSON that do not, each for this one reason. */
  readonly bad: readonly string[];
  readonly message: string;
}

const CASES: readonly Case[] = [
  {
    schema: { type: ['string', 'integer'] },
    good: ['"a"', '5', '5.0', '12345678901234567890'],
    bad: ['5.5'],
    message: 'type at : string | integer is expected, not number.',
  },
  {
    // A word of Swagger 2.0: any value may be the content of a file.
    schema: { properties: { file: { type: 'file' }, text: { type: 'string' } } },
    good: ['{"file":"a"}', '{"file":5}'],
    bad: ['{"text":5}'],
    message: 'type at text: string is expected, not number.',
  },
  {
    schema: { enum: [1, 'a', null] },
    good: ['1.0', '"a"', 'null'],
    bad: ['2', '"b"', '{}', 'false'],
    message: 'enum at : One of these is expected: 1, "a", null.',
  },
  {
    schema: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    good: ['10'],
    bad: ['11'],
    message: 'enum at : One of these is expected: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.',
  },
  {
    schema: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    good: ['11'],
    bad: ['12'],
    message: 'enum at : One of these is expected: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ….',
  },
  {
    schema: { const: { a: [1] } },
    good: ['{"a":[1.0]}'],
    bad: ['{"a":[2]}', '5'],
    message: 'const at : One of these is expected: {"a":[1]}.',
  },
  {
    schema: { format: 'date' },
    good: ['"2026-01-31"', '5'],
    bad: ['"2026-02-31"'],
    message: 'format at : The value does not have the format date.',
  },
  {
    schema: { minLength: 3 },
    good: ['"abc"', '"😀😀😀"', '5'],
    bad: ['"ab"', '"😀😀"', '""'],
    message: 'minLength at : The number of characters must be ≥ 3.',
  },
  {
    schema: { maxLength: 2 },
    good: ['"ab"', '"😀😀"', '""', '[1,2,3]'],
    bad: ['"abc"', '"😀😀😀"'],
    message: 'maxLength at : The number of characters must be ≤ 2.',
  },
  {
    schema: { pattern: '^\\p{Lu}+$' },
    good: ['"ÄB"', '5'],
    bad: ['"a"', '""'],
    message: 'pattern at : The text does not match the pattern ^\\p{Lu}+$.',
  },
  {
    // With the flag u this one cannot be read.
    schema: { pattern: '^a\\-b$' },
    good: ['"a-b"'],
    bad: ['"ab"'],
    message: 'pattern at : The text does not match the pattern ^a\\-b$.',
  },
  {
    schema: { minimum: 3 },
    good: ['3', '3.5', '"a"'],
    bad: ['2.9999999999999999999', '-3'],
    message: 'minimum at : The number must be ≥ 3.',
  },
  {
    schema: { maximum: 3 },
    good: ['3', '-5', 'null'],
    bad: ['3.0000000000000000001'],
    message: 'maximum at : The number must be ≤ 3.',
  },
  {
    schema: { exclusiveMinimum: 3, minimum: 3 },
    good: ['3.1'],
    bad: ['3', '2'],
    message: 'exclusiveMinimum at : The number must be > 3.',
  },
  {
    schema: { exclusiveMaximum: 3, maximum: 3 },
    good: ['2.9'],
    bad: ['3', '4'],
    message: 'exclusiveMaximum at : The number must be < 3.',
  },
  {
    schema: { multipleOf: 0.5 },
    good: ['1.5', '0', '-2', '"a"'],
    bad: ['1.2'],
    message: 'multipleOf at : The number is no multiple of 0.5.',
  },
  {
    schema: { multipleOf: 0.01 },
    good: ['1000000000000.05', '1e400'],
    bad: ['1000000000000.005', '1e-400'],
    message: 'multipleOf at : The number is no multiple of 0.01.',
  },
  {
    schema: { type: 'integer' },
    good: ['9007199254740993', '1e400'],
    bad: ['9007199254740993.5', '1e-400'],
    message: 'type at : integer is expected, not number.',
  },
  {
    schema: { minProperties: 2 },
    good: ['{"a":1,"b":2}', '[]'],
    bad: ['{"a":1}', '{}'],
    message: 'minProperties at : The number of fields must be ≥ 2.',
  },
  {
    schema: { maxProperties: 1 },
    good: ['{"a":1}', '{}', '[1,2]'],
    bad: ['{"a":1,"b":2}'],
    message: 'maxProperties at : The number of fields must be ≤ 1.',
  },
  {
    schema: { minItems: 2 },
    good: ['[1,2]', '{}', '"a"'],
    bad: ['[1]', '[]'],
    message: 'minItems at : The number of items must be ≥ 2.',
  },
  {
    schema: { maxItems: 1 },
    good: ['[1]', '[]', '{"a":1,"b":2}'],
    bad: ['[1,2]'],
    message: 'maxItems at : The number of items must be ≤ 1.',
  },
  {
    schema: { uniqueItems: true },
    good: ['[1,"1",[1],{"a":1}]', '[12345678901234567890,12345678901234567891]', '[]'],
    bad: ['[1,1.0]', '[{"a":1,"b":2},{"b":2,"a":1}]', '[12345678901234567890,12345678901234567890.0]'],
    message: 'uniqueItems at : An item is there twice.',
  },
  {
    schema: { contains: { const: 1 }, minContains: 2 },
    good: ['[1,1]', '[1,2,1,1]'],
    bad: ['[1]', '[]'],
    message: 'contains at : The number of items of the described kind must be ≥ 2.',
  },
  {
    schema: { contains: { const: 1 }, maxContains: 1 },
    good: ['[1]', '[1,2]'],
    bad: ['[1,1]'],
    message: 'maxContains at : The number of items of the described kind must be ≤ 1.',
  },
  {
    schema: { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
    good: ['["a",1,2]', '[]'],
    bad: ['["a",1,"b"]'],
    message: 'type at 2: integer is expected, not string.',
  },
  {
    schema: { prefixItems: [true], items: false },
    good: ['[1]'],
    bad: ['[1,2]'],
    message: 'items at 1: The description does not have this.',
  },
  {
    schema: { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    good: ['{"x-a":"b"}', '{}'],
    bad: ['{"x-a":5}'],
    message: 'type at x-a: string is expected, not number.',
  },
  {
    schema: { patternProperties: { '^x-': true }, properties: { a: true }, additionalProperties: false },
    good: ['{"x-a":1,"a":2}'],
    bad: ['{"b":1}'],
    message: 'additionalProperties at b: The description does not have this.',
  },
  {
    schema: { propertyNames: { maxLength: 2 } },
    good: ['{"ab":1}'],
    bad: ['{"abc":1}'],
    message: 'maxLength at abc: The number of characters must be ≤ 2.',
  },
  {
    schema: { required: ['a'] },
    good: ['{"a":null}', '[]'],
    bad: ['{}', '{"b":1}'],
    message: 'required at a: This is missing.',
  },
  {
    schema: { dependentRequired: { a: ['b'] } },
    good: ['{}', '{"b":1}', '{"a":1,"b":2}'],
    bad: ['{"a":1}'],
    message: 'required at b: This is missing.',
  },
  {
    schema: { properties: { a: true }, unevaluatedProperties: false },
    good: ['{"a":1}'],
    bad: ['{"b":1}'],
    message: 'unevaluatedProperties at b: The description does not have this.',
  },
  {
    schema: { properties: { a: false } },
    good: ['{"b":1}'],
    bad: ['{"a":1}'],
    message: 'false at a: Nothing is allowed here.',
  },
  {
    schema: { not: { type: 'string' } },
    good: ['5'],
    bad: ['"a"'],
    message: 'not at : The value is one of those that are not allowed.',
  },
  {
    schema: { anyOf: [{ type: 'null' }, { type: 'string' }] },
    good: ['null', '"a"'],
    bad: ['5'],
    message: 'anyOf at : None of the 2 alternatives fits.',
  },
];

describe('each keyword of a schema', () => {
  for (const { schema, good, bad, message } of CASES)
    it(`is reported: ${message}`, () => {
      for (const json of good) assert.deepEqual(messagesOf(schema, json), [], json);
      for (const json of bad) assert.deepEqual(messagesOf(schema, json), [message], json);
    });

  it('says nothing where it is not what it should be', () => {
    const schema = {
      ...{
        minProperties: '1',
        maxProperties: '0',
        minItems: '1',
        maxItems: '0',
        minLength: '1',
        maxLength: '0',
      },
      ...{ pattern: 5, format: 5, multipleOf: '2', minimum: '5', maximum: '0', uniqueItems: 'yes' },
      ...{ minContains: '2', contains: true, maxContains: '0', required: 'a', dependentRequired: [] },
    };
    for (const json of ['{}', '{"a":1}', '""', '"a"', '3', '[]', '[1,1]'])
      assert.deepEqual(messagesOf(schema, json), [], json);
    for (const multipleOf of [0, -2, null]) assert.deepEqual(messagesOf({ multipleOf }, '3'), []);
    for (const limit of [Infinity, Number.NaN])
      assert.deepEqual(messagesOf({ minimum: limit, maximum: limit, multipleOf: limit }, '3'), []);
    assert.deepEqual(messagesOf({ pattern: '(' }, '"a"'), []);
    for (const odd of [null, 7, 'x', { type: 7 }, { enum: 1 }, { oneOf: {} }])
      assert.deepEqual(messagesOf(odd, '{"a":1}'), []);
  });
});
