import * as vscode from 'vscode';
import { PURPOSES } from '../../../api/rules/limits';
import { currencies } from '../../../ui/formats/amounts';
import { KNOWN_REQUESTS, LOCAL_REQUESTS } from '../../exchange/requestSchema';
import { requestAt } from '../../../httpFiles/format/check';
import { DYNAMIC_EXAMPLES } from '../../../httpFiles/format/dynamic';
import type { HttpFile } from '../../../httpFiles/format/parse/model';
import { ENVIRONMENT_VARIABLES } from '../../../httpFiles/format/resolve';
import { METHODS } from '../../../api/rules/methods';
import type { EditingSources } from './editingSources';

const HEADERS = [
  'Accept',
  'Authorization: ApiKey {{apiKey}}',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=boundary',
  'Idempotency-Key: {{$guid}}',
];

/**
 * What fits where one types: variables in braces, a method or a path on a request line, headers after it, and
 * purposes and currencies in a body.
 * @param before the line up to the cursor
 */
export async function complete(
  file: HttpFile,
  before: string,
  position: vscode.Position,
  sources: EditingSources,
): Promise<vscode.CompletionItem[]> {
  const braces = /\{\{\s*([^{}]*)$/.exec(before)?.[1];
  const replaced = (text: string) => new vscode.Range(position.translate(0, -text.length), position);
  const items = (
    texts: readonly string[],
    kind: vscode.CompletionItemKind,
    typed: string,
  ): vscode.CompletionItem[] =>
    [...new Set(texts)].map((text) => {
      const item = new vscode.CompletionItem(text, kind);
      item.range = replaced(typed);
      return item;
    });
  if (braces !== undefined) {
    return items(variablesOf(file, position.line), vscode.CompletionItemKind.Variable, braces);
  }
  const request = requestAt(file, position.line);
  const isRequestLine = request === undefined || position.line <= request.line;
  if (isRequestLine) {
    const path = /^\s*(?:[A-Za-z]+\s+)?(?:\{\{(?:apiUrl|filesUrl)\}\})?(\/\S*)$/.exec(before)?.[1];
    if (path !== undefined) return items(await pathsOf(sources), vscode.CompletionItemKind.Value, path);
    const word = /^\s*(\w*)$/.exec(before)?.[1];
    return word === undefined ? [] : items(METHODS, vscode.CompletionItemKind.Keyword, word);
  }
  const firstBodyLine = request.body.lines[0]?.line ?? Number.POSITIVE_INFINITY;
  const lastHeader = request.headers.at(-1)?.nameSpan.line ?? request.line;
  if (position.line <= lastHeader + 1 && position.line < firstBodyLine) {
    const word = /^([\w-]*)$/.exec(before)?.[1];
    return word === undefined ? [] : items(HEADERS, vscode.CompletionItemKind.Field, word);
  }
  const currency = /"currency"\s*:\s*"([A-Za-z]*)$/.exec(before)?.[1];
  if (currency !== undefined)
    return items(
      currencies().map(({ code }) => code),
      vscode.CompletionItemKind.EnumMember,
      currency,
    );
  const purpose = /(?:^|"purpose"\s*:\s*")(\w*)$/.exec(before)?.[1];
  return purpose === undefined ? [] : items(PURPOSES, vscode.CompletionItemKind.EnumMember, purpose);
}

function variablesOf(file: HttpFile, line: number): string[] {
  return [
    ...ENVIRONMENT_VARIABLES,
    ...file.variables.map(({ name }) => name),
    ...(requestAt(file, line)?.prompts ?? []).map(({ name }) => name),
    ...file.requests.flatMap(({ name, line: at }) =>
      name === undefined || at >= line ? [] : [`${name}.response.body.$.data.id`],
    ),
    ...DYNAMIC_EXAMPLES,
  ];
}

async function pathsOf({ environments, known }: EditingSources): Promise<string[]> {
  const { paths, fileIds } = await known();
  const local = environments.active.type === 'local' ? LOCAL_REQUESTS : [];
  return [
    ...[...KNOWN_REQUESTS, ...local].map(({ path }) => path).filter((path) => !path.includes('{')),
    '/files/upload',
    ...fileIds.map((id) => `/files/${encodeURIComponent(id)}`),
    ...paths,
  ];
}
