import type { ApiOperation, OperationParameter } from '../api/model/operations';
import { pathText } from '../descriptions/sample/serialize';
import { askValue, type KnownValue } from '../ui/questions/askValue';
import { plainText } from '../util/plainText';

/**
 * Asks for what an operation needs: its path parameters first, then the required ones of its query.
 * @param known gives values that are known here for a parameter
 * @returns path and query, as they are sent
 * @throws CancelledError when a question was dismissed
 */
export async function askParameters(
  { method, path, parameters }: ApiOperation,
  known: (parameter: OperationParameter) => readonly KnownValue[],
): Promise<string> {
  const needed = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required));
  const ordered = needed.toSorted((one, other) => Number(one.in === 'query') - Number(other.in === 'query'));
  let target = path;
  const query = new URLSearchParams();
  for (const [index, parameter] of ordered.entries()) {
    const title = `${plainText(method, 20)} ${plainText(target, 100)}`;
    const { name, description, in: place } = parameter;
    const step = [index + 1, ordered.length] as const;
    const value = await askValue({ title, name, place, description, step }, known(parameter));
    if (parameter.in === 'query') query.append(parameter.name, value);
    else target = target.replaceAll(`{${parameter.name}}`, pathText(parameter, value));
  }
  return query.size === 0 ? target : `${target}?${query.toString()}`;
}
