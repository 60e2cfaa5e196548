import type { ApiOperation, OperationBody, OperationParameter } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import { decimalText } from '../check/numbers';
import { isJsonType, locate, mediaTypeOf, part, partsOfValue } from '../resolve/parts';
import { locatedAt } from '../resolve/references';
import { examplesAt, firstFitting, sampleContent, sendableType } from './contents';
import type { Made, SampleContext } from './context';
import { isPlainList, partsOf, styleOfField, type SampledPart } from './formParts';
import { sampleOf } from './make';
import { headerText, pathText, queryText } from './serialize';
import { SOME_UUID } from './texts';

/** What a new request of an operation is filled in with. It can be sent between threads. */
export interface RequestSample {
  /** Parameters of the path, as the path holds them. */
  readonly path: readonly SampledText[];
  /** The required parameters of the query, encoded and joined; empty for none. */
  readonly query: string;
  readonly headers: readonly SampledText[];
  readonly body?: SampledBody;
}

export interface SampledText {
  readonly name: string;
  readonly value: string;
  /** A UUID, which is to be another one for each request. */
  readonly isNew?: boolean;
}

export interface SampledBody {
  readonly contentType: string;
  readonly content:
    | { readonly kind: 'json'; readonly text: string }
    /** Names with values, encoded. */
    | { readonly kind: 'form'; readonly pairs: readonly string[] }
    | { readonly kind: 'multipart'; readonly parts: readonly SampledPart[] }
    | { readonly kind: 'text'; readonly text: string }
    /** Bytes, which stay to be named. */
    | { readonly kind: 'file' };
  /** It is made from the schema, in the place of an example that does not fit it. */
  readonly isInPlace?: true;
}

/** By this header a service takes two requests for one. */
const KEY = /^(?:x-)?idempotency-key$/i;

/** For all examples of a request together. */
const A_SECOND = 1000;

/** Fills in what a request of an operation needs: path, required query and headers, body. */
export function sampleRequest(operation: ApiOperation, given: SampleContext): RequestSample {
  const context = { deadline: performance.now() + A_SECOND, ...given };
  const { parameters, body } = operation;
  const required = (place: OperationParameter['in']) =>
    parameters.filter((parameter) => parameter.in === place && parameter.required);
  const values = (
    place: OperationParameter['in'],
    write: (parameter: OperationParameter, value: unknown) => string,
  ) =>
    required(place).flatMap((parameter) => {
      const made = sampleParameter(parameter, context);
      // Where nothing fits, its name says what belongs there.
      return {
        name: parameter.name,
        value: made === undefined ? `{${parameter.name}}` : write(parameter, made.value),
      };
    });
  const cookies = values('cookie', headerText).map(({ name, value }) => `${name}=${value}`);
  const made = body && sampleContent(body, context);
  const content = body && sampleBody(body, made, context);
  return {
    path: values('path', pathText),
    query: required('query')
      .map((parameter) => queryText(parameter, (sampleParameter(parameter, context) ?? { value: '' }).value))
      .filter((text) => text !== '')
      .join('&'),
    headers: [
      ...values('header', headerText).map((each) =>
        KEY.test(each.name) && each.value === SOME_UUID ? { ...each, isNew: true } : each,
      ),
      ...(cookies.length === 0 ? [] : [{ name: 'Cookie', value: cookies.join('; ') }]),
    ],
    ...(content !== undefined && { body: { ...content, ...(made?.isInPlace && { isInPlace: true }) } }),
  };
}

/** A value of a parameter or a header: JSON as text where its description says so. */
export function sampleParameter(
  { name, at, schema }: Pick<OperationParameter, 'name' | 'at' | 'schema'>,
  context: SampleContext,
): Made | undefined {
  const located = locate(schema);
  const [content] = partsOfValue(part(locatedAt(at, context.resolver), 'content'));
  const written = [
    ...(KEY.test(name) ? [{ value: SOME_UUID }] : []),
    ...[at, content?.[1].at].flatMap((each) => examplesAt(each, undefined, context.resolver)),
  ];
  const made = firstFitting(written, located, context) ?? (located && sampleOf(located, context));
  if (made === undefined || content === undefined) return made;
  const isText = typeof made.value === 'string' && !isJsonType(content[0]);
  return { value: isText ? made.value : JSON.stringify(made.value) };
}

function sampleBody(body: OperationBody, made: Made | undefined, context: SampleContext): SampledBody {
  const contentType = sendableType(mediaTypeOf(body.contentType));
  if (isJsonType(contentType)) {
    const text = JSON.stringify(made === undefined ? {} : made.value, undefined, 2);
    return { contentType, content: { kind: 'json', text } };
  }
  if (contentType === 'application/x-www-form-urlencoded') {
    const pairs = isObject(made?.value) ? formPairs(made.value, body, context) : [];
    return { contentType, content: { kind: 'form', pairs } };
  }
  if (contentType === 'multipart/form-data') {
    return { contentType, content: { kind: 'multipart', parts: partsOf(made?.value, body, context) } };
  }
  if (contentType.startsWith('text/') || /[/+]xml$/.test(contentType)) {
    const value = made?.value;
    const isPlain = typeof value === 'boolean' || decimalText(value) !== undefined;
    const text = isPlain ? JSON.stringify(value) : typeof value === 'string' ? value : '';
    return { contentType, content: { kind: 'text', text } };
  }
  return { contentType, content: { kind: 'file' } };
}

/** Lists of plain values are written by their style, what is nested as JSON unless the description says otherwise. */
function formPairs(
  value: Readonly<Record<string, unknown>>,
  body: OperationBody,
  context: SampleContext,
): string[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const how = styleOfField(body, name, context.resolver);
    const isAsItIs = how.style === 'deepObject' || isPlainList(part) || typeof part !== 'object';
    const text = queryText({ name, ...how }, isAsItIs ? part : JSON.stringify(part));
    return text === '' ? [] : text.split('&');
  });
}
