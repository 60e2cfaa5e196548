import type { HttpFile, HttpRequest } from './parse/model';

/** A request as a row or a line above it shows it, to find it again where its file has changed since. */
export interface ShownRequest {
  /** Its block. */
  readonly text: string;
  /** Its place among the requests of the file, and how many there were. */
  readonly index: number;
  readonly count: number;
}

/**
 * The request that was shown: by its text, since lines and titles move and are there twice. One that was itself changed is
 * found by its place, while as many requests are in the file; otherwise it may be another one, and is undefined.
 */
export function findShown(
  { requests }: HttpFile,
  { text, index, count }: ShownRequest,
): HttpRequest | undefined {
  const here = requests[index];
  if (here?.text === text) return here;
  return requests.find((each) => each.text === text) ?? (requests.length === count ? here : undefined);
}
