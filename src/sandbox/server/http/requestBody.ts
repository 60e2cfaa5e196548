/** Reads request bodies within bounds, and lets the answer to one that is too large arrive. */
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { isObject } from '../../../util/objects';
import { invalid } from './replies';

const MAX_JSON_BYTES = 64 * 1024;
/** How much of an unwanted body is read, in bytes, so that its sender reads the answer. */
const DISCARD_BYTES = 64 * 1024 * 1024;
/** How long a sender of even more than that has for reading the answer. */
const LINGER_MS = 1000;

/**
 * Reads a whole body.
 * @param limit the most bytes to hold
 * @returns undefined when there are more; the rest is left unread
 * @throws Error when the client goes away in the middle
 */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(incoming)) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Reads what is left of a body and drops it, since many clients do not look at the answer before they have
 * sent everything. Beyond a bound the connection is ended shortly after the answer.
 */
export async function discardBody(incoming: IncomingMessage): Promise<void> {
  let left = DISCARD_BYTES;
  try {
    for await (const chunk of chunksOf(incoming)) {
      left -= chunk.length;
      if (left < 0) {
        endSoon(incoming);
        return;
      }
    }
  } catch {
    // The client went away: no answer is needed.
  }
}

/** The bytes as they come. Leaving the loop early leaves the stream as it is; by default it would be destroyed. */
function chunksOf(incoming: IncomingMessage): AsyncIterable<Buffer> {
  return incoming.iterator({ destroyOnReturn: false });
}

function endSoon(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.socket.destroy(), LINGER_MS);
  incoming.once('end', () => clearTimeout(timer));
  incoming.resume();
}

/** The request's content type, or undefined when it is missing or is none. */
export function mediaType(incoming: IncomingMessage): MIMEType | undefined {
  try {
    return new MIMEType(incoming.headers['content-type'] ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Reads a body that must be one JSON object in UTF-8, sent as application/json.
 * @throws Refusal that says which of these it is not
 */
export async function readJsonObject(incoming: IncomingMessage): Promise<Partial<Record<string, unknown>>> {
  const type = mediaType(incoming);
  const charset = type?.params.get('charset')?.toLowerCase() ?? 'utf-8';
  if (type?.essence !== 'application/json' || charset !== 'utf-8') {
    throw invalid({
      code: 'content_type',
      fieldName: 'Content-Type',
      message: 'The request must be application/json in UTF-8.',
    });
  }
  const bytes = await readBody(incoming, MAX_JSON_BYTES);
  if (bytes === undefined) throw invalidBody('max_size', `The body must be at most ${MAX_JSON_BYTES} bytes.`);
  const value = parse(bytes);
  if (!isObject(value)) throw invalidBody('object', 'The body must be a JSON object.');
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidBody('json', 'The body is not valid JSON.');
  }
}

function invalidBody(code: string, message: string) {
  return invalid({ code, fieldName: 'body', message });
}
