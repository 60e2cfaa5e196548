import { commandId, type CommandName } from '../../commands/commands';
import { commandTitle } from '../../commands/titles';
import { localDayRange } from '../../storage/types/days';
import type { FileQuery, KnownFile } from '../../storage/types/storageTypes';
import type { LineRow } from '../../ui/views/lineRow';
import type { Welcome } from '../../ui/views/welcome';
import { shownLanguage, t } from '../../util/text';

/** The rows of the Files view. */
export type FileNode = GroupNode | FileRow | LineNode;

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

/** A row that is no file. */
export interface LineNode extends LineRow {
  readonly kind: 'line';
  /** The group that it is in. */
  readonly group?: GroupNode | undefined;
}

export function noteRow(environment: string, title: string): LineNode {
  return { kind: 'line', environment, id: 'note', title, icon: 'info' };
}

function offerRow(
  environment: string,
  title: string,
  icon: string,
  name: CommandName,
  args?: unknown[],
): LineNode {
  const command = { command: commandId(name), ...(args && { arguments: args }) };
  return { kind: 'line', environment, id: `offer/${name}`, title, icon, command };
}

/** "Load more", the last row of what is loaded. */
export function moreRow(environment: string, group: GroupNode | undefined): LineNode {
  const offer = offerRow(environment, t('Load more'), 'ellipsis', 'loadMoreFiles');
  return { ...offer, id: `${group?.generation ?? ''}/more/${pagesKey(group)}`, group };
}

/** Offers to send uploads that wait. @param count how many */
export function resumeRow(environment: string, count: number): LineNode {
  const title = commandTitle('resumeUploads');
  const args = [{ environment, interactive: true }];
  const description = count.toLocaleString(shownLanguage());
  return { ...offerRow(environment, title, 'debug-continue', 'resumeUploads', args), description };
}

export function clearFilterRow(environment: string): LineNode {
  return offerRow(environment, commandTitle('clearFileFilter'), 'clear-all', 'clearFileFilter');
}

/**
 * The rows of an environment without files: what to do, and a place to drop the first ones on.
 * @param welcome what has to be done first, if anything
 */
export function emptyRows(environment: string, welcome?: Welcome): FileNode[] {
  if (welcome === undefined) {
    return [
      noteRow(environment, t('No files yet. Drop some here, or:')),
      offerRow(environment, t('Upload Files…'), 'cloud-upload', 'uploadFiles', []),
    ];
  }
  const { text, title, icon, command } = welcome;
  const run = { ...command, arguments: command.arguments ?? [] };
  return [
    noteRow(environment, text),
    { kind: 'line', environment, id: 'welcome', title, icon, command: run },
  ];
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
