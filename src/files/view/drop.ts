import * as vscode from 'vscode';
import type { Purpose } from '../../api/rules/limits';
import { isPurpose } from '../../api/rules/limits';
import { execute } from '../../commands/execute';
import type { UploadResult } from '../../commands/commandTypes';
import type { DroppedFiles } from '../check/droppedFiles';
import type { FileNode } from './fileNodes';

/** Drops files on the Files view: on a purpose, the drop answers the question. Drags file ids out of it. */
export class FilesDrop implements vscode.TreeDragAndDropController<FileNode> {
  readonly dropMimeTypes = ['files', 'text/uri-list'];
  readonly dragMimeTypes = ['text/plain'];
  readonly #dropped: DroppedFiles;

  constructor(dropped: DroppedFiles) {
    this.#dropped = dropped;
  }

  handleDrag(nodes: readonly FileNode[], data: vscode.DataTransfer): void {
    const ids = nodes.flatMap((node) => (node.kind === 'file' ? (node.file.fileId ?? []) : []));
    if (ids.length > 0) data.set('text/plain', new vscode.DataTransferItem(ids.join('\n')));
  }

  async handleDrop(target: FileNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const lent = this.#dropped.lend(filesIn(data));
    const uris = lent.uris.length > 0 ? lent.uris : await uriList(data);
    if (uris.length === 0) return;
    try {
      // Awaited: what was dropped can be read only until this returns.
      const outcome = await execute('uploadFiles', undefined, [...uris], {
        ...purposeOf(target),
        interactive: true,
      });
      const unfinished = new Set(outcome.ok ? outcome.data.filter(isRepeatable).map(({ uri }) => uri) : []);
      await lent.keep(lent.uris.filter((uri) => unfinished.has(uri.toString())));
    } finally {
      lent.dispose();
    }
  }
}

/** Whether the user is offered to send it again. */
function isRepeatable({ status }: UploadResult): boolean {
  return status === 'failed' || status === 'unknown-outcome' || status === 'cancelled';
}

/** The dropped files themselves: the desktop hands them over under whatever MIME type they have. */
function filesIn(data: vscode.DataTransfer): vscode.DataTransferFile[] {
  return [...data].flatMap(([, item]) => item.asFile() ?? []);
}

/** What the explorer and the tabs drag: URIs, a line each (RFC 2483: CRLF, comments begin with #). */
async function uriList(data: vscode.DataTransfer): Promise<vscode.Uri[]> {
  const text = (await data.get('text/uri-list')?.asString()) ?? '';
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap(readUri);
}

/** Whoever drags writes the list: a line that is no URI is passed over. */
function readUri(line: string): vscode.Uri[] {
  try {
    return [vscode.Uri.parse(line, true)];
  } catch {
    return [];
  }
}

function purposeOf(target: FileNode | undefined): { purpose: Purpose } | undefined {
  const group = target?.kind === 'file' ? target.group : target?.kind === 'group' ? target : undefined;
  return group?.by === 'purpose' && isPurpose(group.key) ? { purpose: group.key } : undefined;
}
