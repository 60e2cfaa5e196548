import * as vscode from 'vscode';
import type { Purpose } from '../../api/rules/limits';
import { isPurpose } from '../../api/rules/limits';
import { execute } from '../../commands/execute';
import type { UploadResult } from '../../commands/table/commandTypes';
import type { DroppedFiles } from '../check/droppedFiles';
import { droppedUris } from '../../ui/views/droppedUris';
import type { RowDrag } from '../../ui/views/views';
import type { FileNode } from './fileNodes';

/** Drops files on the Files view: on a purpose, the drop answers the question. Drags file ids out of it. */
export class FilesDrop implements Required<RowDrag<FileNode>> {
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
    const uris = lent.uris.length > 0 ? lent.uris : await droppedUris(data);
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
  return status !== 'uploaded' && status !== 'duplicate' && status !== 'rejected';
}

/** The dropped files themselves: the desktop hands them over under whatever MIME type they have. */
function filesIn(data: vscode.DataTransfer): vscode.DataTransferFile[] {
  return [...data].flatMap(([, item]) => item.asFile() ?? []);
}

function purposeOf(target: FileNode | undefined): { purpose: Purpose } | undefined {
  const group = target?.kind === 'file' ? target.group : target?.kind === 'group' ? target : undefined;
  return group?.by === 'purpose' && isPurpose(group.key) ? { purpose: group.key } : undefined;
}
