import assert from 'node:assert/strict';
import { bodyPartOf, parametersOf, type DescribedField } from '../../../../src/descriptions/document/fields';
import { describeDocument } from '../support';

const ADDRESS = {
  type: 'object',
  required: ['country'],
  properties: {
    city: { type: 'string' },
    country: { type: 'string', enum: ['NL', 'DE'], description: 'Where it is.' },
  },
};
const PAYMENT = {
  type: 'object',
  required: ['amount'],
  properties: {
    id: { type: 'string', readOnly: true },
    note: { type: ['string', 'null'], example: 'rent' },
    amount: { type: 'integer', format: 'int64', description: 'In minor units.' },
    method: {
      oneOf: [
        {
          required: ['iban'],
          properties: { iban: { type: 'string' }, address: { $ref: '#/components/schemas/Address' } },
        },
        { properties: { card: { type: 'string' }, isSaved: { type: 'boolean', deprecated: true } } },
      ],
    },
    lines: {
      type: 'array',
      items: { allOf: [{ $ref: '#/components/schemas/Address' }, { required: ['city'] }] },
    },
    again: { $ref: '#/components/schemas/Payment' },
  },
};

async function payments() {
  const described = await describeDocument({
    openapi: '3.1.0',
    info: { title: 'Made up', version: '1' },
    components: { schemas: { Address: ADDRESS, Payment: PAYMENT } },
    paths: {
      '/payments': {
        post: {
          parameters: [
            { name: 'dry', in: 'query', schema: { type: 'boolean' } },
            {
              name: 'from',
              in: 'query',
              required: true,
              description: 'The **first** `day`, as in [dates](https://example.test/d).',
              schema: { type: 'string', format: 'date', description: 'A day.' },
            },
          ],
          requestBody: {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Payment' } },
              'application/merge-patch+json': { schema: { properties: { other: {} } } },
            },
          },
        },
      },
    },
  });
  return { operation: described.match('POST', '/payments'), resolver: described.resolver };
}

async function part(path: readonly (string | number)[], type = 'application/json') {
  const { operation, resolver } = await payments();
  return bodyPartOf(operation, type, path, resolver);
}

const names = (fields: readonly DescribedField[]) =>
  fields.map(({ name, required }) => (required ? `${name}!` : name));

describe('What a description says while one writes a request', () => {
  it('has the parameters, the required ones first, with what they are', async () => {
    const { operation, resolver } = await payments();
    const [from, dry] = parametersOf(operation, resolver);
    const rest = { in: 'query', deprecated: false };
    assert.deepEqual(from, {
      ...{ ...rest, name: 'from', required: true, type: 'string (date)' },
      ...{ about: 'The first day, as in dates.', values: [] },
    });
    const values = ['true', 'false'];
    assert.deepEqual(dry, { ...rest, name: 'dry', required: false, type: 'boolean', about: '', values });
  });

  it('has the fields of a body but those that only answers have', async () => {
    const { fields } = await part([]);
    assert.deepEqual(names(fields), ['amount!', 'note', 'method', 'lines', 'again']);
    assert.deepEqual(
      [fields[0]?.type, fields[0]?.about, fields[1]?.type, fields[1]?.values],
      ['integer (int64)', 'In minor units.', 'string | null', ['"rent"']],
    );
  });

  it('follows references, lists and alternatives; a field of one alternative is not required', async () => {
    const { fields } = await part(['again', 'again', 'method']);
    assert.deepEqual(names(fields), ['iban', 'address', 'card', 'isSaved']);
    assert.equal(fields[3]?.deprecated, true);
    assert.deepEqual(names((await part(['lines', 3])).fields), ['city!', 'country!']);
    assert.deepEqual((await part(['method', 'address', 'country'])).values, ['"NL"', '"DE"']);
    assert.deepEqual(await part(['nothing', 0, 'there']), { fields: [], values: [] });
  });

  it('takes the media type of the request where it is described', async () => {
    assert.deepEqual(names((await part([], 'application/merge-patch+json')).fields), ['other']);
    assert.deepEqual(names((await part([], 'text/plain')).fields).slice(0, 1), ['amount!']);
  });
});
