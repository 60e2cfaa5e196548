import type { OperationBody, OperationContent } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import type { Located, Resolver } from '../model/description';
import { styleOf } from '../operations/parameters';
import { mediaTypeOf, part, textOf } from '../resolve/parts';
import { follow } from '../resolve/references';
import { locate } from './contents';
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
    if (isFile(properties.get(name) ?? [], context)) return [{ name, ...single }];
    const { style, explode } = styleOfField(body, name, context.resolver);
    if (!explode && isPlainList(each)) {
      const text = each.map(textIn).join(delimiterOf(style));
      return [{ name, text, ...single }];
    }
    const items: readonly unknown[] = Array.isArray(each) ? each : [each];
    return items.map((item) => {
      if (item === null) return { name, text: '', ...single };
      const isJson = typeof item === 'object' && { contentType: 'application/json' };
      return { name, text: textIn(item), ...isJson, ...single };
    });
  });
}

/** Whether a value is a list without anything nested. */
export function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object');
}

/** How a field of a form is written where it is a list or an object: one by one, unless `explode` is off. */
export function styleOfField(
  content: OperationContent,
  field: string,
  resolver: Resolver,
): { readonly style: string; readonly explode: boolean } {
  const { contentType, schema } = content;
  const old = resolver.dialect === '2.0' && part(part(locate(schema), 'properties'), field);
  // In 3.0, styles are of forms without parts only.
  const isIgnored = resolver.dialect === '3.0' && mediaTypeOf(contentType).startsWith('multipart/');
  const holder = old ? follow(resolver, old) : isIgnored ? undefined : encodingOf(content, field, resolver);
  const { style = 'form', explode = style === 'form' } = holder ? styleOf(holder, resolver) : {};
  return { style, explode: explode || style === 'deepObject' };
}

function encodingOf({ at }: OperationContent, field: string, resolver: Resolver): Located | undefined {
  const media = at === undefined ? undefined : resolver.resolve(at, at);
  return part(part(media, 'encoding'), field);
}

/** Whether a field of a form is bytes, or a list of them. */
function isFile(schemas: readonly Located[], context: SampleContext): boolean {
  const merged = merge(schemas, context.resolver, new Map());
  if (merged === undefined) return false;
  if (merged.types?.has('file') === true || merged.format === 'binary') return true;
  if (merged.types?.has('array') === true) return isFile(merged.items, context);
  // In 3.1, bytes are what has no type.
  const says = [merged.types, merged.choices, merged.contains, merged.additional, merged.format];
  return (
    context.resolver.dialect === '3.1' &&
    schemas.length > 0 &&
    says.every((each) => each === undefined) &&
    merged.properties.size + merged.examples.length + merged.branches.length === 0
  );
}
