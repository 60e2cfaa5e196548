import { isAbsolute, relative, resolve, sep } from 'node:path';
import { readReference } from './answers';
import type { HttpFile, HttpRequest } from './parse/model';
import { fileIn, placeholdersIn } from './parse/lines';
import { definitionFor, MAX_DEPTH } from './resolve';
import { COMMENT, SEPARATOR } from './parse/syntax';

interface Extracting {
  readonly title: string;
  readonly folder?: string | undefined;
  readonly target?: string | undefined;
}

/**
 * The text of one request of a file, to be a separate file: under a title, with the definitions that it uses. Values of
 * answers to other requests are asked for. Pure.
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
  const all = own.map((line, index) => {
    const path = attached.has(first + index) ? attachedBy(line, file, request) : undefined;
    return path === undefined || folder === undefined ? line : moved(path, folder, target);
  });
  const start = all.findIndex((line) => line.trim() !== '');
  const definitions = definitionsFor(file, request, all);
  return [`### ${title.replace(/[\r\n]+/g, ' ').trim()}`, ...definitions, ...all.slice(start), ''].join('\n');
}

/** What its lines need from outside of the request: definitions, in the order of the file, and prompts. */
function definitionsFor(file: HttpFile, request: HttpRequest, lines: readonly string[]): string[] {
  const seen = new Map<number, string>();
  const prompts = new Set<string>();
  const open = lines.filter((line) => !COMMENT.test(line));
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const { expression } of placeholdersIn(text, 0)) {
      const found = definitionFor(file, request.line, expression);
      const { request: other = request.name } = readReference(expression) ?? {};
      const isAsked = request.prompts.some(({ name }) => name === expression);
      if (found === undefined && other !== request.name && !isAsked && !/\s/.test(expression))
        prompts.add(`# @prompt ${expression}`);
      if (found === undefined || seen.has(found.nameSpan.line)) continue;
      seen.set(found.nameSpan.line, `@${found.name} = ${found.value}`);
      open.push(found.value);
    }
  }
  const definitions = [...seen]
    .filter(([line]) => line < request.firstLine || line > request.lastLine)
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text);
  return [...definitions, ...prompts];
}

/** The relative path that a line attaches; undefined for another line, and where its beginning is not in the file. */
function attachedBy(line: string, file: HttpFile, request: HttpRequest): string | undefined {
  let path = fileIn(line);
  for (let depth = 0; path?.startsWith('{{') === true && depth <= MAX_DEPTH; depth++) {
    const [{ expression, span } = { expression: '', span: { end: 0 } }] = placeholdersIn(path, 0);
    const isAsked = request.prompts.some(({ name }) => name === expression);
    const found = isAsked ? undefined : definitionFor(file, request.line, expression);
    path = found && found.value + path.slice(path.indexOf('}}', span.end) + 2);
  }
  return path === undefined || isAbsolute(path) || path.startsWith('{{') ? undefined : path;
}

function moved(path: string, folder: string, target: string | undefined): string {
  const whole = resolve(folder, path);
  return `< ${target === undefined ? whole : relative(target, whole).replaceAll(sep, '/')}`;
}
