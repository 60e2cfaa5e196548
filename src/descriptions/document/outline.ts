import type { ApiOperation, OperationContent } from '../../api/model/operations';
import { plainValue } from '../../util/exactJson';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import type { Located, Resolver } from '../model/description';
import { locate } from '../resolve/parts';
import { follow } from '../resolve/references';

/** How deep schemas are unfolded, how many parts an outline has at most, and the length of its texts. */
const MAX_DEPTH = 6;
const MAX_PARTS = 400;
const MAX_TEXT = 200;
/** What says nothing about which values fit. */
const LEFT_OUT = new Set(['example', 'examples', 'xml', 'externalDocs', '$schema', '$id', 'title']);

/** Keywords whose keys are names of fields: one of them may be called `example`. */
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** A schema without references, as deep as it was unfolded. */
type Unfolded = Readonly<Record<string, unknown>> | boolean | string;

/** What an operation takes and gives, in short: everything is in one place and is data that can be sent. */
export interface OperationOutline {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated?: true;
  readonly security?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema?: Unfolded;
  }[];
  readonly body?: { readonly contentType: string; readonly required: boolean; readonly schema?: Unfolded };
  readonly answers: readonly {
    readonly status: string;
    readonly description?: string;
    readonly contentType?: string;
    readonly schema?: Unfolded;
  }[];
}

/** Unfolds an operation, with bounds on depth and size. */
export function outlineOf(operation: ApiOperation, resolver: Resolver): OperationOutline {
  const { method, path, summary, deprecated, security, parameters, body, answers } = operation;
  const unfold = unfolder(resolver);
  const schemaOf = ({ schema }: Partial<OperationContent>) => {
    const located = locate(schema);
    return located && { schema: unfold(located, 0) };
  };
  return {
    method,
    path,
    summary,
    ...(deprecated === true && { deprecated }),
    ...(security !== undefined && { security }),
    parameters: parameters.map(({ name, in: place, required, ...rest }) => ({
      name,
      in: place,
      required,
      ...schemaOf(rest),
    })),
    ...(body !== undefined && {
      body: { contentType: body.contentType, required: body.required, ...schemaOf(body) },
    }),
    answers: answers.map(({ status, description, contents = [] }) => ({
      status,
      ...(description !== undefined && { description: plainText(description, MAX_TEXT) }),
      ...(contents[0] !== undefined && { contentType: contents[0].contentType, ...schemaOf(contents[0]) }),
    })),
  };
}

function unfolder(resolver: Resolver): (from: Located, depth: number) => Unfolded {
  let parts = 0;
  /** @param areNames its keys are names of fields, not keywords */
  const unfold = (from: Located, depth: number, areNames = false): Unfolded => {
    parts += 1;
    const found = follow(resolver, from);
    if (found === undefined || parts > MAX_PARTS || depth > MAX_DEPTH) return '…';
    if (!isObject(found.value)) return found.value === true;
    const entries = Object.entries(found.value).filter(
      ([name]) => areNames || !(LEFT_OUT.has(name) || name.startsWith('x-')),
    );
    return Object.fromEntries(
      entries.map(([name, value]) => {
        const isMap = !areNames && NAMED.has(name);
        return [name, unfoldPart(value, found.at, depth + 1, isMap)] as const;
      }),
    );
  };
  const unfoldPart = (value: unknown, at: string, depth: number, areNames = false): unknown => {
    if (typeof value === 'string') return plainText(value, MAX_TEXT);
    if (Array.isArray(value)) return value.map((each: unknown) => unfoldPart(each, at, depth));
    return isObject(value) ? unfold({ value, at }, depth, areNames) : plainValue(value);
  };
  return unfold;
}
