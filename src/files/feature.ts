import * as vscode from 'vscode';
import { CancelledError } from '../api/errors';
import type { Handlers } from '../commands';
import type { Connections } from '../connections';
import type { Ground } from '../ground';
import type { Storage } from '../storage/types';
import { refuse } from '../ui/arguments';
import type { ViewContent } from '../ui/views';
import { readFileTarget, requireFileTarget } from './fileTarget';
import { PurposeMemory } from './purposeQuestion';
import { FileRecords } from './records';
import { createUploadFiles } from './uploadFiles';

export type FileCommands = Pick<
  Handlers,
  | 'uploadFiles'
  | 'showFileDetails'
  | 'addFileById'
  | 'forgetFile'
  | 'copyFileId'
  | 'copyContentLink'
  | 'openContent'
  | 'saveContent'
  | 'findFiles'
  | 'exportFiles'
>;

export interface FilesParts {
  readonly ground: Ground;
  readonly connections: Connections;
  readonly storage: () => Promise<Storage>;
  readonly setUp: (environmentId: string) => Promise<boolean>;
}

export interface FilesFeature {
  readonly handlers: FileCommands;
  readonly view: ViewContent;
}

/** Files: upload, browse, details. */
export function createFilesFeature(parts: FilesParts): FilesFeature {
  const { environments, keys, settings, context } = parts.ground;
  const registry = async () => (await parts.storage()).files;
  const records = new FileRecords(parts.connections, registry);
  const active = () => environments.active.id;

  const handlers: FileCommands = {
    uploadFiles: createUploadFiles({
      connections: parts.connections,
      environments,
      keys,
      settings,
      purposes: new PurposeMemory(context.workspaceState),
      registry,
      setUp: parts.setUp,
    }),
    async showFileDetails(file, options) {
      const target = readFileTarget(file, options, active()) ?? (await askFileId(active()));
      const { record, requestId, exchangeId } = await records.fetch(target);
      return { data: record, requestId, exchangeId };
    },
    async addFileById(fileId, options) {
      const target = readFileTarget(fileId, options, active()) ?? (await askFileId(active()));
      const { record, requestId, exchangeId } = await records.fetch(target);
      return { data: record, requestId, exchangeId };
    },
    async copyFileId(file, options) {
      const { fileId } = requireFileTarget(file, options, active());
      await vscode.env.clipboard.writeText(fileId);
      return { data: fileId };
    },
    forgetFile: notYet,
    copyContentLink: notYet,
    openContent: notYet,
    saveContent: notYet,
    findFiles: notYet,
    exportFiles: notYet,
  };
  return { handlers, view: { tree: { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') } } };
}

function notYet(): Promise<never> {
  return Promise.reject(refuse('Not available yet.'));
}

async function askFileId(environment: string): Promise<{ environment: string; fileId: string }> {
  const fileId = await vscode.window.showInputBox({
    title: vscode.l10n.t('File id'),
    prompt: vscode.l10n.t('The id of a file, as the service gave it'),
    ignoreFocusOut: true,
  });
  if (fileId === undefined || fileId.trim() === '') {
    throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
  }
  return { environment, fileId: fileId.trim() };
}
