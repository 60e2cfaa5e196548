import type * as vscode from 'vscode';
import type {
  FileTarget,
  InEnvironment,
  JsonObject,
  UploadOptions,
  UploadResult,
  Nothing,
} from './commandTypes';
import { command, inMenu, inTitle, onFocusedRow, onRow, UPLOADABLE } from './row';

/** Commands of the Files view, and of files in the explorer. */
export const FILE_COMMANDS = {
  uploadFiles: command<[uri?: vscode.Uri, uris?: vscode.Uri[], options?: UploadOptions], UploadResult[]>({
    title: 'Upload to Payments API',
    icon: 'cloud-upload',
    menus: [
      inMenu('explorer/context', '5_paymentsApi@1', `${UPLOADABLE} || explorerResourceIsFolder`),
      inMenu('editor/title', 'navigation@90', UPLOADABLE),
      inMenu('editor/title/context', '5_paymentsApi@1', UPLOADABLE),
      inMenu('webview/context', '5_paymentsApi@1', `activeCustomEditorId && ${UPLOADABLE}`),
      inMenu('editor/context', '5_paymentsApi@1', UPLOADABLE),
      inTitle('files', 'navigation@1'),
    ],
  }),
  showFileDetails: command<[file?: FileTarget, options?: InEnvironment & { preview?: boolean }], JsonObject>({
    title: 'Show File Details…',
    menus: [
      onRow(
        'files',
        '1_open@1',
        '/^(uploaded|uploading|pending|failed|unknown|cancelled|not-sent)/',
        '!listMultiSelection',
      ),
    ],
  }),
  addFileById: command<[fileId?: string, options?: InEnvironment], JsonObject>({
    title: 'Add File by ID…',
    menus: [inTitle('files', '1_add@1')],
  }),
  forgetFile: command<[file?: FileTarget, options?: InEnvironment | FileTarget[]], { forgotten: number }>({
    title: 'Remove from List',
    icon: 'close',
    palette: false,
    menus: [
      onRow('files', 'inline@2', '/^(failed|unknown|cancelled|not-sent)$/'),
      onRow('files', '9_forget@1', '/^(uploaded|failed|unknown|cancelled|not-sent)/'),
    ],
  }),
  copyFileId: command<[file?: FileTarget, options?: InEnvironment | FileTarget[]], string>({
    title: 'Copy File ID',
    icon: 'copy',
    palette: false,
    menus: [onRow('files', 'inline@1', '/^uploaded/'), onRow('files', '5_copy@1', '/^uploaded/')],
    keys: [onFocusedRow('files', 'ctrl+c')],
  }),
  copyContentLink: command<[file?: FileTarget, options?: InEnvironment], string>({
    title: 'Copy Content Link',
    palette: false,
    menus: [onRow('files', '5_copy@2', '/^uploaded/', '!listMultiSelection')],
  }),
  openContent: command<[file?: FileTarget, options?: InEnvironment], string>({
    title: 'Open Content',
    palette: false,
    menus: [onRow('files', '1_open@2', '/^uploaded/', '!listMultiSelection')],
  }),
  saveContent: command<
    [file?: FileTarget, options?: InEnvironment & { target?: vscode.Uri }],
    { uri: string; bytes: number }
  >({
    title: 'Save Content As…',
    palette: false,
    menus: [onRow('files', '1_open@3', '/^uploaded/', '!listMultiSelection')],
  }),
  findFiles: command<[query?: string, options?: InEnvironment & { limit?: number }], JsonObject[]>({
    title: 'Find Files…',
    icon: 'search',
    menus: [inTitle('files', 'navigation@2')],
  }),
  exportFiles: command<
    [
      options?: FileTarget | (InEnvironment & { format?: 'json' | 'csv'; target?: vscode.Uri }),
      selection?: FileTarget[],
    ],
    { uri: string; count: number }
  >({
    title: 'Export Files…',
    menus: [
      inTitle('files', '3_export@1'),
      onRow('files', '7_export@1', '/^(uploaded|failed|unknown|cancelled|not-sent)/'),
    ],
  }),
  loadMoreFiles: command<[row?: unknown], Nothing>({
    title: 'Load More Files',
    palette: 'paymentsApi.hasFiles',
  }),
  refreshFiles: command<[], Nothing>({
    title: 'Refresh Files',
    icon: 'refresh',
    menus: [inTitle('files', 'navigation@4')],
  }),
  refreshFile: command<[file?: FileTarget, selection?: FileTarget[]], Nothing>({
    title: 'Refresh from Service',
    palette: false,
    menus: [onRow('files', '6_service@1', '/^uploaded/')],
  }),
  groupFiles: command<[], Nothing>({
    title: 'Group Files…',
    menus: [inTitle('files', '2_show@1')],
  }),
  sortFiles: command<[], Nothing>({
    title: 'Sort Files…',
    menus: [inTitle('files', '2_show@2')],
  }),
  filterFiles: command<[], Nothing>({
    title: 'Filter Files…',
    icon: 'filter',
    menus: [inTitle('files', 'navigation@3', '!paymentsApi.filesFiltered'), inTitle('files', '2_show@3')],
  }),
  clearFileFilter: command<[row?: unknown], Nothing>({
    title: 'Clear Files Filter',
    icon: 'filter-filled',
    palette: 'paymentsApi.filesFiltered',
    menus: [inTitle('files', 'navigation@3', 'paymentsApi.filesFiltered')],
  }),
  retryUpload: command<[row?: FileTarget | number, selection?: FileTarget[]], UploadResult[]>({
    title: 'Retry Upload…',
    icon: 'debug-restart',
    palette: false,
    menus: [onRow('files', 'inline@1 6_service@2', '/^(failed|unknown|cancelled|not-sent)$/')],
  }),
  resumeUploads: command<[options?: InEnvironment], UploadResult[]>({
    title: 'Resume Uploads That Were Not Sent',
  }),
} as const;
