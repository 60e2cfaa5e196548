import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import type { FileQuery, KnownFile } from '../../storage/types/storageTypes';
import { localDay, localDayRange } from '../../storage/types/days';
import { plainText } from '../../util/plainText';
import { dayInWords } from '../../ui/formats/days';
import { purposeTitle } from '../../ui/formats/purposes';
import { formatBytes, formatClockTime, formatExactTime, formatRelativeTime } from '../../ui/formats/formats';
import { speakRow } from '../../ui/views/spokenRow';
import type { Welcome } from '../../ui/views/welcome';
import { iconOf } from './fileIcon';
import { goneUri } from './missingFileDecorations';
import { contentLinkOf, linkExpiry } from '../records/contentLinks';
import { shownLanguage } from '../../util/text';
import { STATE_TITLES, uploadStates } from '../records/uploadStates';

/** The rows of the Files view. */
export type FileNode = GroupNode | FileRow | MoreFilesNode | NoteNode | OfferNode | WelcomeFilesNode;

export interface GroupNode {
  readonly kind: 'group';
  readonly environment: string;
  /** The account behind the environment: a row of another one is another row. */
  readonly generation: number;
  readonly by: 'purpose' | 'day';
  readonly key: string;
  readonly count: number;
  /** Whether its rows are shown at first. */
  readonly open: boolean;
  /** Whether it holds what a filter leaves: the editor remembers of the others which are closed. */
  readonly isFound?: boolean;
}

export interface FileRow {
  readonly kind: 'file';
  readonly file: KnownFile;
  readonly group: GroupNode | undefined;
  /** Whether there are rows of another purpose beside it. */
  readonly showsPurpose: boolean;
}

/** "Load more", the last row of what is loaded. */
export interface MoreFilesNode {
  readonly kind: 'more';
  readonly environment: string;
  readonly group: GroupNode | undefined;
}

/** A sentence in place of rows. */
export interface NoteNode {
  readonly kind: 'note';
  readonly environment: string;
  readonly text: string;
}

/** What can be done where there is nothing yet. */
export interface OfferNode {
  readonly kind: 'offer';
  readonly environment: string;
  readonly command: 'uploadFiles' | 'resumeUploads' | 'clearFileFilter';
  /** How many files it is about. */
  readonly count?: number;
}

/** What has to be done before there can be any files. */
export interface WelcomeFilesNode {
  readonly kind: 'welcome';
  readonly environment: string;
  readonly welcome: Welcome;
}

/**
 * The rows of an environment without files: what to do, and a place to drop the first ones on.
 * @param welcome what has to be done first, if anything
 */
export function emptyRows(environment: string, welcome?: Welcome): FileNode[] {
  if (welcome !== undefined) {
    return [
      { kind: 'note', environment, text: welcome.text },
      { kind: 'welcome', environment, welcome },
    ];
  }
  return [
    { kind: 'note', environment, text: vscode.l10n.t('No files yet. Drop some here, or:') },
    { kind: 'offer', environment, command: 'uploadFiles' },
  ];
}

/** Unique across the view and its environments. */
export function nodeId(node: FileNode): string {
  switch (node.kind) {
    case 'group':
      return `${node.environment}/${node.generation}/${node.isFound === true ? 'found' : 'group'}/${node.by}/${node.key}`;
    case 'file':
      return `${node.file.environment}/file/${node.file.key}`;
    case 'more':
      return `${node.environment}/${node.group?.generation ?? ''}/more/${node.group?.by ?? ''}/${node.group?.key ?? ''}`;
    case 'note':
      return `${node.environment}/note`;
    case 'offer':
      return `${node.environment}/offer/${node.command}`;
    case 'welcome':
      return `${node.environment}/welcome`;
  }
}

/**
 * The row as the editor shows it. Everything that comes from the service is plain text here.
 * @param now milliseconds since the epoch
 * @param sent of an upload under way, the part handed to the network, 0 to 1
 */
export function treeItemOf(node: FileNode, now: number, sent?: number): vscode.TreeItem {
  const item = itemOf(node, now, sent);
  item.id = nodeId(node);
  return item;
}

function itemOf(node: FileNode, now: number, sent: number | undefined): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node);
    case 'file':
      return fileItem(node, now, sent);
    case 'more': {
      const item = new vscode.TreeItem(vscode.l10n.t('Load more'));
      item.iconPath = new vscode.ThemeIcon('ellipsis');
      item.command = { command: 'paymentsApi.loadMoreFiles', title: '', arguments: [node] };
      return item;
    }
    case 'note': {
      const item = new vscode.TreeItem(node.text);
      item.iconPath = new vscode.ThemeIcon('info');
      return item;
    }
    case 'offer':
      return offerItem(node);
    case 'welcome': {
      const item = new vscode.TreeItem(node.welcome.title);
      item.iconPath = new vscode.ThemeIcon(node.welcome.icon);
      item.command = node.welcome.command;
      return item;
    }
  }
}

function offerItem(node: OfferNode): vscode.TreeItem {
  const { command, count, environment } = node;
  const [title, icon] = offerOf(command);
  const item = new vscode.TreeItem(title);
  if (count !== undefined) item.description = count.toLocaleString(shownLanguage());
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = {
    command: commandId(command),
    title: '',
    ...(command === 'resumeUploads' && { arguments: [{ environment, interactive: true }] }),
    ...(command === 'clearFileFilter' && { arguments: [node] }),
  };
  return item;
}

