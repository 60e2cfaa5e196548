import { createHmac, timingSafeEqual } from 'node:crypto';

/** A URL-safe signature of `text`. */
export function sign(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Whether `signature` belongs to `text`. */
export function isSigned(secret: Uint8Array, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(sign(secret, text)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
