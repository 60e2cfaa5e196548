import type { OperationBody } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import type { Located } from '../model/description';
import { part, textOf } from '../resolve/parts';
import { locate } from './contents';
import type { SampleContext } from './context';
import { merge } from './merge';

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
    const contentType = encodingOf(body, name, 'contentType', context);
    const single =
      contentType !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? { contentType } : {};
    if (isFile(properties.get(name) ?? [], context)) return [{ name, ...single }];
    const items: readonly unknown[] = Array.isArray(each) ? each : [each];
    return items.map((item) => {
      if (item === null) return { name, text: '', ...single };
      const isJson = (isObject(item) || Array.isArray(item)) && { contentType: 'application/json' };
      return { name, text: typeof item === 'string' ? item : JSON.stringify(item), ...isJson, ...single };
    });
  });
}

/** What the encoding of a field says, as text. */
export function encodingOf(
  { at }: OperationBody,
  field: string,
  name: 'contentType' | 'style',
  { resolver }: SampleContext,
): string | undefined {
  const media = at === undefined ? undefined : resolver.resolve(at, at);
  return textOf(part(part(media, 'encoding'), field), name);
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
