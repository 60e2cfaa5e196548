/** From the bytes on the wire to the bytes meant, never more than the bound. */
import { type Transform, pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { WireResponse } from './transport';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

const MIB = 1024 * 1024;

/** A body that cannot be read as what it says it is, in words. The connection itself did its part. */
export class BodyFault extends Error {
  readonly fault: 'too-large' | 'encoding' | 'compression';
  constructor(fault: BodyFault['fault'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BodyFault';
    this.fault = fault;
  }
}

/** The fault of a compressed body that is cut off, or is none. */
export function damaged(cause?: unknown): BodyFault {
  return new BodyFault(
    'compression',
    t('The answer cannot be read because its compressed form is damaged.'),
    cause,
  );
}

/** First value of a header, by lower-case name. */
export function header(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

/** More would be an attack, not a saving. */
const MAX_CODINGS = 3;

/**
 * Reads a whole body, content encodings undone as it streams, so that a small body that grows without
 * bound is refused when it passes it and not when memory ends.
 * @param maxBytes the bound, in decoded bytes
 * @throws BodyFault when it is too large, or encoded in a way that is unknown or broken; otherwise what the
 * transport throws
 */
export async function readBody(response: WireResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of decoded(response)) {
    length += chunk.length;
    if (length > maxBytes)
      throw new BodyFault(
        'too-large',
        t('The answer is not read because it is larger than {0} MiB.', Math.floor(maxBytes / MIB)),
      );
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

function decoded(response: WireResponse): AsyncIterable<Uint8Array> {
  const codings = response.headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const isChain = codings.length > MAX_CODINGS;
  const refused = codings.filter((coding) => isChain || !CODINGS.has(coding));
  if (refused.length > 0) return leave(response.body, refused.join(', '));
  return response.decoded ? response.body : codings.reduceRight(undo, response.body);
}

/** Ends the connection instead of reading on. */
async function* leave(body: AsyncIterable<Uint8Array>, codings: string): AsyncGenerator<Uint8Array> {
  await body[Symbol.asyncIterator]().return?.();
  yield* [];
  throw new BodyFault(
    'encoding',
    t('The answer cannot be read because of its encoding: {0}.', plainText(codings, 80)),
  );
}

const CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

function decoderFor(coding: string, firstByte: number): Transform {
  if (coding === 'br') return createBrotliDecompress();
  if (coding !== 'deflate') return createGunzip();
  // The standard says zlib, some servers send raw deflate; the first byte shows which.
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

async function* undo(source: AsyncIterable<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let next = await iterator.next();
  while (!next.done && next.value.length === 0) next = await iterator.next();
  if (next.done) return;
  const decoder = decoderFor(coding, next.value[0] ?? 0);
  // An error before the decoder is the connection's, or an outer encoding's; one inside it is the body's.
  let earlier: { readonly error: unknown } | undefined;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (; !next.done; next = await iterator.next()) yield next.value;
    } catch (error) {
      earlier = { error };
      throw error;
    } finally {
      await iterator.return?.();
    }
  };
  pipeline(watched, decoder, () => undefined);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw earlier ? earlier.error : damaged(error);
  }
}

/** Text of a body in the charset that its Content-Type names, UTF-8 where that is none or unknown. */
export function bodyText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1];
  return charsetDecoder(charset).decode(bytes);
}

function charsetDecoder(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
