import assert from 'node:assert/strict';
import type { ApiOperation, OperationParameter } from '../../../src/api/model/operations';
import { knownValues } from '../../../src/operations/knownValues';
import type { Storage } from '../../../src/storage';

const operation: ApiOperation = {
  ...{ id: 'a', method: 'GET', path: '/v1/things/{id}', source: 'file:///api.json', summary: '' },
  ...{ service: 'api', tags: [], parameters: [], answers: [] },
};

/** What is known for a path parameter of a style, where these paths were sent. */
function known(paths: readonly string[], style?: OperationParameter['style']): readonly string[] {
  const storage = {
    files: { list: () => ({ items: [] }) },
    history: { list: () => ({ items: paths.map((path) => ({ method: 'GET', path })) }) },
  } as unknown as Storage;
  const parameter = { name: 'id', in: 'path', required: true, ...(style && { style }) } as const;
  return knownValues(storage, 'sandbox', operation)(parameter).map(({ value }) => value);
}

describe('Values that are known for a path', () => {
  it('are those that were sent, decoded, each once', () => {
    const paths = ['/v1/things/a%20b?c=1', '/v1/things/a%20b', '/v1/things/7/parts', '/v1/things/8'];
    assert.deepEqual(known(paths), ['a b', '8']);
    assert.deepEqual(known(paths, 'simple'), ['a b', '8']);
  });

  it('are none where the style adds to the value what is not of it', () => {
    for (const style of ['matrix', 'label'])
      assert.deepEqual(known(['/v1/things/;id=7', '/v1/things/.7'], style), []);
  });
});
