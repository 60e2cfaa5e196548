import type { AnswerCheck, ReceivedAnswer } from '../../api/model/exchange';
import type { ApiOperation, OperationAnswer, OperationContent } from '../../api/model/operations';
import { bodyText, header } from '../../api/wire/decodeBody';
import { parseUnrounded } from '../../util/exactJson';
import { listed, t } from '../../util/text';
import type { Resolver } from '../model/description';
import { placeOf } from './places';
import { validate } from './validate';
import { contentFor, mediaTypeOf } from '../resolve/parts';

/** An answer that arrived whole. */
export type RawAnswer = ReceivedAnswer & { readonly bytes: Uint8Array };

export type Difference = AnswerCheck['differences'][number];

/**
 * Where an answer differs from what is described for its operation.
 * @throws TooMuchError, and RangeError for values nested without end; call it where it can be ended
 */
export function differencesOf(operation: ApiOperation, resolver: Resolver, answer: RawAnswer): Difference[] {
  const { answers } = operation;
  if (answers.length === 0) return [];
  const described = fitting(answers, answer.status);
  if (described === undefined) {
    const statuses = listed(answers.map(({ status }) => status));
    return [{ place: 'status', message: t('The status is not described. Described are: {0}.', statuses) }];
  }
  const missing = described.headers?.filter(
    ({ name, required }) => required && header(answer.headers, name.toLowerCase()) === undefined,
  );
  return [
    ...(missing ?? []).map(({ name }) => ({ place: `header ${name}`, message: t('This is missing.') })),
    ...differencesOfBody(operation, described, resolver, answer),
  ];
}

/** The status itself, else its class, else `default`. */
function fitting(answers: readonly OperationAnswer[], status: number): OperationAnswer | undefined {
  const wanted = [String(status), `${String(status).charAt(0)}XX`, 'default'];
  return wanted
    .map((each) => answers.find((answer) => answer.status === each))
    .find((each) => each !== undefined);
}

function differencesOfBody(
  { method }: ApiOperation,
  { contents = [] }: OperationAnswer,
  resolver: Resolver,
  { status, headers, bytes }: RawAnswer,
): Difference[] {
  if (contents.length === 0 || method === 'HEAD' || status === 204 || status === 304) return [];
  if (bytes.length === 0) return [{ place: 'body', message: t('The answer has no body.') }];
  const given = header(headers, 'content-type');
  const content = given === undefined ? contents[0] : contentFor(contents, given);
  const place = 'header content-type';
  if (content === undefined) {
    const types = listed(contents.map(({ contentType }) => contentType));
    return [{ place, message: t('The media type is not described. Described are: {0}.', types) }];
  }
  const untyped = given === undefined ? [{ place, message: t('This is missing.') }] : [];
  return [...untyped, ...differencesOfContent(content, resolver, given, bytes)];
}

function differencesOfContent(
  { contentType, schema }: OperationContent,
  resolver: Resolver,
  given: string | undefined,
  bytes: Uint8Array,
): Difference[] {
  const type = mediaTypeOf(given ?? contentType);
  if (!/^(?:application|text)\/json$|\+json$/.test(type)) return [];
  const text = bodyText(bytes, given);
  const value = parseUnrounded(text);
  if (value === undefined) return [{ place: 'body', message: t('The body is not valid JSON.') }];
  const faults = validate({ value: schema, at: '' }, value, { resolver, direction: 'answer' });
  return faults.map(({ path, message }) => ({ place: placeOf(path), message }));
}
