import type { OperationParameter } from '../../api/model/operations';
import { t } from '../../util/text';
import type { Located, Resolver } from '../model/description';
import { isOn, part, partsOfValue, textOf } from '../resolve/parts';
import { follow } from '../resolve/references';
import { describedText, type DocumentContext } from './context';

const PLACES = ['path', 'query', 'header', 'cookie'] as const;
/** OpenAPI: header parameters of these names are ignored. */
const IGNORED = ['accept', 'content-type', 'authorization'];

/**
 * The parameters of an operation, references followed: its own, and those of its path that it does not have itself.
 * @param holders the operation and its path item
 */
export function rawParameters(holders: readonly (Located | undefined)[], resolver: Resolver): Located[] {
  const found = new Map<string, Located>();
  for (const holder of holders) {
    for (const [, each] of partsOfValue(part(holder, 'parameters'))) {
      const parameter = follow(resolver, each);
      if (parameter === undefined) continue;
      const key = `${textOf(parameter, 'in')} ${textOf(parameter, 'name')}`;
      if (!found.has(key)) found.set(key, parameter);
    }
  }
  return [...found.values()];
}

/** @param called the operation, for remarks */
export function parametersOf(
  raw: readonly Located[],
  path: string,
  called: string,
  { resolver, remark }: DocumentContext,
): OperationParameter[] {
  const rows = raw.flatMap((parameter) => {
    const name = textOf(parameter, 'name');
    const given = textOf(parameter, 'in');
    if (given === 'body' || (given === 'formData' && name !== undefined)) return [];
    const place = PLACES.find((each) => each === given);
    if (name === undefined || place === undefined) {
      remark(t('{0}: a parameter has no name or no known place.', called), parameter.at);
      return [];
    }
    if (place === 'header' && IGNORED.includes(name.toLowerCase())) return [];
    const schema = schemaOf(parameter, resolver);
    if (schema === undefined) remark(t('{0}: the parameter {1} has no schema.', called, name), parameter.at);
    const description = describedText(textOf(parameter, 'description'));
    return [
      {
        name,
        in: place,
        required: place === 'path' || isOn(parameter, 'required'),
        at: parameter.at,
        ...(schema && { schema: { $ref: schema.at } }),
        ...(description !== undefined && { description }),
        ...(isOn(parameter, 'deprecated') && { deprecated: true }),
        ...styleOf(parameter, resolver),
      },
    ];
  });
  const names = new Set(rows.filter((row) => row.in === 'path').map(({ name }) => name));
  const missing = [...new Set(namesIn(path)).difference(names)];
  return [...rows, ...missing.map((name) => ({ name, in: 'path' as const, required: true }))];
}

/** The names in braces. */
function namesIn(path: string): string[] {
  return path
    .split('{')
    .slice(1)
    .flatMap((rest) => (rest.includes('}') ? [rest.slice(0, rest.indexOf('}'))] : []));
}

/** The schema of a parameter or a header. */
export function schemaOf(parameter: Located, resolver: Resolver): Located | undefined {
  // In Swagger 2.0, a parameter is its own schema.
  if (resolver.dialect === '2.0') return textOf(parameter, 'type') === undefined ? undefined : parameter;
  const [media] = partsOfValue(part(parameter, 'content'));
  return part(parameter, 'schema') ?? part(media?.[1], 'schema');
}

const FORMATS: ReadonlyMap<string, Pick<OperationParameter, 'style' | 'explode'>> = new Map([
  ['multi', { explode: true }],
  ['tsv', { style: 'tabDelimited', explode: false }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
]);

/** @param parameter or the encoding of a field */
export function styleOf(
  parameter: Located,
  resolver: Resolver,
): Pick<OperationParameter, 'style' | 'explode'> {
  if (resolver.dialect === '2.0') {
    if (textOf(parameter, 'type') !== 'array') return {};
    return FORMATS.get(textOf(parameter, 'collectionFormat') ?? 'csv') ?? { explode: false };
  }
  const style = textOf(parameter, 'style');
  const explode = part(parameter, 'explode')?.value;
  return { ...(style !== undefined && { style }), ...(typeof explode === 'boolean' && { explode }) };
}
