import assert from 'node:assert/strict';
import { readDescription } from '../../../../src/descriptions/document/readDescription';
import { dialectOf } from '../../../../src/descriptions/read/version';
import { nameOf } from '../../../../src/descriptions/read/names';
import { FOLDER, MAIN, openApi, readFiles, remarksOf } from '../reading';

const NO_OPERATIONS = '1: No operations are described.';

/** The remarks about a document with this reference in its third line, and these other files. */
async function remarks(ref: string, files: Readonly<Record<string, string>> = {}) {
  const main = `openapi: 3.1.0\ncomponents:\n  schemas: { A: { $ref: "${ref}" } }`;
  return remarksOf(await readFiles({ 'my%20api.yaml': main, ...files })).filter(
    (each) => each !== NO_OPERATIONS,
  );
}

describe('The files of a description', () => {
  const outside = 'It is not in the folder of the description or below.';
  const address = 'It is an address, and nothing is fetched for a description.';
  const cases: readonly (readonly [name: string, ref: string, reported: string])[] = [
    ['an address', 'https://a.example/b.yaml', address],
    ['an address without encryption', 'HTTP://a.example/b.yaml#/x', address],
    ['another folder', '../b.yaml', outside],
    ['a folder whose name begins alike', '/work/api2/b.yaml', outside],
    ['an address of another kind', 'urn:https://x/b.yaml', outside],
    ['a file that is not there', 'b%20c.yaml#/x', 'b c.yaml cannot be read. It is not there.'],
    [
      'a file that cannot be parsed',
      'bad.yaml',
      'bad.yaml, line 1, column 5: cannot be read as YAML or JSON (unexpected end of the stream within a flow collection).',
    ],
    ['a file without anything', 'empty.yaml', 'empty.yaml is empty. Choose a file that has content.'],
  ];
  for (const [name, ref, reported] of cases)
    it(`are reported where they are not read: ${name}`, async () => {
      const files = { 'bad.yaml': 'a: [', 'empty.yaml': '' };
      assert.deepEqual(await remarks(ref, files), [`3: ${ref} is not read. ${reported}`]);
    });

  it('are not fetched where the document itself is an address', async () => {
    const reader = { read: () => assert.fail() };
    for (const uri of ['https://a.example/api.yaml', 'HTTP://127.0.0.1:1/api.yaml'])
      await assert.rejects(readDescription(uri, reader), {
        name: 'DescriptionError',
        message: `api.yaml cannot be read. ${address}`,
      });
  });

  it('are read once, in whatever order they name each other', async () => {
    const asked: string[] = [];
    const files: Readonly<Record<string, string>> = {
      'a.yaml': 'openapi: 3.1.0\nx: { $ref: "b.yaml" }',
      'b.yaml': 'x: [{ $ref: "c.yaml#/x" }, { $ref: "a.yaml" }, { $ref: "b.yaml#/x" }]',
      'c.yaml': 'x: { $ref: "b.yaml" }',
    };
    const { facts } = await readDescription('file:///work/a.yaml', {
      read: (uri) => {
        asked.push(nameOf(uri));
        return Promise.resolve(new TextEncoder().encode(files[nameOf(uri)]));
      },
    });
    assert.deepEqual(asked, ['a.yaml', 'b.yaml', 'c.yaml']);
    assert.deepEqual(facts.files, ['file:///work/b.yaml', 'file:///work/c.yaml']);
  });

  it('are known by one address, however they are written', async () => {
    const main = `${FOLDER}api%20%281%29.json`;
    const files: Readonly<Record<string, unknown>> = {
      [main]: openApi(
        { '/a': { $ref: 'a@b.json' }, '/b': { $ref: '../api/a%40b.json' } },
        { Own: { x: {} } },
      ),
      [`${FOLDER}a@b.json`]: { get: {}, x: { $ref: 'api (1).json#/Own' } },
    };
    const { facts, operations, resolver } = await readDescription(main, {
      read: (uri) => Promise.resolve(new TextEncoder().encode(JSON.stringify(files[uri]))),
    });
    assert.deepEqual([facts.files, facts.remarks], [[`${FOLDER}a@b.json`], []]);
    assert.equal(operations.length, 2);
    const own = (ref: string) => resolver.resolve(ref, main)?.value;
    assert.equal(own('api%20(1).json#/Own'), own('#/Own'));
  });

  it('are not looked for above the folder by any other way to write that', async () => {
    const refs = ['%2e%2e/b', 'x%2F..%2F..%2Fb', 'x%5c..%5c..%5cb'];
    const paths = Object.fromEntries(refs.map(($ref, index) => [`/${index}`, { $ref }]));
    const asked: string[] = [];
    const document = new TextEncoder().encode(JSON.stringify(openApi(paths)));
    const description = await readDescription('vscode-vfs://host/api/a.json', {
      read: (uri) => {
        asked.push(uri);
        return Promise.resolve(document);
      },
    });
    assert.equal(asked.length, 1);
    assert.equal(remarksOf(description).filter((each) => each.includes(outside)).length, refs.length);
  });

  it('are known where they could not be read, some of them: they may be there later', async () => {
    const { facts } = await readFiles({
      'a.yaml': 'openapi: 3.1.0\nx: [{ $ref: bad }, { $ref: gone }]',
      bad: '[',
    });
    assert.deepEqual(facts.files, [`${FOLDER}bad`, `${FOLDER}gone`]);
    const many = Array.from({ length: 200 }, (_, index) => ({ $ref: `gone${index}` }));
    const { facts: bounded } = await readFiles({ 'a.json': JSON.stringify({ ...openApi({}), many }) });
    assert.equal(bounded.files.length, 100);
  });

  it('have no line where another file names them', async () => {
    assert.deepEqual(await remarks('b.yaml', { 'b.yaml': '\n\nx: { $ref: c.yaml }' }), [
      'c.yaml is not read. c.yaml cannot be read. It is not there.',
    ]);
    const { facts } = await readFiles({ 'a.yaml': 'openapi: 3.1.0\nx: { $ref: b }', b: '{ $ref: c }' });
    assert.deepEqual(
      facts.remarks.map((remark) => 'line' in remark),
      [false, true],
    );
  });

  it('may be 20 million bytes together, and not one more', async () => {
    const main = `${JSON.stringify(openApi({ '/a': { get: {} }, '/b': { $ref: 'b.json' } }))}\n`;
    const read = (more: number) => {
      const rest = new Uint8Array(20_000_000 - main.length + more).fill(0x20);
      rest.set([0x7b, 0x7d]);
      const limits: number[] = [];
      const reader = {
        read: (uri: string, limit: number) => {
          limits.push(limit);
          return Promise.resolve(uri === MAIN ? new TextEncoder().encode(main) : rest);
        },
      };
      return readDescription(MAIN, reader).then(({ facts }) => [facts.files.length, ...limits]);
    };
    assert.deepEqual(await read(0), [1, 20_000_000, 20_000_000 - main.length]);
    await assert.rejects(read(1), {
      name: 'DescriptionError',
      message: 'The description is larger than 20 MB with all its files.',
      files: [MAIN, `${FOLDER}b.json`],
    });
  });

  it('that cannot be read are reported with the reason that there is', async () => {
    const reasons: readonly (readonly [error: Error, reported: string])[] = [
      [Object.assign(new Error('gone'), { code: 'ENOENT' }), 'It is not there.'],
      [Object.assign(new Error('gone'), { code: 'FileNotFound' }), 'It is not there.'],
      [Object.assign(new Error('No right.'), { code: 'EACCES' }), 'No right.'],
      [new Error('Broken.'), 'Broken.'],
    ];
    for (const [error, reported] of reasons) {
      const read = readDescription(MAIN, { read: () => Promise.reject(error) });
      await assert.rejects(read, {
        name: 'DescriptionError',
        message: `api.yaml cannot be read. ${reported}`,
      });
    }
    await assert.rejects(readDescription(MAIN, { read: () => Promise.reject(new RangeError('deep')) }), {
      message: 'api.yaml is nested too deeply.',
    });
  });
});

