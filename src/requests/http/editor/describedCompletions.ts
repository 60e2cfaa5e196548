import { findNodeAtLocation } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { ApiOperation } from '../../../api/model/operations';
import { withoutVersion } from '../../../api/rules/matchOperation';
import type { DescribedField } from '../../../descriptions/document/fields';
import { plainText } from '../../../util/plainText';
import { bodyTypeOf, type DescribedRequest, type FileAround } from './describedRequest';
import type { EditingProviders } from './editingSources';
import { fieldText, soon } from './fieldText';
import { jsonBodyOf } from './jsonBody';
import { pairName, urlParts } from './requestParts';
import { locationIn, treeOf } from '../../../httpFiles/format/parse/jsonTree';
import { t } from '../../../util/text';

const FORM = 'application/x-www-form-urlencoded';
/** Operations that are asked for values of a segment. */
const MOST_ALIKE = 5;

/** The line that is typed on. */
export interface Typing {
  readonly before: string;
  readonly after: string;
  /** The character that asked; undefined for a person. */
  readonly trigger: string | undefined;
  readonly position: vscode.Position;
  /** The place of a text that ends at the position. */
  readonly placeOf: (text: string) => vscode.Range;
}

/** The paths of operations; what is in braces is to be typed. @param shown how a path is written here */
export function pathItems(
  operations: readonly ApiOperation[],
  shown: (path: string) => string,
  range: vscode.Range,
): vscode.CompletionItem[] {
  return operations.map(({ method, path, summary, deprecated }) => {
    const label = { label: plainText(shown(path), 200), description: method };
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
    item.range = range;
    item.detail = plainText(summary, 200);
    item.insertText = new vscode.SnippetString();
    for (const [index, part] of shown(path)
      .split(/\{([^{}]*)\}/)
      .entries())
      if (index % 2 === 1) item.insertText.appendPlaceholder(part);
      else item.insertText.appendText(part);
    if (deprecated === true) item.tags = [vscode.CompletionItemTag.Deprecated];
    return item;
  });
}

/** Values of a parameter of the path, where the segments before it are those of an operation. */
export async function pathValueItems(
  operations: readonly ApiOperation[],
  { method, path }: { readonly method: string; readonly path: string },
  { placeOf }: Typing,
  { ask }: EditingProviders,
): Promise<vscode.CompletionItem[]> {
  const given = withoutVersion(path).split('/');
  const range = placeOf(given.at(-1) ?? '');
  const alike = operations.flatMap((operation) => {
    const segments = withoutVersion(operation.path).split('/');
    const isHere = given.slice(0, -1).every((text, index) => fitsSegment(segments[index], text));
    const name = /^\{([^{}]*)\}$/.exec(segments[given.length - 1] ?? '')?.[1];
    return isHere && name !== undefined && operation.method === method ? [{ operation, name }] : [];
  });
  const items = await Promise.all(
    alike.slice(0, MOST_ALIKE).map(async ({ operation, name }) => {
      const fields = await parametersIn('path', operation, ask);
      return valueItems(
        fields.find((field) => field.name === name),
        (text) => encodeURIComponent(text),
        range,
      );
    }),
  );
  return items.flat();
}

function fitsSegment(pattern: string | undefined, text: string): boolean {
  return pattern === text || (pattern?.includes('{') === true && text !== '');
}

/** Names and values of a form. */
export async function formItems(
  described: DescribedRequest,
  typing: Typing,
  { ask }: EditingProviders,
): Promise<vscode.CompletionItem[]> {
  const { before, position } = typing;
  const { request, operation } = described;
  const contentType = bodyTypeOf(described);
  if (operation?.body === undefined || contentType !== FORM) return [];
  const typed = /[^&\s]*$/.exec(before)?.[0] ?? '';
  const part = await soon(ask('bodyPart', operation, contentType, []));
  const fields = part?.fields ?? [];
  const pairs = request.body.lines.flatMap(({ line, text }) =>
    (line === position.line ? before.slice(0, before.length - typed.length) : text).split('&'),
  );
  return pairItems(fields, typed, typing, pairs);
}

/** Names and values of the query, behind a `?` or `&`; undefined where none is typed. */
export async function queryItems(
  { lineAt }: FileAround,
  { request, operation }: DescribedRequest,
  typing: Typing,
  { ask }: EditingProviders,
): Promise<vscode.CompletionItem[] | undefined> {
  const { before, position } = typing;
  const typed = /[?&]([^?&\s]*)$/.exec(before)?.[1];
  if (typed === undefined || operation === undefined) return undefined;
  const fields = await parametersIn('query', operation, ask);
  const here = urlParts(request, lineAt).pairs.filter(
    ({ span }) =>
      span.line !== position.line || position.character > span.end || position.character < span.start,
  );
  return pairItems(
    fields,
    typed,
    typing,
    here.map(({ text }) => text),
  );
}

/** The values of the pair that is typed, or the names of those that are not there yet. */
function pairItems(
  fields: readonly DescribedField[],
  typed: string,
  { placeOf }: Typing,
  pairs: readonly string[],
): vscode.CompletionItem[] {
  const mark = typed.indexOf('=');
  if (mark >= 0) {
    const field = fields.find(({ name }) => name === pairName(typed));
    return valueItems(field, (text) => encodeURIComponent(text), placeOf(typed.slice(mark + 1)));
  }
  const given = new Set(pairs.map(pairName));
  return nameItems(
    fields.filter(({ name }) => !given.has(name)),
    placeOf(typed),
    (field) => new vscode.SnippetString(`${escaped(encodeURIComponent(field.name))}=$0`),
  );
}

