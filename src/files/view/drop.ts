import * as vscode from 'vscode';
import type { Purpose } from '../../api/rules/limits';
import { isPurpose } from '../../api/rules/limits';
import { execute } from '../../commands/execute';
import type { UploadResult } from '../../commands/table/commandTypes';
import type { DroppedFiles } from '../check/droppedFiles';
import { look } from '../check/fileAccess';
import { droppedUris } from '../../ui/views/droppedUris';
import type { RowDrag } from '../../ui/views/views';
import type { FileNode } from './fileNodes';

/**
 * Drops files on the Files view: on a purpose, the drop answers the question. Drags file ids out of it.
 * @param isOnDesktop whether this host has the folders of the desktop, and not those of another machine
 */
export function filesDrop(dropped: DroppedFiles, isOnDesktop: boolean) {
  return {
    handleDrag(nodes, data) {
      const ids = nodes.flatMap((node) => (node.kind === 'file' ? (node.file.fileId ?? []) : []));
      if (ids.length > 0) data.set('text/plain', new vscode.DataTransferItem(ids.join('\n')));
    },

    async handleDrop(target, data) {
      const files = filesIn(data);
      const folders = isOnDesktop ? await foldersOf(files) : [];
      const lent = dropped.lend(files.filter(({ uri }) => uri === undefined || !folders.includes(uri)));
      const own = [...lent.uris, ...folders];
      const uris = own.length > 0 ? own : await droppedUris(data);
      if (uris.length === 0) return;
      try {
        // Awaited: what was dropped can be read only until this returns.
        const outcome = await execute('uploadFiles', undefined, uris, {
          ...purposeOf(target),
          interactive: true,
        });
        const unfinished = new Set(outcome.ok ? outcome.data.filter(isRepeatable).map(({ uri }) => uri) : []);
        await lent.keep(lent.uris.filter((uri) => unfinished.has(uri.toString())));
      } finally {
        lent.dispose();
      }
    },
  } satisfies RowDrag<FileNode>;
}

/** Whether the user is offered to send it again. */
function isRepeatable({ status }: UploadResult): boolean {
  return status !== 'uploaded' && status !== 'duplicate' && status !== 'rejected';
}

/** The dropped files themselves: the desktop hands them over under whatever MIME type they have. */
function filesIn(data: vscode.DataTransfer): vscode.DataTransferFile[] {
  return [...data].flatMap(([, item]) => item.asFile() ?? []);
}

/** The folders among what was dropped: they have no content to be lent, and are walked where they are. */
async function foldersOf(files: readonly vscode.DataTransferFile[]): Promise<vscode.Uri[]> {
  const uris = files.flatMap(({ uri }) => uri ?? []);
  const looks = await Promise.all(uris.map(look));
  return uris.filter((_, index) => looks[index]?.kind === 'directory');
}

function purposeOf(target: FileNode | undefined): { purpose: Purpose } | undefined {
  const group = target?.kind === 'file' ? target.group : target?.kind === 'group' ? target : undefined;
  return group?.by === 'purpose' && isPurpose(group.key) ? { purpose: group.key } : undefined;
}
