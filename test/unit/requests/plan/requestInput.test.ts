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

  it('has what a caller gave of it also where its path is typed, and else is what was typed', () => {
    const typed = { method: 'PUT', path: '/things?a=1', service: 'files' } as const;
    const given = { query: { limit: 5 }, headers: { 'X-A': 'b' }, body: null };
    const { method, target, service, headers, body } = readTyped(given, typed) ?? {};
    assert.deepEqual([method, target, service], ['PUT', '/things?a=1&limit=5', 'files']);
    assert.deepEqual(headers?.[0], ['X-A', 'b']);
    assert.equal(body && Buffer.from(body.bytes).toString(), 'null');
    for (const nothing of [{}, { method: 'PUT', query: null, headers: undefined }])
      assert.equal(readTyped(nothing, typed), undefined);
    for (const odd of [{ query: 5 }, { headers: { 'X-A': 5 } }, { body: () => 1 }, { query: { limit: 500 } }])
      assert.throws(
        () => readTyped(odd, typed),
        (error) => isOfKind(error, 'preflight'),
      );
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
