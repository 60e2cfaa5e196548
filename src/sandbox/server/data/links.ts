/** Content links: anyone who has one can open it until it expires, without a key. */
import type { StoredFile } from './sandboxStore';
import { isSigned, sign } from './signing';

const LIFETIME_MS = 60 * 60 * 1000;

/**
 * A link of the form shown, {files_url}/v1/files/<file_id>/content, with a signature in its query.
 * @param expired makes one that has expired already
 */
export function contentLink(filesUrl: string, id: string, secret: Uint8Array, expired: boolean) {
  const expires = Date.now() + (expired ? -LIFETIME_MS : LIFETIME_MS);
  const query = new URLSearchParams({ expires: String(expires), token: sign(secret, signed(id, expires)) });
  return {
    url: `${filesUrl}/v1/files/${id}/content?${query.toString()}`,
    expiryDate: new Date(expires).toISOString(),
  };
}

/** What is said of a link that has expired. */
export const EXPIRED_LINK = 'This content link has expired. Get a new one from the file details.';

/** Why a content link opens nothing now; undefined where it does. */
export function linkProblem(
  id: string,
  token: string,
  expires: string | undefined,
  secret: Uint8Array,
): string | undefined {
  if (!isSigned(secret, signed(id, expires), token))
    return 'This content link is not one of this sandbox. Get a new one.';
  return Number(expires) > Date.now() ? undefined : EXPIRED_LINK;
}

function signed(id: string, expires: number | string | undefined): string {
  return `content:${id}:${expires}`;
}

/** The get-file-details record ("Read a file's details" in docs/api.md). */
export function fileDetails(file: StoredFile, link: ReturnType<typeof contentLink>) {
  return {
    id: file.id,
    purpose: file.purpose,
    name: file.name,
    mimeType: file.mimeType,
    contentLink: link,
    expiryDate: null,
    uploadedAt: new Date(file.uploadedAt).toISOString(),
  };
}