function offerOf(command: OfferNode['command']): readonly [title: string, icon: string] {
  switch (command) {
    case 'uploadFiles':
      return [vscode.l10n.t('Upload Files…'), 'cloud-upload'];
    case 'clearFileFilter':
      return [vscode.l10n.t('Clear the filter'), 'clear-all'];
    case 'resumeUploads':
      return [vscode.l10n.t('Send What Was Not Sent'), 'debug-continue'];
  }
}

function groupItem({ by, key, count, open }: GroupNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const label = by === 'purpose' ? purposeTitle(key) : dayInWords(key);
  const item = new vscode.TreeItem(label, open ? Expanded : Collapsed);
  item.description = count.toLocaleString(shownLanguage());
  item.iconPath = new vscode.ThemeIcon(by === 'purpose' ? 'tag' : 'calendar');
  item.contextValue = `group ${by}`;
  item.tooltip = by === 'purpose' ? plainText(key, 200) : label;
  speakRow(item);
  return item;
}

function fileItem(row: FileRow, now: number, sent: number | undefined): vscode.TreeItem {
  const { file } = row;
  const item = new vscode.TreeItem(labelOf(file));
  item.description = describe(row, now, sent);
  if (file.gone) item.resourceUri = goneUri(file.key);
  item.iconPath = iconOf(file);
  item.contextValue = file.state === 'uploaded' ? (file.gone ? 'uploaded gone' : 'uploaded') : file.state;
  item.tooltip = tooltipOf(file, now);
  item.accessibilityInformation = { label: spokenLabel(file, now, sent) };
  item.command = {
    command: 'paymentsApi.showFileDetails',
    title: '',
    arguments: [{ file }, { preview: true }],
  };
  return item;
}

/** What a screen reader says of a row, whichever group it is in: name, state, age, size and purpose. */
function spokenLabel(file: KnownFile, now: number, sent?: number): string {
  const said = describe({ file, group: undefined, showsPurpose: false }, now, sent);
  const state = file.state === 'uploaded' && !file.gone ? [vscode.l10n.t('uploaded')] : [];
  return [labelOf(file), ...state, said, purposeTitle(file.purpose)].join(', ');
}

function labelOf({ name, fileId }: KnownFile): string {
  return plainText(name === '' ? (fileId ?? '') : name, 300);
}

/** What a row says beside the name: its state where it is not simply there, and what tells it from the others. */
function describe(row: Omit<FileRow, 'kind'>, now: number, sent?: number): string {
  const { file, group, showsPurpose } = row;
  if (file.state === 'uploading' && sent !== undefined) return describeSending(sent);
  const state = file.gone
    ? [vscode.l10n.t('The service no longer knows this file')]
    : file.state === 'uploaded'
      ? []
      : uploadStates(file);
  const isOfOtherDay = group?.by === 'day' && localDay(file.sortTime) !== localDay(now);
  const age = isOfOtherDay ? formatClockTime(file.sortTime) : formatRelativeTime(file.sortTime, now);
  const size = file.size === undefined ? '' : formatBytes(file.size);
  const purpose = showsPurpose && group?.by !== 'purpose' ? purposeTitle(file.purpose) : '';
  const link = file.state === 'uploaded' && !file.gone ? linkExpiry(file, now) : '';
  return [...state, age, size, purpose, link].filter((part) => part !== '').join(' · ');
}

function describeSending(sent: number): string {
  if (sent >= 1) return vscode.l10n.t('Sent, waiting for the answer');
  const percent = new Intl.NumberFormat(shownLanguage(), { style: 'percent' }).format(sent);
  return vscode.l10n.t('Uploading, {0}', percent);
}

/** The moments that a row shows relative to now, in milliseconds since the epoch; of a day, whose name may change, midnight. */
export function timesOf(node: FileNode, now: number): number[] {
  if (node.kind === 'group') return node.by === 'day' ? [localDayRange(localDay(now)).to] : [];
  if (node.kind !== 'file') return [];
  const { sortTime, details } = node.file;
  const expiresAt = contentLinkOf(details)?.expiresAt;
  return typeof expiresAt === 'number' ? [sortTime, expiresAt] : [sortTime];
}

function tooltipOf(file: KnownFile, now: number): string {
  const link = contentLinkOf(file.details);
  const lines: (readonly [string, string | undefined])[] = [
    [vscode.l10n.t('Name'), file.name],
    [vscode.l10n.t('File ID'), file.fileId],
    [vscode.l10n.t('Purpose'), `${purposeTitle(file.purpose)} (${file.purpose})`],
    [vscode.l10n.t('Type'), file.mimeType],
    [vscode.l10n.t('Size'), file.size === undefined ? undefined : formatBytes(file.size)],
    [vscode.l10n.t('Time'), formatExactTime(file.sortTime)],
    [vscode.l10n.t('State'), file.state === 'uploaded' ? undefined : STATE_TITLES[file.state]()],
    [vscode.l10n.t('Reason'), file.state === 'uploaded' ? undefined : file.error?.message],
    [vscode.l10n.t('Remark'), file.remark],
    [
      vscode.l10n.t('Link'),
      link?.expiresAt === null ? vscode.l10n.t('does not expire') : linkExpiry(file, now),
    ],
    [vscode.l10n.t('Request ID'), file.requestId ?? file.detailsRequestId],
  ];
  return lines
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([title, value]) => `${title}: ${plainText(value ?? '', 500)}`)
    .join('\n');
}

/** What the rows below a group have in common. */
export function groupQuery(group: GroupNode | undefined): Partial<FileQuery> {
  if (group === undefined) return {};
  return group.by === 'purpose' ? { purpose: group.key } : localDayRange(group.key);
}

/** Names a group, or the root (''), within a view. */
export function pagesKey(group: GroupNode | undefined): string {
  return group === undefined ? '' : `${group.by}/${group.key}`;
}
