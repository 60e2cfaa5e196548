import * as vscode from 'vscode';
import { isBuiltIn, type ApiOperation, type OperationParameter } from '../../api/model/operations';
import type { OperationTarget } from '../../commands/table/commandTypes';
import type { Remark } from '../../descriptions/model/description';
import type { ExchangeSummary } from '../../storage/types/storageTypes';
import { formatRelativeTime } from '../../ui/formats/formats';
import { outcomeWord } from '../../ui/formats/outcomeWord';
import { outcomeIcon } from '../../ui/outcomes';
import { lineItem } from '../../ui/views/lineRow';
import { speakRow } from '../../ui/views/spokenRow';
import { plainText } from '../../util/plainText';
import { capitalised, firstOf, listed, present, shownLanguage, t } from '../../util/text';

/** The rows of the API view. */
export type OperationsNode = SourceNode | TagNode | OperationNode | ProblemNode | MoreNode | OfferNode;

/** A document, or the operations that are known from the start. */
export interface SourceNode {
  readonly kind: 'source';
  /** `documented`, `local-sandbox`, or the URI of a document. */
  readonly source: string;
  readonly title: string;
  readonly version?: string;
  readonly count: number;
  /** Why it cannot be read, or could not be read whole. */
  readonly problems: readonly Remark[];
  /** It cannot be read: it has no operations. */
  readonly isBroken: boolean;
}

export interface TagNode {
  readonly kind: 'tag';
  readonly tag: string;
  readonly parent: SourceNode;
  readonly count: number;
}

/** Method, path and source are what commands are handed by menus. */
export interface OperationNode extends Required<OperationTarget> {
  readonly kind: 'operation';
  readonly operation: ApiOperation;
  readonly last: ExchangeSummary | undefined;
  readonly parent: SourceNode | TagNode | undefined;
}

/** One thing that is wrong with a document. */
export interface ProblemNode {
  readonly kind: 'problem';
  readonly problem: Remark;
  readonly index: number;
  readonly parent: SourceNode;
}

/** The row that shows more of a long list. */
export interface MoreNode {
  readonly kind: 'more';
  readonly id: string;
  readonly parent: SourceNode | TagNode | undefined;
}

/** A file of the workspace that looks like an API description, or any file. */
export interface OfferNode {
  readonly kind: 'offer';
  readonly uri: vscode.Uri | undefined;
}

/** How many parameters a tooltip names. */
const NAMED = 20;

/** Characters of a path that a row shows, as long as two parts of it are shown. */
const LONGEST = 26;

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/**
 * @param environment id of the environment whose results are shown: a row of another one is another row
 * @param now milliseconds since the epoch
 */
export function operationsItem(node: OperationsNode, environment: string, now: number): vscode.TreeItem {
  switch (node.kind) {
    case 'source':
      return sourceItem(node);
    case 'tag':
      return tagItem(node);
    case 'operation':
      return operationItem(node, environment, now);
    case 'problem':
      return problemItem(node);
    case 'more':
      return moreItem(node, environment);
    case 'offer':
      return offerItem(node);
  }
}

function sourceItem({ source, title, version, count, problems, isBroken }: SourceNode): vscode.TreeItem {
  const isOurs = isBuiltIn({ source });
  const item = new vscode.TreeItem(
    plainText(title, 80),
    isBroken || source === 'local-sandbox' ? Collapsed : Expanded,
  );
  item.id = `source/${source}`;
  item.contextValue = isOurs ? `source ${source}` : 'source added';
  item.description = isBroken ? t('cannot be read') : count.toLocaleString(shownLanguage());
  item.iconPath = isBroken
    ? new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'))
    : problems.length > 0
      ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('editorWarning.foreground'))
      : new vscode.ThemeIcon(isOurs ? 'library' : 'book');
  const lines = present(
    present(title, version).join(' '),
    !isOurs && source,
    ...problems.map(({ message }) => message),
  );
  item.tooltip = lines.map((line) => plainText(line, 500)).join('\n');
  speakRow(item);
  return item;
}

function tagItem({ tag, parent, count }: TagNode): vscode.TreeItem {
  const item = new vscode.TreeItem(plainText(tag, 60), Collapsed);
  item.id = `tag/${parent.source}/${tag}`;
  item.iconPath = new vscode.ThemeIcon('tag');
  item.description = count.toLocaleString(shownLanguage());
  return item;
}