describe('The version of a description', () => {
  const cases: readonly (readonly [root: object, dialect: string | undefined])[] = [
    [{ swagger: '2.0' }, '2.0'],
    [{ swagger: 2 }, '2.0'],
    [{ swagger: '2.0.1' }, '2.0'],
    [{ openapi: '3.0.4' }, '3.0'],
    [{ openapi: 3 }, '3.0'],
    [{ openapi: 3.1 }, '3.1'],
    [{ openapi: '3.1.1', swagger: '2.0' }, '3.1'],
    [{ openapi: '3.2.0' }, '3.1'],
    ...['2.0', '3.01', '3.10', '3.20', '3.3.0', '13.0', 'a3.1', '13.1', '13.2', ''].map(
      (openapi) => [{ openapi }, undefined] as const,
    ),
    ...['2.00', '12.0', '3.0', '3.1', '3.2', '1.2'].map((swagger) => [{ swagger }, undefined] as const),
  ];
  for (const [root, dialect] of cases)
    it(`${JSON.stringify(root)} is ${dialect ?? 'refused'}`, () => {
      if (dialect !== undefined) assert.equal(dialectOf(root, 'a').dialect, dialect);
      else
        assert.throws(() => dialectOf(root, 'a'), {
          name: 'DescriptionError',
          message: /^a is written for version /,
        });
    });

  it('is the one that is named where it is not known', () => {
    assert.throws(() => dialectOf({ openapi: 4 }, 'a'), {
      message: 'a is written for version 4.0. Known are OpenAPI 3.0 to 3.2 and Swagger 2.0.',
    });
  });

  it('must be there', () => {
    for (const root of [null, [], 'text', {}, { openapi: true }, { openapi: null, swagger: {} }])
      assert.throws(() => dialectOf(root, 'a'), {
        message: 'a is no API description: it has neither “openapi” nor “swagger” with a version.',
      });
  });

  it('3.2 has one remark, in the first line; the others have none', () => {
    assert.deepEqual(dialectOf({ openapi: 3.2 }, 'a').remarks, [
      { message: 'OpenAPI 3.2 is read as 3.1.', line: 0 },
    ]);
    for (const root of [{ openapi: '3.0.0' }, { openapi: '3.1.0' }, { swagger: '2.0' }])
      assert.deepEqual(dialectOf(root, 'a').remarks, []);
  });
});
