import assert from 'node:assert/strict';
import { isOfKind, PreflightError } from '../../../../src/api/model/errors';
import { readRequest, readTyped } from '../../../../src/requests/plan/requestInput';

describe('a request that is handed to a command', () => {
  it('has a limit out of range where a person clicked a link of the service, and not by code', () => {
    const given = { path: '/v1/things?limit=500' };
    assert.match(readRequest(given, true).target, /\/things\?limit=500$/);
    assert.throws(
      () => readRequest(given),
      (error) => isOfKind(error, 'preflight'),
    );
  });

  it('is a GET without a body and a POST with one, where no method is given', () => {
    const shown = (given: object) => {
      const { method, target, headers, body } = readRequest({ path: '/things', ...given });
      return [method, target, headers.length, body && Buffer.from(body.bytes).toString()];
    };
    assert.deepEqual(shown({ query: null, headers: null }), ['GET', '/things', 0, undefined]);
    assert.deepEqual(shown({ body: 0 }), ['POST', '/things', 1, '0']);
    assert.deepEqual(shown({ body: 0, method: 'put' }), ['PUT', '/things', 1, '0']);
    for (const path of [undefined, 5])
      assert.throws(() => readRequest({ path }), { message: /^The argument "path" must be string/ });
  });

  it('has what a caller gave of it also where its path is typed, and else is what was typed', () => {
    const typed = { method: 'PUT', path: '/things?a=1', service: 'files' } as const;
    const given = { query: { limit: 5 }, headers: { 'X-A': 'b' }, body: null };
    const { method, target, service, headers, body } = readTyped(given, typed) ?? {};
    assert.deepEqual([method, target, service], ['PUT', '/things?a=1&limit=5', 'files']);
    assert.deepEqual(headers?.[0], ['X-A', 'b']);
    assert.equal(body && Buffer.from(body.bytes).toString(), 'null');
    for (const nothing of [{}, { method: 'PUT', query: null, headers: undefined }])
      assert.equal(readTyped(nothing, typed), undefined);
    const { target: alone } = readTyped({ body: 1 }, typed) ?? {};
    assert.equal(alone, '/things?a=1');
    for (const [odd, message] of [
      [{ query: 5 }, /"query".*Record<string, string>/],
      [{ headers: 5 }, /"headers".*Record<string, string>/],
      [{ headers: { 'X-A': 5 } }, /"headers\.X-A".*string/],
      [{ body: () => 1 }, /body/],
      [{ query: { limit: 500 } }, /limit/],
    ] as const)
      assert.throws(() => readTyped(odd, typed), { kind: 'preflight', message });
  });

  it('has queries and headers that are plain objects: of others nothing would be sent', () => {
    const maps = [
      new Map([['limit', '5']]),
      new URLSearchParams('limit=5'),
      new Headers({ a: 'b' }),
      new Date(0),
    ];
    for (const odd of maps)
      for (const name of ['query', 'headers'])
        assert.throws(
          () => readRequest({ path: '/things', [name]: odd }),
          (error) => error instanceof PreflightError && error.message.includes(name),
        );
  });
});
