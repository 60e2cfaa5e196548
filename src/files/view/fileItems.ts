import * as vscode from 'vscode';
import type { FileState, KnownFile } from '../../storage/types/storageTypes';
import { localDay, localDayRange } from '../../storage/types/days';
import { plainText } from '../../util/plainText';
import { dayInWords } from '../../ui/formats/days';
import { purposeTitle } from '../../ui/formats/purposes';
import { formatBytes, formatClockTime, formatExactTime, formatRelativeTime } from '../../ui/formats/formats';
import { lineItem } from '../../ui/views/lineRow';
import { speakRow } from '../../ui/views/spokenRow';
import { contentLinkOf, linkExpiry } from '../records/contentLinks';
import { present, shownLanguage, t } from '../../util/text';
import { stateTitle, uploadStates } from '../records/uploadStates';
import { pagesKey, type FileNode, type FileRow, type GroupNode } from './fileNodes';

/**
 * The row as the editor shows it. Everything that comes from the service is plain text here.
 * @param now milliseconds since the epoch
 * @param sent of an upload under way, the part handed to the network, 0 to 1
 */
export function treeItemOf(node: FileNode, now: number, sent?: number): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node);
    case 'file':
      return fileItem(node, now, sent);
    case 'line':
      return lineItem(node);
  }
}

function groupItem(group: GroupNode): vscode.TreeItem {
  const { environment, generation, by, key, count, open, isFound } = group;
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const label = by === 'purpose' ? purposeTitle(key) : dayInWords(key);
  const item = new vscode.TreeItem(label, open ? Expanded : Collapsed);
  item.id = `${environment}/${generation}/${isFound === true ? 'found' : 'group'}/${pagesKey(group)}`;
  item.description = count.toLocaleString(shownLanguage());
  item.iconPath = new vscode.ThemeIcon(by === 'purpose' ? 'tag' : 'calendar');
  item.tooltip = by === 'purpose' ? plainText(key, 200) : label;
  speakRow(item);
  return item;
}

function fileItem(row: FileRow, now: number, sent: number | undefined): vscode.TreeItem {
  const { file } = row;
  const item = new vscode.TreeItem(labelOf(file));
  // Unique across the view and its environments.
  item.id = `${file.environment}/file/${file.key}`;
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
  const state = file.state === 'uploaded' && !file.gone ? [t('uploaded')] : [];
  return [labelOf(file), ...state, said, purposeTitle(file.purpose)].join(', ');
}

function labelOf({ name, fileId }: KnownFile): string {
  return plainText(name === '' ? (fileId ?? '') : name, 300);
}

/** What a row says beside the name: its state where it is not simply there, and what distinguishes it. */
function describe(row: Omit<FileRow, 'kind'>, now: number, sent?: number): string {
  const { file, group, showsPurpose } = row;
  if (file.state === 'uploading' && sent !== undefined) return describeSending(sent);
  const state = file.gone ? [t('The service no longer knows this file')] : uploadStates(file);
  const isOfOtherDay = group?.by === 'day' && localDay(file.sortTime) !== localDay(now);
  const age = isOfOtherDay ? formatClockTime(file.sortTime) : formatRelativeTime(file.sortTime, now);
  const size = file.size === undefined ? '' : formatBytes(file.size);
  const purpose = showsPurpose && group?.by !== 'purpose' && purposeTitle(file.purpose);
  const link = file.state === 'uploaded' && !file.gone && linkExpiry(file, now);
  return present(...state, age, size, purpose, link).join(' · ');
}

function describeSending(sent: number): string {
  if (sent >= 1) return t('Sent, waiting for the answer');
  const percent = new Intl.NumberFormat(shownLanguage(), { style: 'percent' }).format(sent);
  return t('Uploading, {0}', percent);
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
    [t('Name'), file.name],
    [t('File ID'), file.fileId],
    [t('Purpose'), `${purposeTitle(file.purpose)} (${file.purpose})`],
    [t('Type'), file.mimeType],
    [t('Size'), file.size === undefined ? undefined : formatBytes(file.size)],
    [t('Time'), formatExactTime(file.sortTime)],
    [t('State'), file.state === 'uploaded' ? undefined : stateTitle(file.state)],
    [t('Reason'), file.state === 'uploaded' ? undefined : file.error?.message],
    [t('Remark'), file.remark],
    [t('Link'), link?.expiresAt === null ? t('does not expire') : linkExpiry(file, now)],
    [t('Request ID'), file.requestId ?? file.detailsRequestId],
  ];
  return present(...lines.map(([title, value]) => value && t('{0}: {1}', title, plainText(value, 500)))).join(
    '\n',
  );
}

const ICONS: Readonly<Record<Exclude<FileState, 'uploaded'>, readonly [icon: string, color?: string]>> = {
  pending: ['clock'],
  uploading: ['sync~spin'],
  failed: ['error', 'errorForeground'],
  cancelled: ['circle-slash', 'disabledForeground'],
  'not-sent': ['debug-pause', 'disabledForeground'],
  unknown: ['question', 'editorWarning.foreground'],
};

/** The icon of a file's row: its type, or what became of its upload. */
function iconOf({ state, gone, mimeType }: KnownFile): vscode.ThemeIcon {
  const ofFile = [typeIcon(mimeType), gone ? 'disabledForeground' : undefined] as const;
  const [icon, color] = state === 'uploaded' ? ofFile : ICONS[state];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

function typeIcon(mimeType: string): string {
  if (mimeType.startsWith('image/')) return 'file-media';
  // Not `file`: for a row that has an address, the editor takes the icon theme's instead.
  return mimeType === 'application/pdf' ? 'file-pdf' : 'file-text';
}

const GONE_SCHEME = 'payments-api-gone';

/** The address by which the editor asks how to draw the row of a file that is gone. */
function goneUri(key: number): vscode.Uri {
  return vscode.Uri.from({ scheme: GONE_SCHEME, path: `/${key}` });
}

/** Dims the rows of files that the service does not know any more. */
export const goneDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    if (uri.scheme !== GONE_SCHEME) return undefined;
    const tooltip = t('The service no longer knows this file');
    return new vscode.FileDecoration(undefined, tooltip, new vscode.ThemeColor('disabledForeground'));
  },
};
