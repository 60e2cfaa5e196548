import assert from 'node:assert/strict';
import type { ApiOperation } from '../../../src/api/model/operations';
import { readOperation } from '../../../src/operations/readOperation';
import { Operations } from '../../../src/services/descriptions/operations';

const [ONE, TWO] = ['file:///one.json', 'file:///two.json'];
const described = (path: string, source: string, id: string): ApiOperation => ({
  ...{ id, method: 'GET', path, source, summary: '', service: 'api', tags: [], parameters: [], answers: [] },
});
const operations = new Operations(() => [
  described('/v1/things/{id}', ONE, 'readThing'),
  described('/v1/others', ONE, 'readOther'),
  described('/v1/things/{id}', TWO, 'readThing'),
  described('/mine/{fileId}', TWO, 'getFile'),
]);

describe('The operation that a caller or a row means', () => {
  for (const [given, found] of [
    ['readOther', `/v1/others ${ONE}`],
    ['getFile', '/files/{fileId} documented'],
    [{ method: 'get', path: '/things/{id}' }, `/v1/things/{id} ${ONE}`],
    [{ method: 'GET', path: '/v1/things/{id}', source: TWO, last: undefined }, `/v1/things/{id} ${TWO}`],
    [{ method: 'GET', path: '/v1/files/{fileId}' }, '/files/{fileId} documented'],
  ] as const)
    it(`is found: ${JSON.stringify(given)}`, () => {
      const { path, source } = readOperation(operations, given);
      assert.equal(`${path} ${source}`, found);
    });

  for (const [given, kind] of [
    ['readThing', 'preflight'],
    [7, 'preflight'],
    [{ method: 'GET' }, 'preflight'],
    ['unknown', 'not-found'],
    [{ method: 'POST', path: '/things/{id}' }, 'not-found'],
    [{ method: 'GET', path: '/others', source: TWO }, 'not-found'],
    [{ method: 'GET', path: '/things' }, 'not-found'],
  ] as const)
    it(`is refused: ${JSON.stringify(given)}`, () => {
      const message = given === 7 ? /^The argument "operation" must be/ : /./;
      assert.throws(() => readOperation(operations, given), { kind, message });
    });
});
