import * as vscode from 'vscode';
import type { BegunExchange } from '../../api/model/exchange';
import type { ExchangeSummary } from '../../storage/types/storageTypes';
import { localDay, localDayRange } from '../../storage/types/days';
import { plainText, truncateMiddle } from '../../util/plainText';
import { dayInWords } from '../../ui/formats/days';
import {
  formatClockTime,
  formatDuration,
  formatExactTime,
  formatRelativeTime,
} from '../../ui/formats/formats';
import { isTestCall } from '../../services/environments/testCalls';
import { formatMoney } from '../../ui/formats/amounts';
import { outcomeWord } from '../../ui/formats/outcomeWord';
import { outcomeIcon } from '../../ui/outcomes';
import { present, shownLanguage, t } from '../../util/text';
import { endOf, LONGEST, readable } from './shownPath';
import { withoutCursor } from '../records/paging';
import { lineItem } from '../../ui/views/lineRow';
import type { NoteNode } from './noteRows';
import { batchInWords } from './viewWords';
import { originInWords } from '../exchange/exchangeWords';

/** The rows of the Requests view. Their ids hold the environment, so that none is taken for another one's. */
export type RequestNode = RunningNode | NoteNode | HistoryNode;

/** The row of those that the user pinned. */
export interface PinnedNode {
  readonly kind: 'pinned';
  readonly environment: string;
  readonly exchanges: readonly ExchangeNode[];
}

/** Uploads that were sent together. */
export interface BatchNode {
  readonly kind: 'batch';
  /** Newest first. */
  readonly exchanges: readonly ExchangeNode[];
  /** There are more than are loaded. */
  readonly isCut?: boolean;
  readonly parent?: DayNode;
}

/** The rows of what is kept. */
export type HistoryNode = PinnedNode | DayNode | BatchNode | ExchangeNode | MoreRequestsNode;

/** A request under way; its exchange takes its place. */
export interface RunningNode {
  readonly kind: 'running';
  readonly request: BegunExchange;
}

export interface DayNode {
  readonly kind: 'day';
  readonly environment: string;
  /** The account behind the environment: a row of another one is another row. */
  readonly generation: number;
  /** Local day, YYYY-MM-DD. */
  readonly day: string;
  /** Absent where a filter makes counting expensive. */
  readonly count?: number;
  /** Whether its rows are shown at first. */
  readonly open: boolean;
}

/** `exchange` is what commands are handed by menus. */
export interface ExchangeNode {
  readonly kind: 'exchange';
  readonly exchange: ExchangeSummary;
  /** The row that it is under: its day when grouped, its batch. */
  readonly parent?: DayNode | BatchNode;
  /** It is shown a second time, among the pinned ones. */
  readonly isAmongPinned?: true;
}

/** The row that brings the next page. */
export interface MoreRequestsNode {
  readonly kind: 'more';
  readonly environment: string;
  readonly parent?: DayNode;
}

/** @param now milliseconds since the epoch; @param nameOf gives the name of an environment by its id */
export function treeItem(node: RequestNode, now: number, nameOf: (id: string) => string): vscode.TreeItem {
  if (node.kind === 'running') return runningItem(node.request, nameOf(node.request.environment));
  if (node.kind === 'day') return dayItem(node);
  if (node.kind === 'more') return moreItem(node);
  if (node.kind === 'pinned') return pinnedItem(node);
  if (node.kind === 'batch') return batchItem(node, now);
  if (node.kind === 'note') return lineItem(node);
  return exchangeItem(node, now, nameOf(node.exchange.environment));
}

/** The moment that a row shows relative to now, in milliseconds since the epoch; of a day, whose name may change, midnight. */
export function timeOf(node: RequestNode, now: number): number | undefined {
  if (node.kind === 'day') return localDayRange(localDay(now)).to;
  if (node.kind === 'exchange') return node.exchange.startedAt;
  return node.kind === 'batch' ? node.exchanges[0]?.exchange.startedAt : undefined;
}

