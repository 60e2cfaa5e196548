/**
 * An upload framed as multipart/form-data ("Upload file", interface). The bytes are framed here because
 * that costs next to nothing, while FormData bodies take several times as long and have no known length.
 */
import { randomBytes } from 'node:crypto';
import type { WireBody } from './transport';

/** Pieces small enough for progress and backpressure to mean something. */
const CHUNK = 64 * 1024;

export interface MultipartBody extends WireBody {
  /** Value of Content-Type, boundary included. */
  readonly contentType: string;
}

export interface MultipartInput {
  readonly purpose: string;
  readonly name: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

/** Frames a file with its purpose. The file's bytes are not copied. */
export function frameUpload({ purpose, name, mimeType, content, onProgress }: MultipartInput): MultipartBody {
  const value = purpose.toWellFormed().replace(/\r\n?|\n/g, '\r\n');
  const boundary = unusedBoundary(content, value);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${value}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeName(name)}"\r\n` +
      `Content-Type: ${mimeType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + content.length + tail.length,
    *chunks() {
      yield head;
      for (let at = 0; at < content.length;) {
        const chunk = content.subarray(at, at + CHUNK);
        yield chunk;
        at += chunk.length;
        onProgress?.(at, content.length);
      }
      yield tail;
    },
  };
}

/** A file name as browsers put it between the quotes (WHATWG HTML, "multipart/form-data encoding algorithm"). */
export function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

function unusedBoundary(content: Uint8Array, value: string): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (;;) {
    const boundary = `----payments-api-${randomBytes(18).toString('hex')}`;
    if (!bytes.includes(boundary) && !value.includes(boundary)) return boundary;
  }
}
