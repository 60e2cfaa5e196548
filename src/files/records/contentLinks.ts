import type { KnownFile } from '../../storage/types/storageTypes';
import { isObject } from '../../util/objects';
import { formatRelativeTime } from '../../ui/formats/formats';
import { t } from '../../util/text';
import { parseTime } from '../../util/times';

/** A content link as a record gives it ("Read a file's details" in docs/api.md). */
export interface ContentLink {
  readonly url: string;
  /** Milliseconds since the epoch; null when it does not expire; undefined when the service's text is no certain time. */
  readonly expiresAt: number | null | undefined;
}

/** A link is fetched again when it expires within this time: it should outlive its use. */
const MARGIN_MS = 15_000;

/** Reads the content link of a record, of any shape. */
export function contentLinkOf(
  record: Readonly<Record<string, unknown>> | undefined,
): ContentLink | undefined {
  const link = record?.['contentLink'];
  if (!isObject(link) || typeof link['url'] !== 'string') return undefined;
  const { expiryDate } = link;
  return { url: link['url'], expiresAt: expiryDate === null ? null : parseTime(expiryDate) };
}

/** Whether a link can be used now and for a little while. */
export function isUsable({ expiresAt }: ContentLink, now: number): boolean {
  return expiresAt === null || (expiresAt !== undefined && expiresAt - now > MARGIN_MS);
}

/** Whether a link is one that a browser may be sent to: a web address, and nothing that runs or reads here. */
export function isWebLink(url: string): boolean {
  // A browser repairs "https:/host" and "https:////host". The editor does not: it cannot open them.
  return /^https?:\/\/[^/\\]/i.test(url) && URL.canParse(url);
}

/** When the content link of a file expires, in words; empty where that is not known. */
export function linkExpiry(file: KnownFile, now: number): string {
  const expiresAt = contentLinkOf(file.details)?.expiresAt;
  if (typeof expiresAt !== 'number') return '';
  return expiresAt > now ? t('link expires {0}', formatRelativeTime(expiresAt, now)) : t('link expired');
}

/** The record of a file: as the service last gave it, else what the upload answered. */
export function recordOf(file: KnownFile): Readonly<Record<string, unknown>> {
  if (file.details !== undefined) return file.details;
  return {
    ...(file.fileId !== undefined && { id: file.fileId }),
    purpose: file.purpose,
    name: file.name,
    mimeType: file.mimeType,
    ...(file.uploadedAt !== undefined && { uploadedAt: file.uploadedAt }),
  };
}