function operationItem(node: OperationNode, environment: string, now: number): vscode.TreeItem {
  const { operation, last, parent } = node;
  const { method, path, summary, source, deprecated } = operation;
  const label = `${plainText(method, 20)} ${plainText(path, 200)}`;
  const shown = `${plainText(method, 20)} ${plainText(endOf(path), 200)}`;
  const item = new vscode.TreeItem(deprecated === true ? struckThrough(shown) : shown, None);
  const place = parent?.kind === 'tag' ? parent.tag : '';
  item.id = `operation/${environment}/${source}/${place}/${method} ${path}`;
  const result = resultText(last, now);
  const said = present(result, plainText(summary, 100));
  // In a narrow view little more than the first is in sight, and the icon tells what was never sent.
  item.description = (last === undefined ? said.toReversed() : said).join(' · ');
  item.iconPath = last === undefined ? new vscode.ThemeIcon('circle-outline') : outcomeIcon(last);
  item.tooltip = operationTooltip(operation, result);
  item.contextValue = present(
    'operation',
    isAskable(operation) && 'sendable',
    !isBuiltIn(operation) && 'described',
    last && 'sent',
  ).join(' ');
  const about = deprecated === true ? `, ${t('deprecated')}` : '';
  item.accessibilityInformation = { label: `${label}${about}, ${item.description}` };
  item.command = { command: 'paymentsApi.newRequest', title: '', arguments: [{ method, path, source }] };
  return item;
}

/** Whether all that an operation needs can be asked for: a body and headers are written. */
export function isAskable({ body, parameters }: ApiOperation): boolean {
  const isInAddress = ({ in: place }: OperationParameter) => place === 'path' || place === 'query';
  return body === undefined && parameters.every((each) => !each.required || isInAddress(each));
}

/** Of a long path its end: that is where operations differ. The tooltip has all of it. */
function endOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  let length = path.length;
  let first = 0;
  while (length > LONGEST && parts.length - first > 2) length -= (parts[first++] ?? '').length + 1;
  return first === 0 ? path : `…/${parts.slice(first).join('/')}`;
}

function resultText(last: ExchangeSummary | undefined, now: number): string {
  if (last === undefined) return t('never sent');
  const when = formatRelativeTime(last.startedAt, now);
  const result = t('{0}, {1}', last.status ?? outcomeWord(last), when);
  return last.differences === undefined ? result : `${result} · ${t('differs from its description')}`;
}

/** The editor has no such style for a row. A screen reader gets the label without the strokes. */
function struckThrough(text: string): string {
  return Array.from(text, (character) => `${character}\u0336`).join('');
}

function problemItem({ problem: { message, line = 0 }, parent, index }: ProblemNode): vscode.TreeItem {
  const item = new vscode.TreeItem(plainText(message, 200));
  item.id = `problem/${parent.source}/${index}`;
  item.tooltip = plainText(message, 1000);
  item.iconPath = new vscode.ThemeIcon('info');
  item.command = {
    command: 'vscode.open',
    title: '',
    arguments: [vscode.Uri.parse(parent.source), { selection: new vscode.Range(line, 0, line, 0) }],
  };
  return item;
}

function moreItem({ id }: MoreNode, environment: string): vscode.TreeItem {
  const command = { command: 'paymentsApi.loadMoreOperations', arguments: [id] };
  return lineItem({ environment, id, title: t('Load more'), icon: 'ellipsis', command });
}

function offerItem({ uri }: OfferNode): vscode.TreeItem {
  const name = uri?.path.split('/').at(-1);
  const item = new vscode.TreeItem(
    name === undefined ? t('Add an API description…') : t('Use {0} as API description', plainText(name, 60)),
  );
  item.id = `offer/${uri?.toString() ?? ''}`;
  item.iconPath = new vscode.ThemeIcon('add');
  if (uri !== undefined) item.tooltip = vscode.workspace.asRelativePath(uri);
  speakRow(item);
  item.command = {
    command: 'paymentsApi.addApiDescription',
    title: '',
    ...(uri !== undefined && { arguments: [uri] }),
  };
  return item;
}

/** All that an operation takes and gives, as plain text: descriptions come from elsewhere. */
function operationTooltip(operation: ApiOperation, result: string): string {
  const { method, path, summary, deprecated, parameters, body, answers, security } = operation;
  const statuses = [...new Set(answers.map(({ status }) => status))];
  const lines = present(
    `${method} ${path}`,
    summary,
    deprecated && capitalised(t('deprecated')),
    ...firstOf(parameters.map(parameterLine), NAMED),
    body && t('Body: {0}', listed(present(body.contentType, body.required && t('required')))),
    statuses.length > 0 && t('Answers: {0}', listed(statuses)),
    security !== undefined && t('Security: {0}', security),
    t('Last result: {0}', result),
  );
  return lines.map((line) => plainText(line, 300)).join('\n');
}

function parameterLine(parameter: OperationParameter): string {
  const { name, required, deprecated } = parameter;
  const facts = present(parameter.in, required && t('required'), deprecated && t('deprecated'));
  return t('Parameter: {0} ({1})', name, listed(facts));
}
