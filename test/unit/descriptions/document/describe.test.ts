import assert from 'node:assert/strict';
import fc from 'fast-check';
import { documentedDescription } from '../../../../src/descriptions/document/describe';
import { openApi, read, readFiles, remarksOf } from '../reading';

describe('What a document says of itself', () => {
  const cases: readonly (readonly [info: unknown, title: string, version: string])[] = [
    [{ title: 'Payments', version: '1.10' }, 'Payments', '1.10'],
    [{ title: 5, version: 2.5 }, '5', '2.5'],
    [{ title: {}, version: [] }, 'api.yaml', ''],
    [{ title: 'T\u0000\u202e' }, 'T', ''],
    [{ title: ' ' }, 'api.yaml', ''],
    ['text', 'api.yaml', ''],
    [undefined, 'api.yaml', ''],
    [{ title: 'x'.repeat(201), version: 'y'.repeat(51) }, `${'x'.repeat(199)}…`, `${'y'.repeat(49)}…`],
  ];
  for (const [info, title, version] of cases)
    it(`is its title and version: ${JSON.stringify({ info }).slice(0, 60)}`, async () => {
      const { facts } = await read({ ...openApi({}), info });
      assert.deepEqual([facts.title, facts.version], [title, version]);
    });

  it('is as it is written, also where YAML reads a number', async () => {
    for (const [written, version] of [
      ['1.10', '1.10'],
      ['1.0', '1.0'],
      ['"1.0"', '1.0'],
      ['*v', '3.5'],
      ['12345678901234567890', '12345678901234567890'],
    ]) {
      const { facts } = await read(`x: &v 3.50\nopenapi: 3.1.0\ninfo: { title: 2.0, version: ${written} }`);
      assert.deepEqual([facts.title, facts.version], ['2.0', version]);
    }
  });

  it('of the documented interface needs no remark', () => {
    const { facts, operations } = documentedDescription();
    assert.deepEqual([facts.uri, facts.remarks, facts.files], ['documented', [], []]);
    assert.deepEqual(
      [...new Set(operations.map(({ source, line }) => `${source} ${line}`))],
      ['documented 0'],
    );
  });
});

describe('The remarks about a document', () => {
  it('name references that lead nowhere or back, in whichever file', async () => {
    const description = await readFiles({
      'api.yaml': [
        'openapi: 3.1.0',
        'paths: { /a: { get: {} } }',
        'components:',
        '  schemas:',
        '    A: { $ref: "b.yaml#/a" }',
        '    B: { $ref: "b.yaml#/gone" }',
        '    C: { $ref: "gone.yaml#/a" }',
        '    D: { $ref: "#/components/schemas/E" }',
        '    E: { $ref: "#/components/schemas/D" }',
        '    F: { $ref: "b.yaml#/none" }',
        '    G: { $ref: "b.yaml#/odd" }',
      ].join('\n'),
      'b.yaml': 'a: { $ref: "#/nowhere" }\nnone: null\nodd: { $ref: 5 }',
    });
    assert.deepEqual(remarksOf(description), [
      '7: gone.yaml#/a is not read. gone.yaml cannot be read. It is not there.',
      '6: The reference b.yaml#/gone leads nowhere.',
      '8: The reference #/components/schemas/E leads back to itself.',
      '9: The reference #/components/schemas/D leads back to itself.',
      'b.yaml: The reference #/nowhere leads nowhere.',
    ]);
  });

  it('are 50, with the number of those that are more', async () => {
    const of = async (count: number) => {
      const paths = Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, {}]));
      return remarksOf(await read(openApi({ ...paths, '/a': { get: {} } })));
    };
    const fifty = await of(50);
    assert.deepEqual([fifty.length, fifty[49]], [50, '1: The path p49 does not begin with a slash.']);
    const more = await of(52);
    assert.deepEqual([more.length, more[50]], [51, 'More remarks: 2.']);
    assert.deepEqual(more.slice(0, 50), fifty);
  });

  it('name what an object has twice, of which the last counts', async () => {
    for (const text of [
      'openapi: 3.1.0\npaths:\n  /a: { get: {} }\n  /a: { post: {} }',
      '{"openapi": "3.1.0",\n"paths": {\n"/a": { "get": {} },\n"/a": { "post": {} }}}',
    ]) {
      const description = await read(text);
      assert.equal(description.operations[0]?.method, 'POST');
      assert.deepEqual(remarksOf(description), ['4: /a is there twice. The last one counts.']);
    }
  });

  it('name a version that is read as an older one', async () => {
    const description = await read({ ...openApi({ '/a': { get: {} } }), openapi: '3.2.0' });
    assert.equal(description.facts.dialect, '3.1');
    assert.deepEqual(remarksOf(description), ['1: OpenAPI 3.2.0 is read as 3.1.']);
  });

  it('are short', async () => {
    const [remark = ''] = remarksOf(await read(openApi({ ['p'.repeat(600)]: {}, '/a': { get: {} } })));
    assert.equal(remark.length, '1: '.length + 500);
  });
});

describe('Any text', () => {
  const names = [
    ...[
      '$ref',
      '/a/{id}',
      '/b',
      'get',
      'post',
      'parameters',
      'requestBody',
      'content',
      'schema',
      'responses',
    ],
    ...['200', 'default', 'headers', 'name', 'in', 'security', 'tags', 'x-a', 'application/json', 'servers'],
  ];
  const plain = [null, true, 7, 'x', '#/components/schemas/A', '#/paths', './other.yaml', 'https://x/y'];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...plain),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
    ),
  }));

  it('is read as a description', async () => {
    const documents = fc.record({
      openapi: fc.constantFrom('3.1.0', '3.0.3'),
      paths: fc.dictionary(fc.constantFrom('/a/{id}', '/b'), value),
      components: value,
      security: value,
    });
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const { operations, facts } = await read(document);
        structuredClone({ operations, facts });
      }),
    );
  });

  it('is refused with a reason where it is none', async () => {
    const nested = '['.repeat(50_000) + ']'.repeat(50_000);
    const refused = ['[1, 2]', '\u0089PNG\u0000\u0001\u0002', '['.repeat(100_000)];
    for (const text of refused) await assert.rejects(read(text), { name: 'DescriptionError' });
    await assert.rejects(read(nested), { name: 'DescriptionError', message: /nested/ });
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        await read(`openapi: 3.1.0\n${text}`).catch((error: unknown) =>
          assert.equal((error as Error).name, 'DescriptionError'),
        );
      }),
    );
  });
});
