import assert from 'node:assert/strict';
import { findTemplates, nameParameters } from '../../../../src/descriptions/infer/paths';

/** What was called, such as `GET /a/b: field, other`, and the template for it. */
type Rows = Readonly<Record<string, string>>;

/** @param known paths of operations, by the call that is one */
function assertTemplates(rows: Rows, known: Rows = {}): void {
  const seen = Object.keys(rows).map((row) => {
    const [call = '', fields = ''] = row.split(': ');
    const [method = '', path = ''] = call.split(' ');
    const names = fields === '' ? [] : fields.split(', ');
    return { method, segments: path.split('/').slice(1), known: known[call], fields: new Set(names) };
  });
  const templates = findTemplates(seen, (text) => text.startsWith('known-'));
  assert.deepEqual(
    templates.map((template) => `/${template.join('/')}`),
    Object.values(rows),
  );
}

describe('The parameters of paths', () => {
  for (const [title, rows, known] of [
    ['are ids, and what is known', { 'GET /a/7': '/a/{}', 'GET /b/known-x/c': '/b/{}/c', 'GET /7': '/{}' }],
    [
      'are ids also where they are encoded',
      {
        'GET /a/%37': '/a/{}',
        'GET /b/%6bnown-%40': '/b/{}',
        'GET /c/%': '/c/%',
        'GET /d/a%20b': '/d/a%20b',
      },
    ],
    ['are what alone differs', { 'GET /a/x': '/a/{}', 'GET /a/y': '/a/{}' }],
    ['are not first segments', { 'GET /x': '/x', 'GET /y': '/y', 'GET /x/a': '/x/a', 'GET /y/a': '/y/a' }],
    ['are not what two methods differ in', { 'GET /a/x': '/a/x', 'POST /a/y': '/a/y' }],
    ['are not what differs by more', { 'GET /a/x': '/a/x', 'GET /a/y/z': '/a/y/z', 'GET /b/y': '/b/y' }],
    ['are no end without a name', { 'GET /a/x/': '/a/{}/', 'GET /a/y/': '/a/{}/', 'GET /a/y/b': '/a/{}/b' }],
    ['are one where it is called twice', { 'GET /a/x': '/a/x', 'GET /a/x: f': '/a/x' }],
    [
      'are found in the middle',
      { 'GET /a/x/b: f': '/a/{}/b', 'GET /a/y/b: f': '/a/{}/b', 'GET /a/y/c: g': '/a/{}/c' },
    ],
    [
      'are what is one for another method',
      { 'GET /a/x': '/a/{}', 'GET /a/y': '/a/{}', 'PUT /a/x': '/a/{}', 'PUT /a/x/b': '/a/{}/b' },
    ],
    [
      'are not what has the same name elsewhere',
      { 'GET /a/x': '/a/{}', 'GET /a/y': '/a/{}', 'GET /b/x': '/b/x', 'PUT /a/z': '/a/z' },
    ],
    [
      'are found with the help of others',
      {
        'GET /a/x/b': '/a/{}/b',
        'GET /a/y/b': '/a/{}/b',
        'GET /a/x/c/p': '/a/{}/c/{}',
        'GET /a/y/c/q': '/a/{}/c/{}',
      },
    ],
    ['are none below one where answers differ', { 'GET /a/7/x: f': '/a/{}/x', 'GET /a/7/y: g': '/a/{}/y' }],
    [
      'are what differs below one where answers are alike',
      { 'GET /a/7/x: f': '/a/{}/{}', 'GET /a/8/y: f, g': '/a/{}/{}' },
    ],
    [
      'are what differs where an answer is like two others',
      { 'GET /a/7/x: f': '/a/{}/{}', 'GET /a/7/y: g': '/a/{}/{}', 'GET /a/7/z: f, g': '/a/{}/{}' },
    ],
    [
      'are what differs where answers are alike in a row',
      {
        'GET /a/7/w: f': '/a/{}/{}',
        'GET /a/7/x: f, g': '/a/{}/{}',
        'GET /a/7/y: h': '/a/{}/y',
        'GET /a/7/z: g': '/a/{}/{}',
      },
    ],
    [
      'are what differs where an answer tells nothing',
      { 'GET /a/7/x: f': '/a/{}/{}', 'GET /a/7/y': '/a/{}/{}' },
    ],
    [
      'are what differs where no answer tells anything',
      { 'GET /a/7/x': '/a/{}/{}', 'GET /a/7/y': '/a/{}/{}' },
    ],
    [
      'are none where an answer without fields may be of two',
      { 'GET /a/7/x: f': '/a/{}/x', 'GET /a/7/y: g': '/a/{}/y', 'GET /a/7/z': '/a/{}/z' },
    ],
    [
      'are those of operations that are known',
      { 'GET /a/x.json': '/a/{}', 'GET /a/7': '/a/7', 'GET /a/b/c': '/a/{}/c' },
      { 'GET /a/x.json': '/a/{id}.json', 'GET /a/7': '/a/7', 'GET /a/b/c': '/a/{id}' },
    ],
    [
      'are none in operations that are known',
      { 'GET /a/x': '/a/x', 'GET /a/y': '/a/y', 'GET /a/z': '/a/z' },
      { 'GET /a/x': '/a/x', 'GET /a/y': '/a/y' },
    ],
    ['are what alone differs, whatever the answers are', { 'GET /a/x: f': '/a/{}', 'GET /a/y: g': '/a/{}' }],
    [
      'are found from the end on',
      {
        'GET /a/x/p': '/a/{}/{}',
        'GET /a/x/q': '/a/{}/{}',
        'GET /a/y/r': '/a/{}/{}',
        'GET /a/y/s': '/a/{}/{}',
      },
    ],
    [
      'are found with the help of those that are known',
      {
        'GET /a/x': '/a/{}',
        'GET /a/z': '/a/{}',
        'PUT /a/x/c/p': '/a/{}/c/{}',
        'PUT /a/z/c/q': '/a/{}/c/{}',
      },
      { 'GET /a/x': '/a/{id}', 'GET /a/z': '/a/{id}' },
    ],
  ] as const satisfies readonly (readonly [title: string, rows: Rows, known?: Rows])[]) {
    it(title, () => assertTemplates(rows, known));
  }
});

describe('The names of parameters', () => {
  for (const [template, names] of [
    ['payments {}', ['paymentId']],
    ['{}', ['id']],
    ['a {} {}', ['aId', 'id']],
    ['a {} b {}', ['aId', 'bId']],
    ['a {} a {} a {}', ['aId', 'aId2', 'aId3']],
    ['{} {}', ['id', 'id2']],
    ['Bank-Accounts {}', ['bankAccountId']],
    ['my%20things {}', ['myThingId']],
    ['companies {}', ['companyId']],
    ['address {}', ['addressId']],
    ['s {}', ['sId']],
    ['fees_due {}', ['feeDueId']],
    ['v2x {}', ['v2xId']],
    ['2fa {}', ['id']],
    ['%C3%A9 {}', ['id']],
    ['- {}', ['id']],
    ['a b', []],
  ] as const) {
    it(`are made of what is before each: ${template}`, () =>
      assert.deepEqual(nameParameters(template.split(' ')), names));
  }
});
