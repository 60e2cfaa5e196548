import assert from 'node:assert/strict';
import { documentedDescription } from '../../../../src/descriptions/document/describe';
import { openApi, read, readFiles, remarksOf } from '../reading';

describe('What a document says of itself', () => {
  const cases: readonly (readonly [info: unknown, title: string, version: string])[] = [
    [{ title: 'Payments', version: '1.10' }, 'Payments', '1.10'],
    [{ title: 5, version: 2.5 }, '5', '2.5'],
    [{ title: {}, version: [] }, 'api.yaml', ''],
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

  it('are short', async () => {
    const [remark = ''] = remarksOf(await read(openApi({ ['p'.repeat(600)]: {}, '/a': { get: {} } })));
    assert.equal(remark.length, '1: '.length + 500);
  });
});
