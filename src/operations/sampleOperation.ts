import type { ApiOperation } from '../api/model/operations';
import type { RequestSample } from '../descriptions/sample/requestOf';
import type { Descriptions } from '../services/descriptions/descriptions';

/** What a new request of an operation is filled in with; only names where its description gives nothing in time. */
export async function sampleOperation(
  { worker, documented }: Pick<Descriptions, 'worker' | 'documented'>,
  operation: ApiOperation,
): Promise<RequestSample> {
  const { source, method, path } = operation;
  if (source === 'local-sandbox') return bare(operation);
  const key = { source, method, path };
  if (source === 'documented') return (await documented.get()).sample(key);
  try {
    return await worker.run('sample', key);
  } catch {
    return bare(operation);
  }
}

function bare({ parameters }: ApiOperation): RequestSample {
  const path = parameters.filter((parameter) => parameter.in === 'path');
  return { path: path.map(({ name }) => ({ name, value: `{${name}}` })), query: '', headers: [] };
}
