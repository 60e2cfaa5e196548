import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../host/cleanup.mts';

export const FIVE_MB = 5_000_000;
export const SMALL = 20_000;
export const SMALL_COUNT = 600;
/** Uploads in flight, as the setting has it by default. */
export const CONCURRENCY = 4;

export const PURPOSE = 'payment_evidence';
export const MIME_TYPE = 'application/pdf';

/** Bytes that are taken for a PDF and cannot be compressed. */
export function samplePdf(size: number): Buffer<ArrayBuffer> {
  const content = randomBytes(size);
  content.write('%PDF-1.7\n');
  return content;
}

/** A new folder, gone when the measurement has ended. */
export function benchFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'bench-'));
  return {
    path,
    [Symbol.dispose]() {
      removeFolder(path);
    },
  };
}
