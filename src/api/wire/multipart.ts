/**
 * An upload framed as multipart/form-data ("Upload a file" in docs/api.md). The bytes are framed here because
 * that costs next to nothing, while FormData bodies take several times as long and have no known length.
 */
import { randomUUID } from 'node:crypto';
import type { WireBody } from './transport';
import type { UploadInput } from '../model/clientTypes';

/**
 * Pieces small enough for progress and backpressure to mean something, and large enough to cost little: each
 * costs a turn of the event loop.
 */
const PIECE = 256 * 1024;
/** Up to here a body is put together in one piece, which is cheaper than a turn for each of its parts. */
const ONE_PIECE = 64 * 1024;

/** Bodies in one piece are put into larger pieces of memory: each piece is work for the garbage collector. */
const SLAB = 8 * ONE_PIECE;
let slab = Buffer.alloc(0);
let slabUsed = 0;

export interface MultipartBody extends WireBody {
  /** Value of Content-Type, boundary included. */
  readonly contentType: string;
}

/**
 * Frames a file with its purpose. The bytes of a large file are not copied, but for those of its last piece: once that
 * one is taken, the connection holds no part of `content` any more, and its memory can be used for something else.
 */
export function frameUpload(input: UploadInput): MultipartBody {
  const { purpose, name, mimeType, content, onProgress } = input;
  const value = purpose.toWellFormed().replace(/\r\n?|\n/g, '\r\n');
  // 122 random bits that were not there when the content was made: it cannot hold them.
  const boundary = `----payments-api-${randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${value}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeName(name)}"\r\n` +
      `Content-Type: ${mimeType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = head.length + content.length + tail.length;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length,
    chunks: () =>
      length <= ONE_PIECE ? [inOne([head, content, tail], length)] : pieces(head, content, tail),
    onTaken(bytes) {
      const ofContent = Math.min(bytes - head.length, content.length);
      if (ofContent > 0) onProgress?.(ofContent, content.length);
    },
  };
}

/** The parts in one piece of memory that nothing else uses. */
function inOne(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (slabUsed + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    slabUsed = 0;
  }
  const piece = slab.subarray(slabUsed, (slabUsed += length));
  let at = 0;
  for (const part of parts) {
    piece.set(part, at);
    at += part.length;
  }
  return piece;
}

function* pieces(head: Uint8Array, content: Uint8Array, tail: Uint8Array): Generator<Uint8Array> {
  yield head;
  let at = 0;
  // The next piece is asked for when the one before is written, but the last one may wait in a queue of the connection.
  for (; at + PIECE < content.length; at += PIECE) yield content.subarray(at, at + PIECE);
  yield Buffer.concat([content.subarray(at), tail]);
}

/** A file name as browsers put it between the quotes (WHATWG HTML, "multipart/form-data encoding algorithm"). */
export function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
