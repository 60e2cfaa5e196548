import assert from 'node:assert/strict';
import { isOfKind, PreflightError } from '../../../../src/api/model/errors';
import { readRequest } from '../../../../src/requests/plan/requestInput';

describe('a request that is handed to a command', () => {
  it('has a limit out of range where a person clicked a link of the service, and not by code', () => {
    const given = { path: '/v1/things?limit=500' };
    assert.match(readRequest(given, true).target, /\/things\?limit=500$/);
    assert.throws(
      () => readRequest(given),
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
