import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeFiles } from '../../../src/descriptions/read/files';
import { nameOf } from '../../../src/descriptions/read/names';
import { readDescription } from '../../../src/descriptions/document/readDescription';
import { openApi, read, readFiles, remarksOf } from './reading';

const OK = { responses: { 200: { description: 'OK' } } };

describe('A file that cannot be used as an API description', () => {
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['no description', '{"name": "something else"}', /no API description/],
    ['a list', '[1, 2]', /no API description/],
    ['a text', 'hello', /no API description/],
    ['nothing', '', /api\.yaml is empty/],
    ['a version that is not known', 'openapi: 4.0.0', /version 4\.0\.0\. Known are/],
    ['Swagger 1.2', 'swagger: "1.2"', /version 1\.2/],
    [
      'broken YAML',
      'openapi: 3.1.0\ninfo: [1,\npaths: {}',
      /^api\.yaml, line 3, column 1: cannot be read as YAML or JSON \(.+\)\.$/,
    ],
    ['broken JSON', '{"openapi": "3.1.0",\n "paths": {,}}', /api\.yaml, line 2, column 12: /],
    ['several YAML documents', 'openapi: 3.1.0\n---\nopenapi: 3.1.0', /several YAML documents/],
    ['bytes of a picture', '\u0089PNG\u0000\u0001\u0002', /api\.yaml, line 1/],
    ['lists in lists without end', '['.repeat(100_000), /nested|depth/i],
    ['the same as JSON', '['.repeat(50_000) + ']'.repeat(50_000), /nested/],
  ];
  for (const [name, text, message] of refused) {
    it(`is refused with the reason: ${name}`, async () => {
      await assert.rejects(read(text), { name: 'DescriptionError', message });
    });
  }

  it('is refused where its aliases unfold without end, with the line', async () => {
    const levels = Array.from(
      { length: 20 },
      (_, i) => `x${i + 1}: &x${i + 1} [${Array(10).fill(`*x${i}`).join(', ')}]`,
    );
    const bomb = ['openapi: 3.1.0', 'x0: &x0 [a, b]', ...levels].join('\n');
    await assert.rejects(read(bomb), {
      name: 'DescriptionError',
      message: /api\.yaml, line \d+: its aliases unfold/,
    });
    await assert.rejects(read('openapi: 3.1.0\npaths: &p\n  /a: *p'), {
      message: /line 3: its aliases unfold/,
    });
  });

  it('is refused above 20 MB, with all its files', async () => {
    const large = `{"openapi":"3.1.0","x-text":"${'x'.repeat(20_000_000)}"}`;
    await assert.rejects(read(large), { message: /larger than 20 MB/ });
    const half = `{"x-text":"${'x'.repeat(11_000_000)}"}`;
    const main = JSON.stringify(openApi({ '/a': { $ref: 'a.json' }, '/b': { $ref: 'b.json' } }));
    await assert.rejects(readFiles({ 'api.json': main, 'a.json': half, 'b.json': half }), {
      message: /larger than 20 MB with all its files/,
    });
  });

  it('is refused where it is not there or a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'descriptions-'));
    const readAt = (name: string) => {
      const { href } = pathToFileURL(join(folder, name));
      return readDescription(href, nodeFiles(href));
    };
    try {
      await mkdir(join(folder, 'sub.yaml'));
      await assert.rejects(readAt('gone.yaml'), { message: 'gone.yaml cannot be read. It is not there.' });
      await assert.rejects(readAt('sub.yaml'), { message: /sub\.yaml is not a file|EISDIR/ });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('A broken part of a description is told, and the rest works', () => {
  it('references that lead nowhere, to an address, out of the folder, to a missing file, and in a circle', async () => {
    const description = await readFiles({
      'api.yaml': [
        'openapi: 3.1.0',
        'paths:',
        '  /good: { get: { responses: { 200: { description: OK } } } }',
        '  /nowhere: { $ref: "#/components/pathItems/Missing" }',
        '  /address: { $ref: "https://example.com/api.yaml#/x" }',
        '  /outside: { $ref: "../other.yaml" }',
        '  /missing: { $ref: "./gone.yaml" }',
        '  /circle: { $ref: "#/components/pathItems/A" }',
        '  /broken: { $ref: "./broken.yaml" }',
        'components:',
        '  pathItems:',
        '    A: { $ref: "#/components/pathItems/B" }',
        '    B: { $ref: "#/components/pathItems/A" }',
      ].join('\n'),
      'broken.yaml': 'a: [',
    });
    assert.deepEqual(
      description.operations.map(({ path }) => path),
      ['/good'],
    );
    const remarks = remarksOf(description);
    const expect = (line: number, text: RegExp) => {
      assert.ok(
        remarks.some((remark) => remark.startsWith(`${line}: `) && text.test(remark)),
        `${text} in line ${line}: ${remarks.join('\n')}`,
      );
    };
    expect(4, /Missing leads nowhere/);
    expect(5, /It is an address, and nothing is fetched/);
    expect(6, /not in the folder of the description or below/);
    expect(7, /gone\.yaml is not read\. gone\.yaml cannot be read\. It is not there/);
    expect(8, /A leads back to itself/);
    expect(9, /broken\.yaml, line 1/);
  });

  it('a file behind a link that leads out of the folder is not read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'descriptions-'));
    try {
      await mkdir(join(folder, 'api'));
      await writeFile(join(folder, 'secret.json'), JSON.stringify({ get: OK }));
      await writeFile(join(folder, 'api', 'own.json'), JSON.stringify({ get: OK }));
      await symlink(join(folder, 'secret.json'), join(folder, 'api', 'link.json'));
      const document = openApi({ '/own': { $ref: './own.json' }, '/link': { $ref: './link.json' } });
      const file = join(folder, 'api', 'api.json');
      await writeFile(file, JSON.stringify(document));
      const { href } = pathToFileURL(file);
      const description = await readDescription(href, nodeFiles(href));
      assert.deepEqual(
        description.operations.map(({ path }) => path),
        ['/own'],
      );
      assert.match(remarksOf(description).join(), /link\.json is not read\. It is not in the folder/);
      assert.deepEqual(description.facts.files.map(nameOf), ['own.json', 'link.json'], 'both are watched');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('a name that holds half a character leads nowhere', async () => {
    const half = { content: { 'x/\ud800': { schema: { type: 'string' } } } };
    const { operations } = await read(
      openApi({ '/a\ud800': { get: OK }, '/b': { get: { responses: { 200: half } } } }),
    );
    assert.equal(operations.length, 2);
  });

  it('two operations with one path: the first one counts', async () => {
    const description = await read(
      openApi({
        '/a/{x}': { get: { ...OK, operationId: 'first' } },
        '/a/{y}': { get: { ...OK, operationId: 'second' }, post: OK },
      }),
    );
    assert.deepEqual(
      description.operations.map(({ id }) => id),
      ['first', 'POST /a/{y}'],
    );
    assert.match(remarksOf(description).join(), /GET \/a\/\{y\} is there twice/);
  });

  it('a name that an object has twice: the last one counts', async () => {
    for (const text of [
      'openapi: 3.1.0\npaths:\n  /a: { get: {} }\n  /a: { post: {} }',
      '{"openapi": "3.1.0",\n"paths": {\n"/a": { "get": {} },\n"/a": { "post": {} }}}',
    ]) {
      const description = await read(text);
      assert.deepEqual(
        description.operations.map(({ method }) => method),
        ['POST'],
      );
      assert.deepEqual(remarksOf(description), ['4: /a is there twice. The last one counts.']);
    }
  });

  it('parameters without a schema, without a name, and path parameters that are not described', async () => {
    const description = await read(
      openApi({
        '/a/{id}': { get: { ...OK, parameters: [{ name: 'q', in: 'query' }, { in: 'query' }, 7] } },
      }),
    );
    assert.deepEqual(
      description.operations[0]?.parameters.map(({ name, in: place, required }) => [name, place, required]),
      [
        ['q', 'query', false],
        ['id', 'path', true],
      ],
    );
    assert.match(remarksOf(description).join(), /the parameter q has no schema/);
    assert.match(remarksOf(description).join(), /a parameter has no name/);
  });

  it('no paths, and parts of a wrong type', async () => {
    for (const paths of [{}, [], null, 'x', { '/a': null, '/b': { get: 7 }, c: {} }]) {
      const description = await read(openApi(paths));
      assert.deepEqual(description.operations, []);
      assert.match(remarksOf(description).join(), /No operations are described/);
    }
  });

  it('at most 50 remarks are kept, and the others counted', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 80 }, (_, i) => [`/p${i}`, { $ref: `#/gone/${i}` }]),
    );
    const { facts } = await read(openApi(paths));
    assert.equal(facts.remarks.length, 51);
    assert.match(facts.remarks.at(-1)?.message ?? '', /^More remarks: 31\.$/);
  });
});

describe('A large or unusual description is read', () => {
  it('5000 operations, with names in any script', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [
        `/платежи/${i}/{идентификатор}`,
        { get: { ...OK, tags: ['支払い'] } },
      ]),
    );
    const { operations } = await read(openApi(paths));
    assert.equal(operations.length, 5000);
    assert.equal(operations[4999]?.parameters[0]?.name, 'идентификатор');
    assert.deepEqual(operations[0]?.tags, ['支払い']);
  });

  it('texts that would change what is shown around them are made harmless', async () => {
    const { operations, facts } = await read({
      ...openApi({ '/a': { get: { ...OK, summary: 'a\u202eb\n\u001b[31mc' } } }),
      info: { title: 'T\u0000\u202e', version: '1' },
    });
    assert.equal(operations[0]?.summary, 'ab c');
    assert.equal(facts.title, 'T');
  });
});

it('Any text is read as a description, or refused with a reason', async () => {
  const parts = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 7, 'x', '#/components/schemas/A', '#/paths', './other.yaml', 'https://x/y'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
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
          ...[
            '200',
            'default',
            'headers',
            'name',
            'in',
            'security',
            'tags',
            'x-a',
            'application/json',
            'servers',
          ],
        ),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  const documents = fc.record({
    openapi: fc.constantFrom('3.1.0', '3.0.3'),
    paths: fc.dictionary(fc.constantFrom('/a/{id}', '/b'), parts),
    components: parts,
    security: parts,
  });
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const { operations, facts } = await read(document);
      structuredClone({ operations, facts });
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      await read(`openapi: 3.1.0\n${text}`).catch((error: unknown) => {
        assert.equal((error as Error).name, 'DescriptionError');
      });
    }),
  );
});
