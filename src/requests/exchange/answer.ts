import type { AttemptResponse, Exchange } from '../../api/model/exchange';
import { MASK } from '../../api/model/redact';
import { header } from '../../api/wire/decodeBody';
import { isJson } from '../../bodies/jsonLayout';

/** The answer of an exchange: from the last attempt that got one. */
export function answerOf({ attempts }: Exchange): AttemptResponse | undefined {
  return attempts.findLast(({ response }) => response !== undefined)?.response;
}

/** The body of the answer as it is kept, exactly; undefined where there was none, or it was binary. */
export function bodyOf(exchange: Exchange): string | undefined {
  return answerOf(exchange)?.body;
}

/** Whether the body is, in UTF-8, what the service sent: it holds no key that was hidden, and was no other text before. */
export function isBodyAsSent(exchange: Exchange): boolean {
  const body = bodyOf(exchange) ?? '';
  return !body.includes(MASK) && Buffer.byteLength(body) === answerOf(exchange)?.bodyBytes;
}

/** Whether the body is shown as JSON; an exchange without a body is, since its remarks are comments. */
export function isShownAsJson(exchange: Exchange): boolean {
  const body = bodyOf(exchange);
  return body === undefined || body === '' || isJson(body);
}

/** How a file with this body is best named: its extension, with the dot. */
export function bodyExtension(exchange: Exchange): string {
  const body = bodyOf(exchange) ?? '';
  if (isJson(body)) return '.json';
  const type = header(answerOf(exchange)?.headers ?? [], 'content-type') ?? '';
  if (/html/i.test(type) || /^\s*<(?:!doctype html|html)/i.test(body)) return '.html';
  if (/xml/i.test(type) || /^\s*<\?xml/i.test(body)) return '.xml';
  return /csv/i.test(type) ? '.csv' : '.txt';
}
