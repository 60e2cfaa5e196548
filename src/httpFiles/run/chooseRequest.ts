import type * as vscode from 'vscode';
import { NotFoundError, invalidArgument } from '../../api/model/errors';
import { refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import type { HttpFile, HttpRequest } from '../format/parse/model';
import { findShown, type ShownRequest, titleOf } from '../format/shown';
import { t } from '../../util/text';

/** Each request of a file by an id that stays the same while others change. */
export function requestsById(uri: vscode.Uri, { requests }: HttpFile): Map<string, HttpRequest> {
  const found = new Map<string, HttpRequest>();
  const counts = new Map<string, number>();
  for (const request of requests) {
    const id = `${uri.toString()}#${titleOf(request)}`;
    let number = counts.get(id) ?? 1;
    let free = number === 1 ? id : `${id} (${number})`;
    while (found.has(free)) free = `${id} (${++number})`;
    counts.set(id, number + 1);
    found.set(free, request);
  }
  return found;
}

/** The id of a request of a file. */
export function idOf(uri: vscode.Uri, file: HttpFile, request: HttpRequest): string | undefined {
  return requestsById(uri, file)
    .entries()
    .find(([, each]) => each === request)?.[0];
}

/**
 * The request that was shown, of that name, at that line, or the first.
 * @param options of a command: `line` is counted from 0, `shown` is a `ShownRequest`
 * @throws PreflightError for what is no name or line, or is not there as it was shown; NotFoundError when there is no such
 *   request
 */
export function chooseRequest(
  file: HttpFile,
  { name, line, shown }: Readonly<Record<string, unknown>>,
): HttpRequest {
  const { requests } = file;
  if (isObject(shown)) {
    const same = findShown(file, shown as unknown as ShownRequest);
    if (same !== undefined) return same;
    throw changed();
  }
  if (name !== undefined && typeof name !== 'string') throw invalidArgument('name', 'string');
  if (line !== undefined && !(Number.isInteger(line) && Number(line) >= 0)) {
    throw invalidArgument('line', 'number >= 0');
  }
  if (name !== undefined) {
    const found =
      requests.find((request) => request.name === name) ?? requests.find((request) => request.title === name);
    if (found !== undefined) return found;
    throw new NotFoundError(t('This file has no request {0}. Nothing was sent.', plainText(name, 100)));
  }
  if (line === undefined) {
    const [first] = requests;
    if (first === undefined) throw noRequest();
    return first;
  }
  const found = requests.findLast(({ firstLine }) => firstLine <= Number(line));
  if (found !== undefined && Number(line) < found.endLine) return found;
  // Counted as the editor shows lines.
  const number = String(Number(line) + 1);
  throw new NotFoundError(
    t('Line {0} belongs to no request. Put the cursor into one. Nothing was sent.', number),
  );
}

/** The refusal of a request that is not there any more as it was shown. */
export function changed() {
  return refuse(
    t('This request was changed or removed meanwhile, so nothing was done. Look at it and try again.'),
  );
}

/** The refusal of a file without a request. */
export function noRequest() {
  return refuse(t('This file holds no request. Nothing was sent.'));
}
