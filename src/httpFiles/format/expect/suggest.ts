import type { JudgedAnswer } from './judge';
import { parseJson } from '../../../util/lenient';

/** So many lines are suggested. */
const MOST = 15;
const DEEPEST = 4;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** What one would expect of such an answer: its status, its type, and the ids and types of values that are there. */
export function suggestExpectations({
  status,
  headers,
  text = '',
}: Omit<JudgedAnswer, 'durationMs'>): string[] {
  const type = headers
    .find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    .split(';', 1)[0]
    ?.trim();
  const lines = [`?? status == ${status}`];
  if (type !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(type)) {
    lines.push(`?? header content-type includes ${type}`);
    // Of another type, httpyac looks for nothing in the body.
    if (/^(?:application|text)\/json$|\+json$/.test(type)) lines.push(...suggestBody(text));
  }
  return lines.slice(0, MOST);
}

function suggestBody(text: string): string[] {
  const body = parseJson(text);
  if (body === undefined) return [];
  const found: { readonly depth: number; readonly line: string }[] = [];
  const look = (value: unknown, path: string, depth: number): void => {
    const line = path === '' ? undefined : suggestValue(value, path);
    if (line !== undefined) found.push({ depth, line });
    if (depth === DEEPEST || typeof value !== 'object' || value === null || found.length > 100) return;
    // httpyac reads no path that begins with a bracket.
    if (Array.isArray(value)) {
      if (path !== '' && value.length > 0) look(value[0], `${path}[0]`, depth + 1);
      return;
    }
    for (const [name, each] of Object.entries(value)) {
      if (NAME.test(name)) look(each, path === '' ? name : `${path}.${name}`, depth + 1);
      else if (path !== '' && /^[\w-]+$/.test(name)) look(each, `${path}["${name}"]`, depth + 1);
    }
  };
  look(body, '', 0);
  return found.toSorted((a, b) => a.depth - b.depth).map(({ line }) => line);
}

function suggestValue(value: unknown, path: string): string | undefined {
  if (typeof value === 'boolean') return `?? body ${path} == ${value}`;
  if (typeof value === 'number') return `?? body ${path} isNumber`;
  if (Array.isArray(value)) return `?? body ${path} isArray`;
  if (typeof value !== 'string') return undefined;
  // `file_…` says what an id is of; the rest of it is another one each time.
  const prefix = /(?:^|[.\]])(?:id|\w+(?:Id|_id))$/.test(path) ? /^[a-z]+_/i.exec(value)?.[0] : undefined;
  return prefix === undefined ? `?? body ${path} isString` : `?? body ${path} startsWith ${prefix}`;
}
