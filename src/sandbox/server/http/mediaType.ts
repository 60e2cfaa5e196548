import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';

/** The request's content type, or undefined when it is missing or is none. */
export function mediaType(incoming: IncomingMessage): MIMEType | undefined {
  try {
    return new MIMEType(incoming.headers['content-type'] ?? '');
  } catch {
    return undefined;
  }
}
