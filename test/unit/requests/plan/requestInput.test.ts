import assert from 'node:assert/strict';
import { isOfKind } from '../../../../src/api/model/errors';
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
});
