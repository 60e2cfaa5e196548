import type * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import type {
  ExchangeTarget,
  FileSendOptions,
  InEnvironment,
  JsonObject,
  OperationTarget,
  RequestFilter,
  SavedTarget,
  SendOptions,
  SentOfFile,
  SentRequest,
  Nothing,
} from './commandTypes';
import { ANSWER, command, DOCUMENT, HAR, HTTP_FILE, inMenu, inTitle, onRow } from './row';

/** Commands that write, send, keep and list requests. */
export const REQUEST_COMMANDS = {
  sendRequest: command<[options?: SendOptions], SentRequest>({
    title: 'Send Request…',
    icon: 'send',
    menus: [inTitle('requests', 'navigation@1')],
  }),
  findOperations: command<[query?: string, options?: { limit?: number }], JsonObject[]>({
    title: 'Find Operation…',
  }),
  newRequest: command<
    [operation?: string | OperationTarget, options?: InEnvironment & { reveal?: boolean }],
    { text: string }
  >({
    title: 'New Request…',
    icon: 'new-file',
    menus: [inTitle('requests', '1_send@1'), onRow('operations', 'inline@1 1_send@1', '/^operation\\b/')],
  }),
  sendFromFile: command<
    [
      file?: vscode.Uri,
      options?: FileSendOptions & { name?: string; line?: number; shown?: object; reveal?: boolean },
    ],
    SentRequest
  >({
    title: 'Send Request From File',
    palette: HTTP_FILE,
    keys: [{ key: 'ctrl+enter', when: `editorTextFocus && ${HTTP_FILE}` }],
  }),
  sendAllInFile: command<[file?: vscode.Uri, options?: FileSendOptions], SentOfFile[]>({
    title: 'Send All Requests in File',
    icon: 'run-all',
    palette: HTTP_FILE,
    menus: [inMenu('editor/title', 'navigation@1', HTTP_FILE)],
  }),
  addExpectations: command<
    [target?: ExchangeTarget | vscode.Uri, options?: { name?: string; line?: number }],
    { added: number }
  >({
    title: 'Add Expectations',
    palette: ANSWER,
    menus: [inMenu('editor/title', '1_paymentsApi@9', ANSWER)],
  }),
  chooseSharedVariables: command<[set?: string, options?: InEnvironment], { set?: string }>({
    title: 'Choose Shared Variables…',
    palette: HTTP_FILE,
  }),
  sendAgain: command<[exchange?: ExchangeTarget, options?: { reveal?: boolean }], SentRequest>({
    title: 'Send Again',
    icon: 'redo',
    palette: DOCUMENT,
    menus: [
      inMenu('editor/title', 'navigation@4', ANSWER),
      onRow('requests', '2_send@1', '/\\brepeatable\\b/'),
    ],
  }),
  editRequest: command<
    [exchange?: ExchangeTarget, selection?: ExchangeTarget[]],
    { count: number; text: string }
  >({
    title: 'Edit Request',
    icon: 'edit',
    palette: DOCUMENT,
    menus: [
      inMenu('editor/title', 'navigation@5', ANSWER),
      onRow('requests', '2_send@2', '/\\brepeatable\\b/'),
    ],
  }),
  saveRequest: command<
    [
      source?: ExchangeTarget | vscode.Uri,
      options?: { name?: string; line?: number; place?: 'user' | 'workspace' },
    ],
    { name: string; uri: string }
  >({
    title: 'Save Request…',
    palette: `${DOCUMENT} || ${HTTP_FILE}`,
    menus: [
      inMenu('editor/title', '1_paymentsApi@10', ANSWER),
      onRow('requests', '2_send@3', '/\\brepeatable\\b/'),
    ],
  }),
  runSavedRequest: command<
    [request?: SavedTarget, options?: InEnvironment & { reveal?: boolean }],
    SentRequest
  >({
    title: 'Run Saved Request…',
    icon: 'play',
    menus: [inTitle('requests', '1_send@2'), onRow('requests', 'inline@1 1_send@1', '/^savedRequest\\b/')],
  }),
  removeSavedRequest: command<[request: SavedTarget], { name: string }>({
    title: 'Remove Saved Request',
    palette: false,
    menus: [onRow('requests', '9_remove@1', '/^savedRequest own$/')],
  }),
  findRequest: command<[requestId?: string], Exchange>({
    title: 'Find Request by ID…',
    icon: 'search',
    menus: [inTitle('requests', 'navigation@2')],
  }),
  filterRequests: command<[filter?: RequestFilter], RequestFilter>({
    title: 'Filter Requests…',
    icon: 'filter',
    menus: [
      inTitle('requests', 'navigation@3', '!paymentsApi.requestsFiltered'),
      inTitle('requests', '2_show@1'),
    ],
  }),
  clearRequestFilter: command<[row?: unknown], Nothing>({
    title: 'Clear Requests Filter',
    icon: 'filter-filled',
    palette: 'paymentsApi.requestsFiltered',
    menus: [inTitle('requests', 'navigation@3', 'paymentsApi.requestsFiltered')],
  }),
  groupRequestsByDay: command<[], Nothing>({
    title: 'Group by Day',
    palette: '!paymentsApi.requestsByDay',
    menus: [inTitle('requests', '2_show@2', '!paymentsApi.requestsByDay')],
  }),
  ungroupRequests: command<[], Nothing>({
    title: 'Show as Plain List',
    palette: 'paymentsApi.requestsByDay',
    menus: [inTitle('requests', '2_show@2', 'paymentsApi.requestsByDay')],
  }),
  loadMoreRequests: command<[row?: unknown], Nothing>({
    title: 'Load More',
    palette: false,
  }),
  refreshRequests: command<[], Nothing>({
    title: 'Refresh Requests',
    palette: false,
    menus: [inTitle('requests', '2_show@3')],
  }),
  pinRequest: command<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], { count: number }>({
    title: 'Pin Request',
    palette: ANSWER,
    menus: [onRow('requests', '4_pin@1', '/\\bnotPinned\\b/')],
  }),
  unpinRequest: command<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], { count: number }>({
    title: 'Unpin Request',
    palette: false,
    menus: [onRow('requests', '4_pin@1', '/\\bisPinned\\b/')],
  }),
  forgetRequest: command<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], { count: number }>({
    title: 'Remove from History',
    palette: ANSWER,
    menus: [onRow('requests', '9_remove@2', '/\\b(notPinned|isPinned)\\b/')],
  }),
  openHar: command<[file?: vscode.Uri, options?: { entry?: number }], { count: number; skipped: number }>({
    title: 'Open HAR File…',
    menus: [
      inMenu('explorer/context', '5_paymentsApi@2', HAR),
      inMenu('editor/title/context', '5_paymentsApi@2', HAR),
      inMenu('editor/context', '5_paymentsApi@2', HAR),
      inTitle('requests', '3_export@2'),
    ],
  }),
  exportHar: command<
    [
      options?: InEnvironment & {
        target?: vscode.Uri;
        /** YYYY-MM-DD. */ day?: string;
        failed?: boolean;
        exchangeIds?: readonly string[];
      },
    ],
    { uri: string; count: number }
  >({ title: 'Export Requests as HAR…', menus: [inTitle('requests', '3_export@1')] }),
  exportSelectedHar: command<
    [exchange?: ExchangeTarget, selection?: ExchangeTarget[], options?: { target?: vscode.Uri }],
    { uri: string; count: number }
  >({
    title: 'Export Selected as HAR…',
    palette: false,
    menus: [onRow('requests', '5_export@1', '/\\bexchange\\b/')],
  }),
  exportSupportBundle: command<
    [exchange?: ExchangeTarget, selection?: ExchangeTarget[]],
    { count: number; text: string }
  >({
    title: 'Open Support Bundle',
    palette: false,
    menus: [onRow('requests', '5_export@2', '/\\bexchange\\b/', 'listMultiSelection')],
  }),
  clearHistory: command<[options?: InEnvironment], { count: number }>({
    title: 'Clear Request History…',
    palette: false,
  }),
  askToClearHistory: command<[], { count: number }>({
    title: 'Clear Request History…',
    menus: [inTitle('requests', '9_clear@1')],
  }),
} as const;
