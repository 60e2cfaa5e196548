import type * as vscode from 'vscode';
import type { InEnvironment, OperationTarget, RequestFilter, Nothing, SentRequest } from './commandTypes';
import { command, inMenu, inTitle, onFocusedRow, onRow } from './row';

/** Whatever may be an API description. */
const DOCUMENT_FILE = 'resourceExtname =~ /^\\.(json|ya?ml)$/i';

/** What a row of the API view, or a caller, names an operation by. */
type Target = string | OperationTarget;

/** Commands of the API view. */
export const OPERATION_COMMANDS = {
  sendOperation: command<
    [operation?: Target, options?: InEnvironment & { reveal?: boolean }],
    SentRequest | { text: string }
  >({
    title: 'Send…',
    icon: 'send',
    palette: false,
    menus: [onRow('operations', 'inline@2 1_send@2', '/^operation\\b.*\\bsendable\\b/')],
  }),
  showOperationRequests: command<[operation?: Target], RequestFilter>({
    title: 'Show Requests',
    palette: false,
    menus: [onRow('operations', '2_show@1', '/^operation\\b/')],
  }),
  showInDescription: command<[operation?: Target], { uri: string; line: number }>({
    title: 'Show in Description',
    palette: false,
    menus: [onRow('operations', '2_show@2', '/^operation\\b.*\\bdescribed\\b/')],
  }),
  copyOperation: command<[operation?: Target], string>({
    title: 'Copy Method and Path',
    palette: false,
    menus: [onRow('operations', '4_copy@2', '/^operation\\b/')],
    keys: [onFocusedRow('operations', 'ctrl+c')],
  }),
  filterOperations: command<[], Nothing>({
    title: 'Filter Operations…',
    icon: 'filter',
    menus: [inTitle('operations', 'navigation@2', '!paymentsApi.operationsFiltered')],
  }),
  clearOperationFilter: command<[], Nothing>({
    title: 'Clear Operations Filter',
    icon: 'filter-filled',
    palette: 'paymentsApi.operationsFiltered',
    menus: [inTitle('operations', 'navigation@2', 'paymentsApi.operationsFiltered')],
  }),
  exportApiDescription: command<
    [
      options?:
        | (InEnvironment & { target?: vscode.Uri; of?: 'documented' | 'seen' | 'filtered' })
        | { readonly source: string },
    ],
    { uri: string; operations: number }
  >({
    title: 'Export as OpenAPI…',
    menus: [
      inTitle('operations', '3_export@1'),
      inTitle('requests', '3_export@2'),
      onRow('operations', '3_export@1', '/^source documented/'),
    ],
  }),
  addApiDescription: command<
    [file?: vscode.Uri, menu?: unknown],
    { title: string; version: string; operations: number; warnings: string[] }
  >({
    title: 'Use as API Description…',
    icon: 'add',
    menus: [
      inTitle('operations', 'navigation@1'),
      inMenu('explorer/context', '6_paymentsApi@2', `${DOCUMENT_FILE} && !explorerResourceIsFolder`),
      inMenu('editor/title/context', '6_paymentsApi@2', DOCUMENT_FILE),
    ],
  }),
  removeApiDescription: command<[file?: vscode.Uri | { readonly source: string }], Nothing>({
    title: 'Remove API Description…',
    menus: [onRow('operations', '9_remove@1', '/^source added/')],
  }),
  loadMoreOperations: command<[row?: string], Nothing>({ title: 'Load More Operations', palette: false }),
} as const;
