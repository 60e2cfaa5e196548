import * as vscode from 'vscode';
import type { BegunExchange } from '../../api/exchange';
import type { ExchangeSummary } from '../../storage/types';
import { localDay } from '../../storage/days';
import {
  formatClockTime,
  formatDuration,
  formatExactTime,
  formatRelativeTime,
  plainText,
  truncateMiddle,
} from '../../ui/formats';
import { isTestCall } from '../../services/testCalls';
import { outcomeWord } from '../exchange/exchangeWords';
import { shownLanguage } from '../../util/text';

/** Characters of a path that a row shows. */
const LONGEST_PATH = 24;

/** The rows of the Requests view. Their ids hold the environment, so that none is taken for another one's. */
export type RequestNode = RunningNode | HistoryNode;

/** The rows of what is kept. */
export type HistoryNode = DayNode | ExchangeNode | MoreNode;

/** A request under way; its exchange takes its place. */
export interface RunningNode {
  readonly kind: 'running';
  readonly begun: BegunExchange;
}

export interface DayNode {
  readonly kind: 'day';
  readonly environment: string;
  /** Local day, YYYY-MM-DD. */
  readonly day: string;
  /** Absent where a filter makes it costly to tell. */
  readonly count?: number;
  /** Whether its rows are shown at first. */
  readonly open: boolean;
}

/** `exchange` is what commands are handed by menus. */
export interface ExchangeNode {
  readonly kind: 'exchange';
  readonly exchange: ExchangeSummary;
  /** The day that it stands under, when grouped. */
  readonly parent?: DayNode;
}

/** The row that brings the next page. */
export interface MoreNode {
  readonly kind: 'more';
  readonly environment: string;
  readonly parent?: DayNode;
}

/** @param now milliseconds since the epoch */
export function treeItem(node: RequestNode, now: number): vscode.TreeItem {
  if (node.kind === 'running') return runningItem(node.begun);
  if (node.kind === 'day') return dayItem(node, now);
  if (node.kind === 'more') return moreItem(node);
  return exchangeItem(node, now);
}

function runningItem({ id, environment, method, path, startedAt, origin }: BegunExchange): vscode.TreeItem {
  const item = new vscode.TreeItem(`${plainText(method, 20)} ${shortPath(path)}`);
  item.id = `${environment}/running/${id}`;
  item.iconPath = new vscode.ThemeIcon('loading~spin');
  item.description = origin === 'agent' ? vscode.l10n.t('running, by an agent') : vscode.l10n.t('running');
  item.contextValue = 'running';
  const lines = [
    `${method} ${readable(path)}`,
    vscode.l10n.t('Started: {0}', formatExactTime(startedAt, undefined, shownLanguage())),
    vscode.l10n.t('Environment: {0}', environment),
  ];
  item.tooltip = lines.map((line) => plainText(line, 500)).join('\n');
  item.accessibilityInformation = { label: `${item.description}: ${item.label as string}` };
  return item;
}

function dayItem({ environment, day, count, open }: DayNode, now: number): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(dayTitle(day, now), open ? Expanded : Collapsed);
  item.id = `${environment}/day/${day}`;
  item.contextValue = 'day';
  if (count !== undefined) item.description = count.toLocaleString(shownLanguage());
  return item;
}

function dayTitle(day: string, now: number): string {
  // Noon: whatever the zone does to its clocks at night, this is that day.
  const time = new Date(`${day}T12:00:00`).getTime();
  const distance = Math.round((time - new Date(now).setHours(12, 0, 0, 0)) / 86_400_000);
  if (distance === 0) return vscode.l10n.t('Today');
  if (distance === -1) return vscode.l10n.t('Yesterday');
  return new Intl.DateTimeFormat(shownLanguage(), { dateStyle: 'full' }).format(time);
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load more'));
  item.id = `${node.environment}/more/${node.parent?.day ?? ''}`;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.contextValue = 'more';
  item.command = { command: 'paymentsApi.loadMoreRequests', title: item.label as string, arguments: [node] };
  return item;
}

