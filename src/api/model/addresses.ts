/** Addresses and paths, checked before anything is sent. Pure and small: activation loads it as well. */
import { PreflightError } from './errors';
import { number, t } from '../../util/text';
import { withoutEnd } from '../../util/edges';
import { decoded, percentDecoded } from '../../util/lenient';

export type EnvironmentType = 'local' | 'sandbox' | 'production';

/** Where an environment is reached, checked. */
export interface Addresses {
  /** Ends in `/v1`. */
  readonly apiUrl: string;
  /** Without `/v1`; file operations are served below it. */
  readonly filesUrl: string;
  readonly apiOrigin: string;
  readonly filesOrigin: string;
  /** No files address is given: it is the origin of the API address. */
  readonly isFilesDefault?: boolean;
}

export type AddressCheck =
  | {
      readonly ok: true;
      /** Origin, path prefix if any, and `/v1`; no trailing slash. */
      readonly apiUrl: string;
      /** `apiUrl` without the final `/v1`; no trailing slash. */
      readonly base: string;
      readonly origin: string;
    }
  | { readonly ok: false; /** In plain words, fit to follow "…: ". */ readonly reason: string };

export type PathCheck =
  | {
      readonly ok: true;
      /** What follows `/v1`: begins with a slash, holds no query. */
      readonly path: string;
      /** Decoded pairs of a query in the path, in order. */
      readonly query: [name: string, value: string][];
    }
  | { readonly ok: false; readonly reason: string };

/** Control and format characters, and every kind of space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;
/** Longer request lines are refused by common servers. */
const MAX_PATH = 8000;
const no = (reason: string) => ({ ok: false, reason }) as const;

/** Whether a URL's host is this machine, whatever a name server says: not `x.localhost`, which some systems ask for. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Whether a URL's host is meant to be this machine: also `x.localhost`, which most systems lead here. */
export function isMeantLocally(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/**
 * Checks and normalises the address of an environment ("Addresses" in docs/api.md). Never throws.
 * @param text as a person typed it: with or without trailing slashes, with or without the final `/v1`
 */
export function checkAddress(text: string): AddressCheck {
  const address = text.trim();
  if (address === '') return no(t('no address is given'));
  if (UNSEEN.test(address) || address.includes('\\'))
    return no(t('an address cannot contain spaces, backslashes or control characters'));
  const authority = /^https?:\/\/([^/?#]+)/i.exec(address)?.[1];
  if (authority === undefined) return no(t('an address begins with https:// and a host name'));
  if (authority.includes('@')) return no(t('an address cannot contain a user name or password'));
  if (address.includes('?')) return no(t('an address cannot contain a query ("?…")'));
  if (address.includes('#')) return no(t('an address cannot contain a fragment ("#…")'));
  if (!address.isWellFormed() || !URL.canParse(address)) return no(t('this is not a complete address'));
  const { protocol, hostname, origin, pathname } = new URL(address);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    return no(t('an address must use https, except to localhost or 127.0.0.1'));
  }
  let prefix = withoutEnd(pathname.replace(/\/{2,}/g, '/'), /\//);
  while (prefix.endsWith('/v1')) prefix = prefix.slice(0, -'/v1'.length);
  const base = origin + prefix;
  return { ok: true, apiUrl: `${base}/v1`, base, origin };
}

/**
 * Checks a path given to a request: relative to the API address, with or without `/v1`. Absolute addresses,
 * `//host`, backslashes, `..` (encoded as well), control characters and fragments are refused. Never throws.
 */
export function checkRequestPath(path: string): PathCheck {
  const given = path.trim();
  if (given === '') return no(t('no path is given'));
  if (given.length > MAX_PATH) return no(t('a path is at most {0} characters long', number(MAX_PATH)));
  if (/[\p{Cc}\\]/u.test(given) || !given.isWellFormed())
    return no(t('a path cannot contain backslashes, control characters or broken characters'));
  if (given.includes('#')) return no(t('a path cannot contain a fragment ("#…")'));
  if (/^[a-z][a-z\d+.-]*:/i.test(given)) return no(t('enter a path, not a whole address'));
  if (given.startsWith('//')) return no(t('a path begins with one slash: two would name another host'));
  const raw = given.replace(/\?[^]*/, '');
  const stripped = `/${raw.replace(/^\//, '')}`.replace(/^(?:\/v1(?=\/|$))+/, '');
  const fault = segmentFault(stripped);
  if (fault !== undefined) return no(fault);
  const query = readQuery(given.slice(raw.length + 1));
  if (query === undefined) return no(t('the query contains a "%" without two hexadecimal digits after it'));
  return { ok: true, path: new URL(`http://h${stripped}`).pathname, query };
}

/** Why a path cannot be sent as it is. Looks through any number of percent-encodings. */
function segmentFault(path: string): string | undefined {
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    if (segment === '' && index < segments.length - 1)
      return t('a path cannot contain an empty segment ("//")');
    if (decoded(segment) === undefined)
      return t('the path contains a "%" that is not part of an encoded character');
    const meant = decodeFully(segment);
    if (meant === '.' || meant === '..') return t('a path cannot contain "." or ".." segments');
    if (/[/\\\p{Cc}]/u.test(meant)) return t('a path cannot contain encoded slashes or control characters');
    if (meant === 'v1' && index === 0) return t('give the version only once, as /v1');
  }
  return undefined;
}

function decodeFully(segment: string): string {
  let text = segment;
  for (let next = percentDecoded(text); next !== text; next = percentDecoded(text)) text = next;
  return text;
}

function readQuery(query: string): [string, string][] | undefined {
  const pairs: [string, string][] = [];
  for (const part of query.split('&').filter(Boolean)) {
    const [name = '', ...rest] = part.replaceAll('+', ' ').split('=');
    const [decodedName, value] = [decoded(name), decoded(rest.join('='))];
    if (decodedName === undefined || value === undefined) return undefined;
    pairs.push([decodedName, value]);
  }
  return pairs;
}

/**
 * A file's id as one percent-encoded path segment ("Read a file's details" in docs/api.md).
 * @throws PreflightError when the id could not stay one segment: empty, `.`, `..`, or a broken character
 */
export function fileIdSegment(fileId: string): string {
  if (fileId === '') throw new PreflightError(t('Enter the id of a file.'));
  if (fileId === '.' || fileId === '..' || !fileId.isWellFormed()) {
    throw new PreflightError(t('This is not a file id. Check it and enter it again.'));
  }
  return encodeURIComponent(fileId);
}
