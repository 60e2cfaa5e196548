import * as vscode from 'vscode';
import type { EnvironmentType } from '../../../api/model/addresses';
import { PURPOSES } from '../../../api/rules/limits';
import { withoutVersion } from '../../../api/rules/matchOperation';
import { currencies } from '../../../ui/formats/amounts';
import { requestAt } from '../../../httpFiles/format/check';
import { DYNAMIC_EXAMPLES } from '../../../httpFiles/format/dynamic';
import type { HttpFile } from '../../../httpFiles/format/parse/model';
import { ENVIRONMENT_VARIABLES } from '../../../httpFiles/format/resolve';
import { METHODS } from '../../../api/rules/methods';
import { EXPECTATION, QUERY_LINE } from '../../../httpFiles/format/parse/syntax';
import {
  bodyItems,
  formItems,
  headerItems,
  pathItems,
  pathValueItems,
  queryItems,
  type Typing,
} from './describedCompletions';
import { describedRequest, type FileAround } from './describedRequest';
import type { EditingProviders } from './editingSources';
import { completeExpectation } from './expectationHelp';

const HEADERS = [
  'Accept',
  'Authorization: ApiKey {{apiKey}}',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=boundary',
  'Idempotency-Key: {{$guid}}',
];

/**
 * What fits where one types: variables in braces, a method, a path or its query on a request line, headers after it,
 * names and values in a body.
 * @param type of the environment that is active
 */
export async function complete(
  around: FileAround,
  typing: Typing,
  type: EnvironmentType,
  providers: () => Promise<EditingProviders>,
): Promise<vscode.CompletionItem[]> {
  const { file, shared } = around;
  const { before, position, placeOf } = typing;
  const inside = before.includes('{{') ? before.slice(before.lastIndexOf('{{') + 2).trimStart() : undefined;
  const braces = inside === undefined || /[{}]/.test(inside) ? undefined : inside;
  const items = (
    texts: readonly string[],
    kind: vscode.CompletionItemKind,
    typed: string,
  ): vscode.CompletionItem[] =>
    [...new Set(texts)].map((text, index) => {
      const item = new vscode.CompletionItem(text, kind);
      item.range = placeOf(typed);
      // In their order, and below what is described: a hundred ids would hide the operations.
      item.sortText = `~${String(index).padStart(4, '0')}`;
      return item;
    });
  if (braces !== undefined) {
    return items(
      [...variablesOf(file, position.line), ...shared.keys()],
      vscode.CompletionItemKind.Variable,
      braces,
    );
  }
  // A brace alone begins a body: Enter after it must not take what is offered.
  if (typing.trigger === '{') return [];
  if (EXPECTATION.test(before)) {
    const { texts, typed } = completeExpectation(before);
    return items(texts, vscode.CompletionItemKind.Operator, typed);
  }
  const request = requestAt(file, position.line);
  const loaded = await providers();
  const described = request && describedRequest(around, request, loaded);
  const isRequestLine = request === undefined || position.line <= request.line;
  const isQuery = !isRequestLine && QUERY_LINE.test(before) && request.headers.length === 0;
  if (isRequestLine || isQuery) {
    const query = described && (await queryItems(around, described, typing, loaded));
    if (query !== undefined || isQuery) return query ?? [];
    const [, method = '', host = '', path] =
      /^\s*(?:([A-Za-z]+)\s+)?(\{\{(?:apiUrl|filesUrl)\}\})?(\/\S*|(?<=\w\s|\}\})[\w-]*)$/.exec(before) ?? [];
    if (path !== undefined) {
      const { sent, fileIds } = await loaded.known();
      const operations = loaded.operations.all(type);
      const verb = method.toUpperCase();
      const isAsked = (each: { readonly method: string }) => verb === '' || each.method === verb;
      const offered = operations.filter(isAsked);
      const named = new Set(offered.map((each) => withoutVersion(each.path)));
      const others = sent.filter((each) => isAsked(each) && !named.has(withoutVersion(each.path)));
      const paths = [
        ...fileIds.map((id) => `/v1/files/${encodeURIComponent(id)}`),
        ...others.map((each) => each.path),
      ];
      // The address of the API has the version, that of the files has none.
      const isVersioned = host === '{{apiUrl}}' || (host === '' && !path.startsWith('/v1/'));
      const shown = (each: string) => (isVersioned ? withoutVersion(each) : `/v1${withoutVersion(each)}`);
      return [
        ...(await pathValueItems(operations, { method: verb, path }, typing, loaded)),
        ...pathItems(offered, shown, placeOf(path)),
        ...items(paths.map(shown), vscode.CompletionItemKind.Value, path),
      ];
    }
    const word = /^\s*(\w*)$/.exec(before)?.[1];
    return word === undefined ? [] : items(METHODS, vscode.CompletionItemKind.Keyword, word);
  }
  const firstBodyLine = request.body.lines[0]?.line ?? Number.POSITIVE_INFINITY;
  const lastHeader = request.headers.at(-1)?.nameSpan.line ?? request.line;
  if (position.line <= lastHeader + 1 && position.line < firstBodyLine) {
    const word = /^([\w-]*)$/.exec(before)?.[1];
    return [
      ...(described === undefined ? [] : await headerItems(described, typing, loaded)),
      ...(word === undefined ? [] : items(HEADERS, vscode.CompletionItemKind.Field, word)),
    ];
  }
  const inBody =
    described === undefined
      ? []
      : [...(await formItems(described, typing, loaded)), ...(await bodyItems(described, typing, loaded))];
  if (inBody.length > 0) return inBody;
  const currency = /"currency"\s*:\s*"([A-Za-z]*)$/.exec(before)?.[1];
  if (currency !== undefined)
    return items(
      currencies().map(({ code }) => code),
      vscode.CompletionItemKind.EnumMember,
      currency,
    );
  const purposes = request.body.kind === 'multipart' ? /^(\w*)$/ : /"purpose"\s*:\s*"(\w*)$/;
  const purpose = purposes.exec(before)?.[1];
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