/** The exchange that a row stands for, by its id. */
export function exchangeOf(node: { readonly kind: string }): string | undefined {
  return node.kind === 'exchange' ? (node as ExchangeNode).exchange.id : undefined;
}

function runningItem(request: BegunExchange, environmentName: string): vscode.TreeItem {
  const { id, environment, method, path, startedAt, origin } = request;
  const item = new vscode.TreeItem(`${plainText(method, 20)} ${endOf(path).end}`);
  item.id = `${environment}/running/${id}`;
  item.iconPath = new vscode.ThemeIcon('loading~spin');
  const state = present(t('running'), origin === 'agent' && t('by an agent'));
  item.description = [...particulars({ path }), ...state].join(' · ');
  const lines = [
    `${method} ${readable(path)}`,
    t('Started: {0}', formatExactTime(startedAt)),
    t('Environment: {0}', environmentName),
  ];
  item.tooltip = lines.map((line) => plainText(line, 500)).join('\n');
  item.accessibilityInformation = { label: `${item.description}: ${item.label as string}` };
  return item;
}

function dayItem({ environment, generation, day, count, open }: DayNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(dayInWords(day), open ? Expanded : Collapsed);
  item.id = `${environment}/${generation}/day/${day}`;
  if (count !== undefined) item.description = count.toLocaleString(shownLanguage());
  return item;
}

function moreItem(node: MoreRequestsNode): vscode.TreeItem {
  const { environment, parent } = node;
  const id = `${parent?.generation ?? ''}/more/${parent?.day ?? ''}`;
  const command = { command: 'paymentsApi.loadMoreRequests', arguments: [node] };
  return lineItem({ environment, id, title: t('Load more'), icon: 'ellipsis', command });
}

