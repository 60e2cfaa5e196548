import type { OperationBody, OperationContent } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import type { Located } from '../model/description';
import { isOn, part, partBehind, partsOfValue, textOf, mediaTypeOf } from '../resolve/parts';
import type { DocumentContext } from './context';

const JSON_TYPE = 'application/json';

/** The media types of a body or an answer of OpenAPI 3. */
export function contentsOf(of: Located | undefined): OperationContent[] {
  return partsOfValue(part(of, 'content')).map(([contentType, media]) => {
    const schema = part(media, 'schema');
    return { contentType, at: media.at, ...(schema && { schema: { $ref: schema.at } }) };
  });
}

/** The body of a request; undefined where there is none. @param parameters of Swagger 2.0, references followed */
export function bodyOf(
  operation: Located,
  parameters: readonly Located[],
  { resolver, root }: DocumentContext,
): OperationBody | undefined {
  if (resolver.dialect === '2.0') return oldBody(operation, parameters, root);
  const body = partBehind(operation, 'requestBody', resolver);
  return chosen(contentsOf(body), isOn(body, 'required'));
}

/** What is written first: JSON, else a form. */
function chosen(contents: readonly OperationContent[], required: boolean): OperationBody | undefined {
  const [first, ...others] = contents.toSorted((a, b) => rankOf(a.contentType) - rankOf(b.contentType));
  return first && { ...first, required, ...(others.length > 0 && { others }) };
}

function rankOf(contentType: string): number {
  const type = mediaTypeOf(contentType);
  if (type === JSON_TYPE) return 0;
  if (type.endsWith('+json')) return 1;
  if (type === 'application/x-www-form-urlencoded') return 2;
  return type === 'multipart/form-data' ? 3 : 4;
}

function oldBody(
  operation: Located,
  parameters: readonly Located[],
  root: Located,
): OperationBody | undefined {
  const types = listed(operation, 'consumes') ?? listed(root, 'consumes') ?? [];
  const body = parameters.find((each) => textOf(each, 'in') === 'body');
  if (body !== undefined) {
    const schema = part(body, 'schema');
    const contents = (types.length > 0 ? types : [JSON_TYPE]).map((contentType) => ({
      contentType,
      at: body.at,
      ...(schema && { schema: { $ref: schema.at } }),
    }));
    return chosen(contents, isOn(body, 'required'));
  }
  const fields = parameters.flatMap((each): [string, Located][] => {
    const name = textOf(each, 'name');
    return textOf(each, 'in') === 'formData' && name !== undefined ? [[name, each]] : [];
  });
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(([, each]) => textOf(each, 'type') === 'file');
  const forms = types.filter((type) => rankOf(type) === 3 || (rankOf(type) === 2 && !hasFile));
  const required = fields.flatMap(([name, each]) => (isOn(each, 'required') ? name : []));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { at }]) => [name, { $ref: at }])),
    ...(required.length > 0 && { required }),
  };
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const contents = (forms.length > 0 ? forms : [usual]).map((contentType) => ({ contentType, schema }));
  return chosen(contents, required.length > 0);
}

/** The media types of an answer of Swagger 2.0. */
export function oldContents(answer: Located, operation: Located, root: Located): OperationContent[] {
  const schema = part(answer, 'schema');
  if (schema === undefined) return [];
  const types = listed(operation, 'produces') ?? listed(root, 'produces') ?? [JSON_TYPE];
  return types.map((contentType) => ({ contentType, at: answer.at, schema: { $ref: schema.at } }));
}

function listed(of: Located, name: string): string[] | undefined {
  const value = isObject(of.value) ? of.value[name] : undefined;
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}