/** Names and values of headers that are described. */
export async function headerItems(
  { request, operation }: DescribedRequest,
  { before, position, placeOf }: Typing,
  { ask }: EditingProviders,
): Promise<vscode.CompletionItem[]> {
  const [, name, value] = /^([\w-]*)(?::[ \t]*(\S*))?$/.exec(before) ?? [];
  if (name === undefined || operation === undefined) return [];
  const fields = await parametersIn('header', operation, ask);
  const isNamed = (given: string, field: DescribedField) => field.name.toLowerCase() === given.toLowerCase();
  if (value !== undefined)
    return valueItems(
      fields.find((field) => isNamed(name, field)),
      (text) => text,
      placeOf(value),
    );
  const isGiven = (field: DescribedField) =>
    request.headers.some((header) => header.nameSpan.line !== position.line && isNamed(header.name, field));
  return nameItems(
    fields.filter((field) => !isGiven(field)),
    placeOf(name),
    (field) => new vscode.SnippetString(`${escaped(field.name)}: $0`),
  );
}

/** Names and values of a JSON body. */
export async function bodyItems(
  described: DescribedRequest,
  { before, after, position }: Typing,
  { ask }: EditingProviders,
): Promise<vscode.CompletionItem[]> {
  const { request, operation, known } = described;
  const body = jsonBodyOf(request, known);
  const offset = body?.offsetOf(position.line, position.character);
  if (operation?.body === undefined || body === undefined || offset === undefined) return [];
  const location = locationIn(body.masked, offset);
  if (location === undefined) return [];
  const { path, isAtPropertyKey, previousNode } = location;
  const steps = isAtPropertyKey ? path.slice(0, -1) : path;
  const part = await soon(ask('bodyPart', operation, bodyTypeOf(described), steps));
  if (part === undefined) return [];
  // A name or a text is replaced with its quotes.
  const isQuoted =
    previousNode !== undefined && body.masked[previousNode.offset] === '"' && previousNode.offset < offset;
  const typed = isQuoted
    ? body.masked.slice(previousNode.offset, offset)
    : (/[^\s,:[\]{}"]*$/.exec(before)?.[0] ?? '');
  const closing = isQuoted ? (/^[^"\s,:{}[\]]*"/.exec(after)?.[0].length ?? 0) : 0;
  const range = new vscode.Range(position.translate(0, -typed.length), position.translate(0, closing));
  if (!isAtPropertyKey) return valueTexts(part.values, range, isQuoted ? undefined : unquoted);
  const holder = findNodeAtLocation(treeOf(body.masked) ?? { type: 'null', offset: 0, length: 0 }, steps);
  const given = new Set(
    holder?.children?.flatMap(({ children: [name] = [] }) =>
      name === undefined || (name.offset <= offset && offset <= name.offset + name.length)
        ? []
        : [name.value as unknown],
    ),
  );
  const rest = body.masked.slice(offset + closing);
  const fields = part.fields.filter(({ name }) => !given.has(name));
  const items = nameItems(fields, range, (field) => nameSnippet(field, rest));
  for (const [index, item] of items.entries()) {
    const name = fields[index]?.name ?? '';
    item.filterText = isQuoted ? JSON.stringify(name) : name;
  }
  return items;
}

/** A name with the beginning of its value, where none follows. */
function nameSnippet({ name, type }: DescribedField, rest: string): vscode.SnippetString {
  const quoted = escaped(JSON.stringify(name));
  if (/^\s*:/.test(rest)) return new vscode.SnippetString(quoted);
  const frames = { object: '{$1}', array: '[$1]', string: '"$1"' };
  const frame = Object.entries(frames).find(([start]) => type.startsWith(start))?.[1] ?? '$1';
  return new vscode.SnippetString(`${quoted}: ${frame}${/^\s*"/.test(rest) ? ',' : ''}`);
}

async function parametersIn(
  place: string,
  operation: ApiOperation,
  ask: EditingProviders['ask'],
): Promise<DescribedField[]> {
  const fields = await soon(ask('parameters', operation));
  return (fields ?? []).filter((field) => field.in === place);
}

function nameItems(
  fields: readonly DescribedField[],
  range: vscode.Range,
  insert: (field: DescribedField) => vscode.SnippetString,
): vscode.CompletionItem[] {
  return fields.map((field, index) => {
    const description = field.required ? t('required') : field.type;
    const item = new vscode.CompletionItem(
      { label: field.name, description },
      vscode.CompletionItemKind.Property,
    );
    item.range = range;
    item.insertText = insert(field);
    // The required ones come first, then all in the order of the description.
    item.sortText = String(index).padStart(4, '0');
    item.documentation = fieldText(field);
    if (field.deprecated) item.tags = [vscode.CompletionItemTag.Deprecated];
    if (field.values.length > 0) item.command = { command: 'editor.action.triggerSuggest', title: '' };
    return item;
  });
}

function valueItems(
  field: DescribedField | undefined,
  write: (text: string) => string,
  range: vscode.Range,
): vscode.CompletionItem[] {
  return valueTexts(field?.values.map((text) => write(unquoted(text))) ?? [], range);
}

function valueTexts(
  texts: readonly string[],
  range: vscode.Range,
  filter = (text: string) => text,
): vscode.CompletionItem[] {
  return texts.map((text, index) => {
    const item = new vscode.CompletionItem(text, vscode.CompletionItemKind.EnumMember);
    item.range = range;
    item.filterText = filter(text);
    item.sortText = String(index).padStart(4, '0');
    return item;
  });
}

function unquoted(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
