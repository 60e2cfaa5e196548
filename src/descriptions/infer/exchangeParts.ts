import type { Exchange, HeaderList } from '../../api/model/exchange';
import { header } from '../../api/wire/decodeBody';
import { parseUnrounded } from '../../util/exactJson';
import { isObject } from '../../util/objects';
import { isJsonType, mediaTypeOf } from '../resolve/parts';

/** A body as it was seen. */
export interface SeenBody {
  /** Without parameters, in lower case. */
  readonly mediaType: string;
  /** What it holds: a value of JSON, or the fields of a form. Absent where it is neither, or was not kept whole. */
  readonly value?: { readonly json: unknown };
}

/** Stands for a media type where a body has none. */
const ANY = '*/*';

/** The body of a request, as far as it was kept. */
export function requestBody({ request }: Exchange): SeenBody | undefined {
  const { body, headers } = request;
  if (body === undefined) return undefined;
  if (body.kind === 'multipart') {
    const value = { json: { ...body.fields, [body.file.fieldName]: {} } };
    return { mediaType: 'multipart/form-data', value };
  }
  const mediaType = typeOf(headers) ?? (parsed(body.text) === undefined ? ANY : 'application/json');
  if (mediaType === 'application/x-www-form-urlencoded') {
    return { mediaType, value: { json: Object.fromEntries(new URLSearchParams(body.text)) } };
  }
  return seenText(mediaType, body.text);
}

/** An answer as it was seen. */
export interface SeenAnswer {
  readonly status: number;
  readonly body?: SeenBody;
}

/** The answers of all attempts: one that was repeated is an answer too. */
export function answersOf({ attempts }: Exchange): SeenAnswer[] {
  return attempts.flatMap(({ response }): SeenAnswer[] => {
    if (response === undefined) return [];
    const { status, headers, body, bodyBytes } = response;
    if (bodyBytes === 0) return [{ status }];
    return [{ status, body: seenText(typeOf(headers) ?? ANY, body) }];
  });
}

function seenText(mediaType: string, text: string | undefined): SeenBody {
  const value = text !== undefined && isJsonType(mediaType) ? parsed(text) : undefined;
  return { mediaType, ...(value !== undefined && { value }) };
}

function typeOf(headers: HeaderList): string | undefined {
  const type = mediaTypeOf(header(headers, 'content-type') ?? '');
  return /^[\w.+*-]+\/[\w.+*-]+$/.test(type) ? type : undefined;
}

function parsed(text: string): { readonly json: unknown } | undefined {
  const json = parseUnrounded(text);
  return json === undefined ? undefined : { json };
}

/** How deep the names of fields are compared. */
const DEPTH = 4;

/** The names of the fields of an answer without its envelope, with the names around them. */
export function fieldsOf(value: unknown): Set<string> {
  const inner = isObject(value) && value['success'] === true && 'data' in value ? value['data'] : value;
  const fields = new Set<string>();
  const look = (part: unknown, place: string, depth: number): void => {
    if (depth > DEPTH) return;
    if (Array.isArray(part)) look(part[0], `${place}[]`, depth + 1);
    else if (isObject(part)) {
      for (const [name, child] of Object.entries(part).slice(0, 100))
        look(child, `${place}.${name}`, depth + 1);
    } else if (place !== '') fields.add(place);
  };
  look(inner, '', 0);
  return fields;
}