function pinnedItem({ environment, exchanges }: PinnedNode): vscode.TreeItem {
  const item = new vscode.TreeItem(t('Pinned'), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `${environment}/pinned`;
  item.iconPath = new vscode.ThemeIcon('pinned');
  item.description = exchanges.length.toLocaleString(shownLanguage());
  return item;
}

/** It has the id of its first upload, so that it stays the same row while more follow. */
function batchItem({ exchanges, isCut = false }: BatchNode, now: number): vscode.TreeItem {
  const language = shownLanguage();
  const summaries = exchanges.map(({ exchange }) => exchange);
  const [newest, first] = [summaries[0], summaries.at(-1)];
  const all = summaries.length.toLocaleString(language) + (isCut ? '+' : '');
  const item = new vscode.TreeItem(t('{0} uploads', all), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${first?.environment ?? ''}/batch/${first?.id ?? ''}`;
  const worst =
    summaries.find(({ mayHaveActed }) => mayHaveActed) ?? summaries.find((each) => each.outcome !== 'ok');
  const unseen = isCut ? new vscode.ThemeIcon('cloud-upload') : outcomeIcon({ outcome: 'ok' });
  item.iconPath = worst === undefined ? unseen : icon(worst);
  item.description = [
    ...batchInWords(summaries),
    formatRelativeTime(newest?.startedAt ?? now, now, language),
  ].join(' · ');
  // Where not all went well, the description counts what did.
  const state = worst === undefined && !isCut ? `${outcomeWord({ outcome: 'ok' })}: ` : '';
  item.accessibilityInformation = { label: `${state}${item.label as string}, ${item.description}` };
  return item;
}

function exchangeItem(node: ExchangeNode, now: number, environmentName: string): vscode.TreeItem {
  const { exchange, isAmongPinned, parent } = node;
  const { durationMs, startedAt, requestId, environment, id } = exchange;
  const language = shownLanguage();
  const item = new vscode.TreeItem(exchangeLabel(exchange));
  item.id = `${environment}/${isAmongPinned === true ? 'pinned' : 'exchange'}/${id}`;
  item.iconPath = icon(exchange);
  item.description = present(
    exchange.outcome !== 'ok' && resultOf(exchange),
    exchange.differences !== undefined && t('differs from its description'),
    ...particulars(exchange),
    exchange.mayHaveActed === true && t('may have been carried out'),
    exchange.origin === 'agent' && t('by an agent'),
    exchange.origin === 'file' && t('from a file'),
    // Below an earlier day, "2 days ago" would only repeat it.
    parent?.kind !== 'day' || parent.day === localDay(now)
      ? formatRelativeTime(startedAt, now, language)
      : formatClockTime(startedAt, language),
    exchange.outcome === 'ok' && resultOf(exchange),
    formatDuration(durationMs, language),
  ).join(' · ');
  item.tooltip = tooltip(exchange, environmentName);
  item.accessibilityInformation = {
    // Without a status, the description says the outcome already.
    label: `${exchange.status === undefined ? '' : `${outcomeWord(exchange)}: `}${item.label as string}, ${item.description}`,
  };
  item.contextValue = present(
    'exchange',
    requestId !== undefined && 'requestId',
    exchange.operation !== 'uploadFile' && exchange.operation !== 'content' && 'repeatable',
    exchange.isPinned === true ? 'isPinned' : 'notPinned',
  ).join(' ');
  item.command = { command: 'paymentsApi.showExchange', title: '', arguments: [id] };
  return item;
}

/** Method and the end of the path: what distinguishes rows stays visible in a narrow side bar. */
function exchangeLabel({ method, path, operation }: ExchangeSummary): string {
  const what =
    operation === 'uploadFile' ? t('upload') : isTestCall(path) ? t('connection test') : endOf(path).end;
  return `${plainText(method, 20)} ${what}`;
}

/** What distinguishes a request from others like it: the name of a file, the page of a list, the query, or the rest of its path. */
function particulars(exchange: Pick<ExchangeSummary, 'path' | 'fileName' | 'page' | 'topUp'>): string[] {
  const { path, fileName, page, topUp } = exchange;
  if (fileName !== undefined) return [truncateMiddle(plainText(fileName, 300), LONGEST)];
  if (topUp !== undefined) return [formatMoney(topUp.amount, plainText(topUp.currency, 3))];
  if (isTestCall(path)) return [];
  const { before } = endOf(path);
  const rest = before === undefined ? [] : [before];
  if (page !== undefined) {
    const words = { first: t('first page'), middle: t('a later page'), last: t('last page') };
    return [words[page], ...rest];
  }
  const query = withoutCursor(path).split('?').slice(1).join('?');
  return [...(query === '' ? [] : [truncateMiddle(plainText(readable(query), 300), LONGEST)]), ...rest];
}

/** The status, marked where the answer was of no use in spite of it; a word where there was none. */
function resultOf(exchange: ExchangeSummary): string {
  const { status, outcome } = exchange;
  if (status === undefined) return outcomeWord(exchange);
  const isFine = status >= 200 && status <= 299;
  if (exchange.isNotJson === true) return `${status} ✗ ${t('not JSON')}`;
  return isFine && outcome !== 'ok' ? `${status} ✗` : String(status);
}

/** Plain text, not markdown: paths come from elsewhere. */
function tooltip(exchange: ExchangeSummary, environmentName: string): string {
  const { method, path, status, durationMs, startedAt, requestId } = exchange;
  const lines = present(
    `${method} ${readable(path)}`,
    t('Outcome: {0}', outcomeWord(exchange)),
    status !== undefined && t('Status: {0}', status),
    t('Duration: {0}', formatDuration(durationMs)),
    t('Started: {0}', formatExactTime(startedAt)),
    t('Request id: {0}', requestId ?? t('none received')),
    t('Environment: {0}', environmentName),
    exchange.fileName && t('File: {0}', exchange.fileName),
    exchange.origin && originInWords(exchange.origin),
    exchange.mayHaveActed && t('It may have taken effect anyway: check before you send it again.'),
  );
  return lines.map((line) => plainText(line, 500)).join('\n');
}

function icon(exchange: ExchangeSummary): vscode.ThemeIcon {
  const { path, status } = exchange;
  // That there is no such file is what a test of the set-up hopes for.
  return status === 404 && isTestCall(path) ? new vscode.ThemeIcon('plug') : outcomeIcon(exchange);
}
