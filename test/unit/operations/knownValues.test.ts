import assert from 'node:assert/strict';
import type { ApiOperation, OperationParameter } from '../../../src/api/model/operations';
import { matchOperation } from '../../../src/api/rules/matchOperation';
import { knownValues } from '../../../src/operations/knownValues';
import { LastResults } from '../../../src/operations/view/lastResults';
import type { Operations } from '../../../src/services/descriptions/operations';
import { testId } from '../../../src/services/environments/testCalls';
import type { ExchangeSummary, Storage } from '../../../src/storage';

const operation: ApiOperation = {
  ...{ id: 'a', method: 'GET', path: '/v1/files/{id}', source: 'file:///api.json', summary: '' },
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
    const paths = [
      '/v1/files/a%20b?c=1',
      '/v1/files/a%20b',
      '/v1/files/7/parts',
      '/v1/files/8',
      `/v1/files/${testId()}`,
    ];
    assert.deepEqual(known(paths), ['a b', '8']);
    assert.deepEqual(known(paths, 'simple'), ['a b', '8']);
  });

  it('are none where the style adds to the value what is not of it', () => {
    for (const style of ['matrix', 'label'])
      assert.deepEqual(known(['/v1/files/;id=7', '/v1/files/.7'], style), []);
  });
});

describe('The last result of an operation', () => {
  it('is not that of a connection that was tried', () => {
    const sent = ['first', testId()].map((id) => ({ id, method: 'GET', path: `/v1/files/${id}` }));
    const match: Operations['match'] = (method, target) => matchOperation([operation], method, target);
    const history = {
      pages: () => [sent.toReversed() as ExchangeSummary[]],
    } as unknown as Storage['history'];
    const results = new LastResults({ match } as Operations).of({ history }, 'sandbox');
    assert.equal(results.get(`GET ${operation.path} ${operation.source}`), sent[0]);
  });
});
