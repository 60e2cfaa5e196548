import { randomBytes } from 'node:crypto';

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
