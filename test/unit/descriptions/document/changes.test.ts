import assert from 'node:assert/strict';
import { changesBetween } from '../../../../src/descriptions/document/changes';
import type { Description } from '../../../../src/descriptions/document/describe';
import { openApi, read } from '../reading';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const SCHEMAS = {
  Payment: { type: 'object', properties: { to: ref('Payee'), more: { items: ref('Payment') } } },
  Payee: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } },
  Other: { type: 'string' },
};
const PATHS = {
  '/payments': {
    post: { requestBody: json(ref('Payment')) },
    get: { responses: { 200: json(ref('Other')) } },
  },
  '/others': { get: { parameters: [{ name: 'a', in: 'query', schema: ref('Other') }] } },
};

async function changes(paths: object, schemas: object) {
  const before = await read(openApi(PATHS, { components: { schemas: SCHEMAS } }));
  const after = await read(openApi(paths, { components: { schemas } }));
  const { added, changed, gone } = changesBetween(before, after);
  const texts = [added, changed, gone].map((list) => list.map(({ method, path }) => `${method} ${path}`));
  return { added: texts[0], changed: texts[1], gone: texts[2] };
}

describe('What changed in a description', () => {
  it('is reported by operation, wherever it is now', async () => {
    const { '/others': others, '/payments': payments } = PATHS;
    const paths = { '/new': others, '/payments': { post: payments.post, patch: payments.post } };
    assert.deepEqual(await changes(paths, SCHEMAS), {
      added: ['GET /new', 'PATCH /payments'],
      changed: [],
      gone: ['GET /payments', 'GET /others'],
    });
  });

  it('is found behind references, also those that lead back', async () => {
    const Payee = { type: 'object', properties: { name: { type: 'string', maxLength: 6 } } };
    const rest = { added: [], gone: [] };
    assert.deepEqual(await changes(PATHS, { ...SCHEMAS, Payee }), { ...rest, changed: ['POST /payments'] });
    const { changed } = await changes(PATHS, { ...SCHEMAS, Other: { type: 'integer' } });
    assert.deepEqual(changed, ['GET /payments', 'GET /others']);
  });

  it('is what it says of itself, but not its place', async () => {
    const { post, get } = PATHS['/payments'];
    const rest = { added: [], gone: [] };
    const paths = { ...PATHS, '/payments': { post: { ...post, summary: 'Pay' }, get } };
    assert.deepEqual(await changes(paths, SCHEMAS), { ...rest, changed: ['POST /payments'] });
    const [before, after] = await Promise.all([
      read('openapi: 3.1.0\npaths: { /a: { get: {} } }'),
      read('openapi: 3.1.0\n#\npaths:\n  /b: {}\n  /a: { get: {} }'),
    ]);
    assert.deepEqual(changesBetween(before, after), { ...rest, changed: [] });
  });

  it('is found behind values of any kind, dynamic references, and those that lead nowhere', async () => {
    const schema = { enum: [null, 'a', 5], items: { $dynamicRef: '#/components/schemas/Other' } };
    const of = (schemas: object) =>
      read(openApi({ '/a': { post: { requestBody: json(ref('Some')) } } }, { components: { schemas } }));
    const other = { type: 'string' };
    const [whole, lacking, later] = await Promise.all([
      of({ Some: schema, Other: other }),
      of({ Some: schema }),
      of({ Some: schema, Other: { type: 'integer' } }),
    ]);
    const isChanged = (one: Description, two: Description) => changesBetween(one, two).changed.length === 1;
    assert.deepEqual(
      [isChanged(whole, lacking), isChanged(lacking, whole), isChanged(whole, later)],
      [true, true, true],
    );
    assert.deepEqual([isChanged(whole, whole), isChanged(lacking, lacking)], [false, false]);
  });

  it('is nothing where only the order is another, or what no operation uses', async () => {
    const { Payment, ...rest } = SCHEMAS;
    const { properties } = Payment;
    const again = { properties: { more: properties.more, to: properties.to }, type: 'object' };
    const schemas = { Unused: { type: 'null' }, ...rest, Payment: again };
    const none = { added: [], changed: [], gone: [] };
    assert.deepEqual(await changes(Object.fromEntries(Object.entries(PATHS).toReversed()), schemas), none);
  });
});
