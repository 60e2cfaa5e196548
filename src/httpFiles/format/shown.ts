import type { HttpFile, HttpRequest } from './parse/model';
import { parseHttpFile } from './parse/parse';

/** A request as a row or a line above it shows it, to find it again where its file has changed since. */
export interface ShownRequest {
  /** Its block. */
  readonly text: string;
  /** Its place among the requests of the file, and how many there were. */
  readonly index: number;
  readonly count: number;
}

/**
 * The request that was shown: by its text, since lines move and titles are there twice. One that was itself changed is the
 * one in its place that is called the same, while as many are in the file; otherwise it may be another one: undefined.
 */
export function findShown(
  { requests }: HttpFile,
  { text, index, count }: ShownRequest,
): HttpRequest | undefined {
  const here = requests[index];
  if (here?.text === text) return here;
  const [was] = parseHttpFile(text).requests;
  const isIt = here && was && calledAs(here) === calledAs(was) && requests.length === count;
  return requests.find((each) => each.text === text) ?? (isIt === true ? here : undefined);
}

function calledAs({ title, name, method, url }: HttpRequest): string {
  return title ?? name ?? `${method} ${url}`;
}
