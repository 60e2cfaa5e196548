import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readTypedRequest } from '../../../../src/requests/plan/typedRequest';
import { anyText, anyUrl } from '../../../support/properties';

const addresses = { apiUrl: 'https://api.test/base/v1', filesUrl: 'https://files.test' };
const where = { environmentName: 'Sandbox', addresses };
const read = (text: string, method = 'GET') => readTypedRequest(text, method, where);
const PATH = 'The path cannot be used';
const elsewhere = (origin: string) =>
  `${origin} is not an address of Sandbox, which is at ${addresses.apiUrl}. The request is not sent there.`;
/** What would be sent, such as `GET /things`, or what is wrong. */
const sent = (text: string): string => {
  const typed = read(text);
  if (typed.kind === 'request')
    return [
      `${typed.method} ${typed.path}`,
      ...(typed.service === undefined ? [] : [`(${typed.service})`]),
      ...(typed.explicit ? [] : ['(if nothing matches)']),
      ...(typed.oddLimit ? ['(odd limit)'] : []),
    ].join(' ');
  if (typed.kind === 'words') return 'words';
  return typed.reason.startsWith(`${PATH}: `) ? PATH : typed.reason;
};

describe('what is typed as a request', () => {
  for (const [text, expected] of [
    [' /things?limit=5 ', 'GET /things?limit=5'],
    ['v1/things', 'GET v1/things'],
    ['things?limit=5', 'GET /things?limit=5'],
    ['things/abc', 'GET /things/abc'],
    ['things', 'GET /things (if nothing matches)'],
    ['get things', 'GET /things'],
    ['delete   /x', 'DELETE /x'],
    ['https://api.test/base/v1/things?a=b', 'GET /things?a=b (api)'],
    ['https://files.test/v1/files/f_1.pdf', 'GET /files/f_1.pdf (files)'],
    ['POST', 'Type a path after POST, such as /files/{id}.'],
    ['TRACE', 'GET /TRACE (if nothing matches)'],
    ['TRACE /x', 'This method cannot be sent. Use GET, POST, PUT, PATCH or DELETE.'],
    ['https://elsewhere.test/v1/things', elsewhere('https://elsewhere.test')],
    ['https://api.test/other/v1/things', elsewhere('https://api.test')],
    ['http://api.test/base/v1/things', elsewhere('http://api.test')],
    ['https://user@api.test/base/v1/things', elsewhere('https://api.test')],
    ['https://:password@api.test/base/v1/things', elsewhere('https://api.test')],
    ['//elsewhere.test/x', PATH],
    ['https://api.test/base/v1/x#b', PATH],
    ['see https://api.test/base/v1/x', 'words'],
    ['a/b c', 'words'],
    ['post', 'GET /post (if nothing matches)'],
    ['/x?limit=100', 'GET /x?limit=100'],
    ['/x?limit=101', 'GET /x?limit=101 (odd limit)'],
  ] as const) {
    it(`reads "${text}" as ${expected}`, () => assert.equal(sent(text), expected));
  }

  it('says why an address cannot be used', () => {
    for (const [text, here, reason] of [
      ['https://', where, `${PATH}: this is not a complete address.`],
      [
        'https://api.test/base/v1/x',
        { environmentName: 'New', addresses: undefined },
        'New has no address yet, so only a path can be typed.',
      ],
    ] as const)
      assert.deepEqual(readTypedRequest(text, 'GET', here), { kind: 'fault', reason });
  });

  it('goes to the longer one of two addresses, and to either where they are one', () => {
    const serviceOf = (path: string, apiUrl: string, filesUrl: string) => {
      const typed = readTypedRequest(`https://a.test${path}`, 'GET', {
        environmentName: 'Sandbox',
        addresses: { apiUrl: `https://a.test${apiUrl}`, filesUrl: `https://a.test${filesUrl}` },
      });
      assert.ok(typed.kind === 'request');
      return [typed.service, typed.path];
    };
    assert.deepEqual(serviceOf('/v1/f/v1/x', '/v1', '/v1/f'), ['files', '/x']);
    assert.deepEqual(serviceOf('/v1/f/v1/x', '/v1/f/v1', ''), ['api', '/x']);
    assert.deepEqual(serviceOf('/v1/files/x', '/v1', ''), [undefined, '/files/x']);
  });

  it('sends exactly the path that was typed, and never elsewhere', () => {
    const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/).filter((text) => text !== 'v1');
    const paths = fc.array(segment, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(paths, fc.constantFrom('', 'GET ', 'POST '), (path, method) => {
        const typed = read(`${method}/${path.join('/')}`);
        assert.ok(typed.kind === 'request');
        assert.deepEqual([typed.path, typed.method], [`/${path.join('/')}`, method.trim() || 'GET']);
      }),
    );
    fc.assert(
      fc.property(anyUrl(true), (url) => assert.notEqual(read(url).kind, 'request')),
      { numRuns: 30 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        read(text);
      }),
    );
  });
});
