import { plainText, truncateMiddle } from '../../util/plainText';

/** Characters of a path or a name that a row shows. */
export const LONGEST = 24;

/** Characters of a path that are seen beside a method where the side bar is 200 pixels wide. */
const NARROW = 16;

/**
 * The end of a path, without its query: its last part, with the part before where both are seen in a narrow side bar.
 * `before` is that part where they are not. The tooltip has the whole path.
 */
export function endOf(path: string): { readonly end: string; readonly before?: string } {
  const [bare = ''] = path.split('?', 1);
  const parts = plainText(readable(bare), 300)
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
    .filter((part) => part !== '');
  const [last = '/', before] = parts.reverse();
  if (before === undefined) return { end: truncateMiddle(last, LONGEST) };
  const both = `${before}/${last}`;
  return both.length <= NARROW
    ? { end: both }
    : { end: truncateMiddle(last, LONGEST), before: truncateMiddle(before, LONGEST) };
}

/** A path as a person reads it; one that cannot be decoded as it is. */
export function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