function exchangeItem({ exchange, parent }: ExchangeNode, now: number): vscode.TreeItem {
  const { durationMs, startedAt, requestId, environment, id } = exchange;
  const language = shownLanguage();
  const item = new vscode.TreeItem(exchangeLabel(exchange));
  item.id = `${environment}/exchange/${id}`;
  item.iconPath = icon(exchange);
  item.description = [
    ...(isTestCall(exchange.path) ? [vscode.l10n.t('test of the set-up')] : []),
    ...(exchange.origin === undefined ? [] : [vscode.l10n.t('by an agent')]),
    // Below an earlier day, "2 days ago" would only repeat it.
    parent === undefined || parent.day === localDay(now)
      ? formatRelativeTime(startedAt, now, language)
      : formatClockTime(startedAt, language),
    formatDuration(durationMs, language),
  ].join(' · ');
  item.tooltip = tooltip(exchange);
  item.accessibilityInformation = {
    label: `${outcomeWord(exchange)}: ${item.label as string}, ${item.description}`,
  };
  const words = [
    'exchange',
    ...(requestId === undefined ? [] : ['requestId']),
    ...(exchange.operation === 'uploadFile' || exchange.operation === 'content' ? [] : ['repeatable']),
  ];
  item.contextValue = words.join(' ');
  item.command = {
    command: 'paymentsApi.showExchange',
    title: vscode.l10n.t('Show Request'),
    arguments: [id],
  };
  return item;
}

/** Status first, then the method and what it was about: what tells rows apart stays in sight in a narrow side bar. */
function exchangeLabel(exchange: ExchangeSummary): string {
  const { method, path, operation } = exchange;
  const what =
    operation === 'uploadFile'
      ? vscode.l10n.t('upload')
      : isTestCall(path)
        ? vscode.l10n.t('connection test')
        : shortPath(path);
  return `${resultOf(exchange)} ${plainText(method, 20)} ${what}`;
}

/** The status, marked where the answer was of no use in spite of it; a word where there was none. */
function resultOf(exchange: ExchangeSummary): string {
  const { status, outcome } = exchange;
  if (status === undefined) return outcomeWord(exchange);
  const isFine = status >= 200 && status <= 299;
  return isFine && outcome !== 'ok' ? `${status} ✗` : String(status);
}

/** Plain text, not markdown: paths come from elsewhere. */
function tooltip(exchange: ExchangeSummary): string {
  const { method, path, status, durationMs, startedAt, requestId, environment } = exchange;
  const lines = [
    `${method} ${readable(path)}`,
    vscode.l10n.t('Outcome: {0}', outcomeWord(exchange)),
    ...(status === undefined ? [] : [vscode.l10n.t('Status: {0}', status)]),
    vscode.l10n.t('Duration: {0}', formatDuration(durationMs, shownLanguage())),
    vscode.l10n.t('Started: {0}', formatExactTime(startedAt, undefined, shownLanguage())),
    vscode.l10n.t('Request id: {0}', requestId ?? vscode.l10n.t('none received')),
    vscode.l10n.t('Environment: {0}', environment),
    ...(exchange.origin === 'agent' ? [vscode.l10n.t('Sent by an agent of the editor')] : []),
  ];
  return lines.map((line) => plainText(line, 500)).join('\n');
}

function icon({ outcome, path, status }: ExchangeSummary): vscode.ThemeIcon {
  // That there is no such file is what a test of the set-up hopes for.
  if (status === 404 && isTestCall(path)) return new vscode.ThemeIcon('plug');
  if (outcome === 'ok') return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
  if (outcome === 'cancelled') return new vscode.ThemeIcon('circle-slash');
  if (outcome === 'unknown-outcome') {
    return new vscode.ThemeIcon('question', new vscode.ThemeColor('editorWarning.foreground'));
  }
  // Of the reds this one has a value in the high-contrast themes as well.
  return new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
}

/**
 * In a narrow side bar a long label would leave no room for what follows it. The tooltip has it whole, and
 * with the version, which is the same everywhere.
 */
function shortPath(path: string): string {
  const text = plainText(readable(path), 300).replace(/^\/v1(?=\/)/, '');
  if (text.length <= LONGEST_PATH) return text;
  const [bare = ''] = text.split('?', 1);
  return truncateMiddle(bare, LONGEST_PATH) + (bare === text ? '' : '?…');
}

/** A path as a person reads it; one that cannot be decoded as it is. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
