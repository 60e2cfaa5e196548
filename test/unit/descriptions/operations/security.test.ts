import assert from 'node:assert/strict';
import { openApi, read, remarksOf } from '../reading';

describe('The security of an operation as a text', () => {
  const cases: readonly (readonly [own: unknown, general: unknown, text: string | undefined])[] = [
    [undefined, undefined, undefined],
    [undefined, [{ Key: [] }], 'Key'],
    [[{ Own: [] }], [{ Key: [] }], 'Own'],
    [[], [{ Key: [] }], 'none'],
    [[{}], undefined, 'none'],
    [[{ Key: [] }, {}], undefined, 'Key | none'],
    [[{ Key: [], OAuth: ['read', 'write'] }], undefined, 'Key + OAuth (read, write)'],
    [[{ OAuth: [5, 'read', null] }], undefined, 'OAuth (read)'],
    [[{ OAuth: [5] }], undefined, 'OAuth'],
    [[{ ['x'.repeat(301)]: [] }], undefined, `${'x'.repeat(299)}…`],
  ];
  for (const [own, general, text] of cases)
    it(`is ${text ?? 'not reported'} for ${JSON.stringify([own, general])}`, async () => {
      const { operations } = await read(openApi({ '/a': { get: { security: own } } }, { security: general }));
      assert.equal(operations[0]?.security, text);
      assert.equal('security' in (operations[0] ?? {}), text !== undefined);
    });
});

const reported = (...paths: readonly string[]) =>
  paths.map(
    (path) =>
      `2: The path ${path} of its servers is not used: requests go to the API address of the environment.`,
  );

describe('The paths of servers', () => {
  const cases: readonly (readonly [name: string, servers: readonly unknown[], paths: readonly string[]])[] = [
    ['an address without a path', ['https://a.example', '//a.example/', ''], []],
    ['the path of the interface', ['https://a.example/v1', '/v1/'], []],
    ['another path, once', ['https://a.example/x/y/', 'http://b.example/x/y'], ['/x/y']],
    ['schemes in any case, and of any signs', ['H2c+a.-B://a/x', 'z://a/y'], ['/x', '/y']],
    ['an address within a path', ['/to/https://a.example'], ['/to/https://a.example']],
    ['three of many', ['/a', '/b', '/c', '/d'], ['/a', '/b', '/c']],
    ['no address at all', [undefined, 5], []],
  ];
  for (const [name, urls, paths] of cases)
    it(`are reported where they are not used: ${name}`, async () => {
      const servers = JSON.stringify(urls.map((url) => ({ url })));
      const rest = JSON.stringify(openApi({ '/a': { get: {} } })).slice(1);
      assert.deepEqual(remarksOf(await read(`{\n"servers": ${servers},\n${rest}`)), reported(...paths));
    });

  it('are reported of a path and of an operation, too, where they are', async () => {
    const [general, own, other] = ['/v1', '/x', '/y'].map((url) => `"servers": [{ "url": "${url}" }]`);
    const get = `"get": {\n${other}\n}`;
    const text = `{"openapi": "3.1.0",\n${general},\n"paths": { "/a": {\n${own},\n${get} } } }`;
    const lines = reported('/x', '/y').map((line, index) => line.replace('2:', `${[4, 6][index]}:`));
    assert.deepEqual(remarksOf(await read(text)), lines);
  });

  it('have the defaults of their variables, and are as they are where there is none', async () => {
    const variables = { host: { default: 'https://x' }, part: { default: 'b' }, other: { enum: ['c'] } };
    const servers = JSON.stringify([{ url: '{host}/a/{part}/{other}/{gone}', variables }]);
    const rest = JSON.stringify(openApi({ '/a': { get: {} } })).slice(1);
    assert.deepEqual(
      remarksOf(await read(`{\n"servers": ${servers},\n${rest}`)),
      reported('/a/b/{other}/{gone}'),
    );
  });

  it('are one in Swagger 2.0', async () => {
    const of = async (basePath: string | undefined) =>
      remarksOf(
        await read(
          `{"swagger": "2.0",\n${basePath === undefined ? '' : `"basePath": "${basePath}",`}\n` +
            '"servers": [{ "url": "/other" }], "paths": { "/a": { "get": {} } }}',
        ),
      );
    assert.deepEqual(await of('/x/'), reported('/x'));
    for (const path of ['/', '/v1', undefined]) assert.deepEqual(await of(path), []);
  });
});

describe('Webhooks, callbacks and links', () => {
  const links = (count: number) => ({
    responses: { 200: { links: Object.fromEntries(Array.from({ length: count }, (_, i) => [`l${i}`, {}])) } },
  });
  const cases: readonly (readonly [get: object, webhooks: object, counts: string | undefined])[] = [
    [{}, {}, undefined],
    [{}, { paid: {} }, '1 webhooks, 0 callbacks and 0 links'],
    [{ callbacks: { paid: {}, gone: {} } }, {}, '0 webhooks, 2 callbacks and 0 links'],
    [links(1), {}, '0 webhooks, 0 callbacks and 1 links'],
    [
      { callbacks: { paid: {}, gone: {} }, ...links(3) },
      { paid: {}, gone: {} },
      '2 webhooks, 2 callbacks and 3 links',
    ],
  ];
  for (const [get, webhooks, counts] of cases)
    it(`are counted, since they are not used: ${counts ?? 'none'}`, async () => {
      const description = await read(openApi({ '/a': { $ref: '#/own' } }, { webhooks, own: { get } }));
      assert.deepEqual(remarksOf(description), counts === undefined ? [] : [`1: Not used: ${counts}.`]);
    });
});
