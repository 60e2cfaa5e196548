import type { OperationContent } from '../../api/model/operations';
import { fits } from '../check/validate';
import type { Located, Resolver } from '../model/description';
import { locate, part, partsOfValue } from '../resolve/parts';
import { follow, locatedAt } from '../resolve/references';
import type { Made, SampleContext } from './context';
import { corrected } from './correct';
import { sampleOf } from './make';

/** Bodies of these types are compared with their schemas: an example of another may be text in place of an object. */
export const COMPARED =
  /[/+]json\s*(?:;|$)|^application\/x-www-form-urlencoded|^multipart\/form-data|^text\/plain/i;

/**
 * An example of a body: the one that is written beside its schema, else the first of several that fits, else one for the
 * schema. A text of another form, such as XML, is no value of a schema that asks for more than text, and is taken as it is.
 */
export function sampleContent(content: OperationContent, context: SampleContext): Made | undefined {
  const { contentType, at } = content;
  const schema = locate(content.schema);
  const written = examplesAt(at, contentType, context.resolver);
  const fitting = firstFitting(written, schema, context);
  const made = fitting ?? (schema && sampleOf(schema, context));
  if (fitting === undefined && typeof made?.value !== 'string' && !COMPARED.test(sendableType(contentType))) {
    const text = written.find(({ value }) => typeof value === 'string');
    if (text !== undefined) return text;
  }
  return made && fitting === undefined && written.length > 0 ? { ...made, isInPlace: true } : made;
}

/** The first of some examples that fits a schema, without what only goes the other way. */
export function firstFitting(
  examples: readonly Made[],
  schema: Located | undefined,
  context: SampleContext,
): Made | undefined {
  if (schema === undefined) return examples[0];
  for (const { value } of examples) {
    const made = corrected(value, [schema], context);
    if (made !== undefined && fits(schema, made.value, context)) return made;
  }
  return undefined;
}

/** `example` and `examples` of a media type or a parameter; in Swagger 2.0, of an answer by media type. */
export function examplesAt(
  at: string | undefined,
  contentType: string | undefined,
  resolver: Resolver,
): Made[] {
  const holder = locatedAt(at, resolver);
  const many = part(holder, 'examples');
  if (resolver.dialect === '2.0') {
    const example = contentType === undefined ? undefined : part(many, contentType);
    return example === undefined ? [] : [{ value: example.value }];
  }
  const one = part(holder, 'example');
  const named = partsOfValue(many).flatMap(([, example]) => {
    const target = follow(resolver, example);
    const value = part(target, 'dataValue') ?? part(target, 'value');
    return value === undefined ? [] : [{ value: value.value }];
  });
  return [...(one === undefined ? [] : [{ value: one.value }]), ...named];
}

/** A media type that can be sent, of one that may be a range. */
export function sendableType(contentType: string): string {
  if (/^(?:(?:\*|application)\/\*|$)/.test(contentType)) return 'application/json';
  return contentType.replace('image/*', 'image/png').replace('*', 'plain');
}
