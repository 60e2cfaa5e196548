import { plainText, truncateMiddle } from '../../util/plainText';

/** Characters of a path or a name that a row shows. */
export const LONGEST = 24;

/** The end of a path, without its query. The tooltip has all of it. */
export function endOf(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const parts = plainText(readable(bare), 300)
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
    .filter((part) => part !== '');
  return truncateMiddle(parts.slice(-2).join('/') || '/', LONGEST);
}

/** A cursor says nothing to a person. */
export function withoutCursor(path: string): string {
  return path.replace(/([?&])page=[^&]*&?/, '$1').replace(/[?&]$/, '');
}

/** A path as a person reads it; one that cannot be decoded as it is. */
export function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
