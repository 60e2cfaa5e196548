/** Answers operations of API descriptions with examples, and keeps what was made with them. */
import type { Context } from 'hono';
import type { FieldError } from '../../api/model/errors';
import type { MockRequest } from '../../descriptions/mock/checkRequest';
import type { MadeItem, MockAnswer } from '../../descriptions/mock/mockAnswer';
import type { SandboxStore } from './data/sandboxStore';
import { readForm } from './http/formBody';
import { EXAMPLE_HEADER, invalid, notFound, Refusal } from './http/replies';
import { mediaType, readBody } from './http/requestBody';
import type { SandboxEnv } from './http/sandboxEnv';
import { percentDecoded } from '../../util/lenient';

/**
 * Answers a request with an operation of a description.
 * @param item what was made at this path before
 * @returns undefined where no description has such an operation
 */
export type Describe = (request: MockRequest, item: MadeItem | undefined) => Promise<MockAnswer | undefined>;

/** What answers a request. */
export type Route = (c: Context<SandboxEnv>) => Response | Promise<Response>;

const MAX_BYTES = 10 * 1024 * 1024;

/** @param otherwise what answers where no description has such an operation */
export function describedRoute(
  store: SandboxStore,
  describe: Describe | undefined,
  otherwise: Route = nowhere,
): Route {
  return async (c) => {
    const { pathname, search } = new URL(c.req.url);
    if (describe === undefined || pathname.startsWith('/v1/local-sandbox/')) return otherwise(c);
    const path = pathname.slice('/v1'.length);
    const item = store.made(keyOf(path));
    const request = {
      method: c.req.method,
      path,
      query: search.slice(1),
      headers: headersOf(c),
      mayBeIncomplete: store.scenario === 'malformed',
      ...(await bodyOf(c)),
    };
    const known = item === 'removed' ? undefined : item;
    const answer = await answerOf(describe, request, known);
    if (answer === undefined) return otherwise(c);
    if (item === 'removed') throw refused(notFound('This was removed.'));
    if (answer.kind === 'refused') throw refused(invalid(...answer.faults), answer.faults);
    if (answer.made !== undefined)
      store.keepMade(keyOf(`${path}/${encodeURIComponent(answer.made.id)}`), answer.made);
    if (c.req.method === 'DELETE') store.removeMade(keyOf(path));
    return respond(c, answer);
  };
}

/** Answers what is no address of anything. */
export function nowhere(): never {
  throw notFound('This endpoint does not exist.');
}

/** `HEAD` is answered by `GET` where it is not described itself. */
async function answerOf(
  describe: Describe,
  request: MockRequest,
  item: MadeItem | undefined,
): Promise<MockAnswer | undefined> {
  try {
    const answer = await describe(request, item);
    if (answer !== undefined || request.method !== 'HEAD') return answer;
    return await describe({ ...request, method: 'GET' }, item);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(new Refusal(500, 'internal_error', `The description could not be used. ${reason}`));
  }
}

function respond(c: Context<SandboxEnv>, answer: MockAnswer & { readonly kind: 'example' }): Response {
  const headers = new Headers();
  for (const [name, value] of answer.headers) if (isSendable(name, value)) headers.append(name, value);
  headers.set(EXAMPLE_HEADER, 'example');
  if (answer.body === undefined) return new Response(null, { status: answer.status, headers });
  const contentType = answer.contentType ?? 'application/json';
  // Whatever is described, this is how texts are written here.
  headers.set('content-type', contentType.replace(/(;\s*charset\s*=\s*)(?:"[^"]*"|[^\s;]+)/i, '$1utf-8'));
  c.set('incomplete', answer.incomplete);
  return new Response(answer.body, { status: answer.status, headers });
}

function isSendable(name: string, value: string): boolean {
  const isFraming =
    /^(?:content-length|content-encoding|transfer-encoding|connection|trailer|upgrade)$/i.test(name);
  return !isFraming && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** The refusal of a request that does not fit what is described. @param faults whose messages do not name their fields */
function refused({ status, message, body }: Refusal, faults: readonly FieldError[] = []): Refusal {
  const text = faults.map((fault) => `${fault.fieldName}: ${fault.message}`).join(' ') || message;
  return new Refusal(status, body.code, text, body.data, { [EXAMPLE_HEADER]: 'refused' });
}

/** One key for a path, however it is encoded. */
function keyOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${encodeURIComponent(percentDecoded(segment))}`).join('');
}

function headersOf(c: Context<SandboxEnv>): [name: string, value: string][] {
  const headers = Object.entries(c.req.header());
  return headers.filter(([name]) => name !== 'authorization');
}

async function bodyOf(c: Context<SandboxEnv>): Promise<Pick<MockRequest, 'body' | 'parts' | 'files'>> {
  const bytes = await readBody(c.env.incoming, MAX_BYTES);
  if (bytes === undefined) {
    const message = `The body must be at most ${MAX_BYTES} bytes.`;
    throw refused(invalid({ code: 'max_size', fieldName: 'body', message }));
  }
  const type = mediaType(c.env.incoming);
  if (type?.essence !== 'multipart/form-data' || bytes.length === 0) return { body: bytes.toString() };
  const fields = await readForm(bytes, type.params.get('boundary')).catch((error: unknown) => {
    throw error instanceof Refusal ? refused(error) : error;
  });
  const given = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  return {
    body: '',
    parts: given.map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    files: given.flatMap(([name, value]) => (typeof value === 'string' ? [] : name)),
  };
}
