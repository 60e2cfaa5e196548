import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { HttpFile, HttpRequest } from './parse/model';
import { fileIn, placeholdersIn } from './parse/lines';
import { definitionFor } from './resolve';
import { SEPARATOR } from './parse/syntax';

interface Extracting {
  readonly title: string;
  readonly folder?: string | undefined;
  readonly target?: string | undefined;
}

/**
 * The text of one request of a file, to be a separate file: under a title, with the definitions that it uses. Pure.
 * @param text of the whole file
 * @param folder that its attachments are relative to; they stay as they are where it is undefined
 * @param target the folder of the separate file, where it names them from there; else their paths are whole
 */
export function extractRequest(
  text: string,
  file: HttpFile,
  request: HttpRequest,
  { title, folder, target }: Extracting,
): string {
  const lines = text.split(/\r\n|\r|\n/);
  const own = lines.slice(request.firstLine, request.lastLine + 1);
  if (SEPARATOR.test(own[0] ?? '')) own.shift();
  const attached = new Set(request.body.lines.map((line) => line.line));
  const first = request.lastLine + 1 - own.length;
  const all = own.map((line, index) => (attached.has(first + index) ? moved(line, folder, target) : line));
  const start = all.findIndex((line) => line.trim() !== '');
  const definitions = definitionsFor(file, request, own);
  return [`### ${title.replace(/[\r\n]+/g, ' ').trim()}`, ...definitions, ...all.slice(start), ''].join('\n');
}

/** The definitions outside of the request that its lines need, in the order of the file. */
function definitionsFor(file: HttpFile, request: HttpRequest, lines: readonly string[]): string[] {
  const seen = new Map<number, string>();
  const open = [...lines];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const { expression } of placeholdersIn(text, 0)) {
      const found = definitionFor(file, request.line, expression);
      if (found === undefined || seen.has(found.nameSpan.line)) continue;
      seen.set(found.nameSpan.line, `@${found.name} = ${found.value}`);
      open.push(found.value);
    }
  }
  return [...seen]
    .filter(([line]) => line < request.firstLine || line > request.lastLine)
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text);
}

function moved(line: string, folder: string | undefined, target: string | undefined): string {
  const path = fileIn(line);
  if (path === undefined || folder === undefined || isAbsolute(path) || path.startsWith('{{')) return line;
  const whole = resolve(folder, path);
  return `< ${target === undefined ? whole : relative(target, whole).replaceAll(sep, '/')}`;
}
