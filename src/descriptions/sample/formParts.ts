import type { OperationBody, OperationContent } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import { decimalText } from '../check/numbers';
import type { Located, Resolver } from '../model/description';
import { styleOf } from '../operations/parameters';
import { locate, mediaTypeOf, part, textOf } from '../resolve/parts';
import { follow, locatedAt } from '../resolve/references';
import type { SampleContext } from './context';
import { merge } from './merge';
import { delimiterOf, textIn } from './serialize';

/** A part of a form. */
export interface SampledPart {
  readonly name: string;
  /** Absent for the bytes of a file. */
  readonly text?: string;
  readonly contentType?: string;
}

/** The parts of a form. @param value an object with a field for each */
export function partsOf(value: unknown, body: OperationBody, context: SampleContext): SampledPart[] {
  const schema = locate(body.schema);
  const properties =
    (schema && merge([schema], context.resolver, new Map())?.properties) ?? new Map<string, Located[]>();
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) => {
    const contentType = textOf(encodingOf(body, name, context.resolver), 'contentType');
    const single =
      contentType !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? { contentType } : {};
    if (isFile(properties.get(name) ?? [], context.resolver)) return [{ name, ...single }];
    const { style, explode } = styleOfField(body, name, context.resolver);
    if (!explode && isPlainList(each)) {
      const text = each.map(textIn).join(delimiterOf(style));
      return [{ name, text, ...single }];
    }
    const items: readonly unknown[] = Array.isArray(each) ? each : [each];
    return items.map((item) => {
      const isJson = (isObject(item) || Array.isArray(item)) && { contentType: 'application/json' };
      return { name, text: textIn(item), ...isJson, ...single };
    });
  });
}

/** Whether a value is a list without anything nested. */
export function isPlainList(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item !== 'object' || decimalText(item) !== undefined)
  );
}

/** How a field of a form is written where it is a list or an object: one by one, unless `explode` is off. */
export function styleOfField(
  content: OperationContent,
  field: string,
  resolver: Resolver,
): { readonly style: string; readonly explode: boolean } {
  const { contentType, schema } = content;
  // In 2.0, a form is made of parameters, and each says how it is written.
  const old = part(part(locate(schema), 'properties'), field);
  // In 3.0, styles are of forms without parts only.
  const isIgnored = resolver.dialect === '3.0' && mediaTypeOf(contentType).startsWith('multipart/');
  const holder = old ? follow(resolver, old) : isIgnored ? undefined : encodingOf(content, field, resolver);
  const { style = 'form', explode = style === 'form' } = holder ? styleOf(holder, resolver) : {};
  return { style, explode: explode || style === 'deepObject' };
}

function encodingOf({ at }: OperationContent, field: string, resolver: Resolver): Located | undefined {
  return part(part(locatedAt(at, resolver), 'encoding'), field);
}

/** Media types of texts. */
const IS_TEXT = /^text\/|[/+](?:json|xml)$/;

/**
 * Whether a field of a form is bytes, a list of them, or has an alternative that says so.
 * @param seen the schemas that were looked at, each once
 */
function isFile(
  schemas: readonly Located[],
  resolver: Resolver,
  seen = new Set<unknown>(),
  isOption = false,
): boolean {
  const [first] = schemas;
  const merged = merge(schemas, resolver, new Map());
  if (merged === undefined || first === undefined || seen.has(first.value)) return false;
  seen.add(first.value);
  if (merged.types?.has('file') === true || merged.format === 'binary') return true;
  if (merged.types?.has('array') === true) return isFile(merged.items, resolver, seen);
  const options = merged.branches.flatMap((branches) => branches.options);
  if (options.some((option) => isFile(option, resolver, seen, true))) return true;
  if (resolver.dialect !== '3.1') return false;
  if ([...merged.schemas].some(holdsBytes)) return true;
  // In 3.1, bytes are what has no type.
  const says = [merged.types, merged.choices, merged.contains, merged.additional, merged.format];
  return (
    !isOption &&
    says.every((each) => each === undefined) &&
    merged.properties.size + merged.examples.length + options.length === 0
  );
}

/** Whether a schema of 3.1 has a media type that is none of a text, and the bytes are not encoded as one. */
function holdsBytes(schema: unknown): boolean {
  if (!isObject(schema) || schema['contentEncoding'] !== undefined) return false;
  const type = schema['contentMediaType'];
  return typeof type === 'string' && !IS_TEXT.test(mediaTypeOf(type));
}
