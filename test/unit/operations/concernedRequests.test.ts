import assert from 'node:assert/strict';
import type { ApiOperation } from '../../../src/api/model/operations';
import type { WrittenRequest } from '../../../src/commands/table/commandTypes';
import { concernedBy } from '../../../src/operations/concernedRequests';
import { Operations } from '../../../src/services/descriptions/operations';

const URI = 'file:///api.json';
const operation = (method: string, path: string, source = URI): ApiOperation => ({
  ...{ id: `${method} ${path}`, method, path, source, summary: '', service: 'api' },
  ...{ tags: [], parameters: [], answers: [] },
});
const written = (method: string, path: string) => ({ method, path }) as WrittenRequest;

describe('Requests that a change of a description concerns', () => {
  it('are those whose operation is new, another or gone, as their paths are written', () => {
    const same = operation('GET', '/v1/things/{id}');
    const [changed, gone, added] = [
      operation('POST', '/v1/things'),
      operation('GET', '/v1/things/special'),
      operation('GET', '/news'),
    ];
    const operations = new Operations(() => [
      operation('GET', '/elsewhere', 'file:///other.json'),
      ...[same, changed, added],
    ]);
    const before = { uri: URI, operations: [same, changed, gone] };
    const changes = { added: [added], changed: [changed], gone: [gone] };
    const requests = [
      written('GET', '/things/{{id}}'),
      written('POST', '{{host}}/v1/things?a=b'),
      written('GET', '/things/special'),
      written('GET', '/news'),
      written('DELETE', '/news'),
      written('GET', '/elsewhere'),
      written('GET', '/files/x'),
    ];
    const match = (method: string, path: string) => operations.match(method, path);
    const found = concernedBy(before, changes, match, requests);
    assert.deepEqual(
      found.map(({ request, operation: { method, path } }) => [request.path, `${method} ${path}`]),
      [
        ['{{host}}/v1/things?a=b', 'POST /v1/things'],
        ['/things/special', 'GET /v1/things/special'],
        ['/news', 'GET /news'],
      ],
    );
  });
});
