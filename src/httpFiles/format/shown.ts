import { plainText } from '../../util/plainText';
import type { HttpFile, HttpRequest } from './parse/model';

/** A request as a row or a line above it shows it, to find it again where its file has changed since. */
export interface ShownRequest {
  /** Its block. */
  readonly text: string;
  readonly title: string;
  /** Its place among the requests of the file, and how many there were. */
  readonly index: number;
  readonly count: number;
}

/** What a request is called: its name, its title, or what it does. */
export function titleOf({ name, title, method, url }: HttpRequest): string {
  return name ?? title ?? plainText(`${method} ${url}`, 100);
}

/** A request as it is shown now. @param index its place among the requests of the file */
export function shown(request: HttpRequest, index: number, { requests }: HttpFile): ShownRequest {
  return { text: request.text, title: titleOf(request), index, count: requests.length };
}

/**
 * The request that was shown: by its text, since lines and titles move and are there twice. One that was itself changed is
 * found by its place and title, while as many requests are in the file; otherwise it may be another one, and is undefined.
 */
export function findShown(
  { requests }: HttpFile,
  { text, title, index, count }: ShownRequest,
): HttpRequest | undefined {
  const here = requests[index];
  if (here?.text === text) return here;
  const isChanged = (each: HttpRequest, at: number) =>
    at === index && requests.length === count && titleOf(each) === title;
  return requests.find((each) => each.text === text) ?? requests.find(isChanged);
}
