import { isObject } from '../../../util/objects';
/** Reads JSON request bodies strictly. */
import type { IncomingMessage } from 'node:http';
import { invalid } from './replies';
import { readBody } from './requestBody';
import { mediaType } from './mediaType';

const MAX_JSON_BYTES = 64 * 1024;

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
