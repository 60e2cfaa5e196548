import type * as vscode from 'vscode';
import type { Done } from './outcome';
import type { Exchange } from '../api/model/exchange';
import type {
  EnvironmentTarget,
  ExchangeTarget,
  FileSendOptions,
  FileTarget,
  InEnvironment,
  JsonObject,
  RequestFilterInput,
  SavedTarget,
  SendOptions,
  UploadOptions,
  UploadResult,
} from './commandTypes';

/** How a command can be called, and what its outcome holds. The types exist for the compiler only. */
interface Signature<A extends unknown[], D> {
  readonly args?: A;
  readonly data?: D;
  /** A menu of a row calls it with that row; without one it would act on something else. */
  readonly needsRow: boolean;
}

function command<A extends unknown[], D>(): Signature<A, D> {
  return { needsRow: false };
}

/**
 * A command of a row. Called without a row it acts on the active environment, the selection or the document in front,
 * or it asks. Excludes commands of view titles: VS Code passes no row there.
 */
function rowCommand<A extends unknown[], D>(): Signature<A, D> {
  return { needsRow: true };
}

/** What differs between two answers, in leaves of the body. */
interface DifferenceCounts {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

type Nothing = Record<string, never>;

/**
 * Every command: the arguments it can be called with and the data of its outcome. Registration and calls
 * are checked against this table; a test checks the manifest against it.
 */
export const COMMANDS = {
  uploadFiles: command<[uri?: vscode.Uri, uris?: vscode.Uri[], options?: UploadOptions], UploadResult[]>(),
  showFileDetails: rowCommand<
    [file?: FileTarget, options?: InEnvironment & { preview?: boolean }],
    JsonObject
  >(),
  addFileById: command<[fileId?: string, options?: InEnvironment], JsonObject>(),
  forgetFile: rowCommand<
    [file?: FileTarget, options?: InEnvironment | FileTarget[]],
    { forgotten: number }
  >(),
  copyFileId: rowCommand<[file?: FileTarget, options?: InEnvironment | FileTarget[]], string>(),
  copyContentLink: rowCommand<[file?: FileTarget, options?: InEnvironment], string>(),
  openContent: rowCommand<[file?: FileTarget, options?: InEnvironment], string>(),
  saveContent: rowCommand<
    [file?: FileTarget, options?: InEnvironment & { target?: vscode.Uri }],
    { uri: string; bytes: number }
  >(),
  findFiles: command<[query?: string, options?: InEnvironment & { limit?: number }], JsonObject[]>(),
  exportFiles: command<
    [
      options?: FileTarget | (InEnvironment & { format?: 'json' | 'csv'; target?: vscode.Uri }),
      selection?: FileTarget[],
    ],
    { uri: string; count: number }
  >(),
  loadMoreFiles: command<[row?: unknown], Nothing>(),
  refreshFiles: command<[], Nothing>(),
  refreshFile: rowCommand<[file?: FileTarget, selection?: FileTarget[]], Nothing>(),
  groupFiles: command<[], Nothing>(),
  sortFiles: command<[], Nothing>(),
  filterFiles: command<[], Nothing>(),
  clearFileFilter: command<[], Nothing>(),
  retryUpload: rowCommand<[file?: FileTarget, selection?: FileTarget[]], UploadResult[]>(),
  resumeUploads: command<[options?: InEnvironment], UploadResult[]>(),
  topUpSandbox: command<
    [options?: (InEnvironment & { amount?: number; currency?: string }) | EnvironmentTarget],
    { message: string }
  >(),
  switchEnvironment: command<[environment?: EnvironmentTarget], { environment: string }>(),
  configureEnvironment: rowCommand<[environment?: EnvironmentTarget], { environment: string }>(),
  setApiKey: rowCommand<[environment?: EnvironmentTarget], { environment: string }>(),
  removeApiKey: rowCommand<[environment?: EnvironmentTarget], { environment: string }>(),
  openDashboard: rowCommand<[environment?: EnvironmentTarget], { url: string }>(),
  addEnvironment: command<[], { environment: string }>(),
  renameEnvironment: rowCommand<[environment?: EnvironmentTarget, name?: string], { environment: string }>(),
  duplicateEnvironment: rowCommand<
    [environment?: EnvironmentTarget, name?: string],
    { environment: string }
  >(),
  removeEnvironment: rowCommand<[environment?: EnvironmentTarget], { environment: string }>(),
  copyAddress: rowCommand<[environment?: EnvironmentTarget], string>(),
  sendRequest: command<[options?: SendOptions], { status: number; body: unknown }>(),
  sendFromFile: command<
    [file?: vscode.Uri, options?: FileSendOptions & { name?: string; line?: number; reveal?: boolean }],
    { status: number; body: unknown }
  >(),
  sendAllInFile: command<
    [file?: vscode.Uri, options?: FileSendOptions],
    { name: string; status: number }[]
  >(),
  nextPage: command<
    [exchange?: ExchangeTarget, options?: { reveal?: boolean }],
    { status: number; body: unknown }
  >(),
  previousPage: command<
    [exchange?: ExchangeTarget, options?: { reveal?: boolean }],
    { status: number; body: unknown }
  >(),
  showExchange: rowCommand<[exchange?: ExchangeTarget], Exchange>(),
  findRequest: command<[requestId?: string], Exchange>(),
  copyRequestId: rowCommand<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], string>(),
  copySupportReport: rowCommand<[exchange?: ExchangeTarget, options?: { show?: boolean }], string>(),
  copyAsCode: rowCommand<
    [
      exchange?: ExchangeTarget | vscode.Uri,
      options?: InEnvironment & { target?: string; line?: number; interactive?: boolean },
    ],
    string
  >(),
  copyResponseBody: rowCommand<[exchange?: ExchangeTarget], string>(),
  saveResponse: rowCommand<
    [exchange?: ExchangeTarget, options?: { target?: vscode.Uri }],
    { uri: string; bytes: number }
  >(),
  showResponseBody: rowCommand<[exchange?: ExchangeTarget], Nothing>(),
  copyJsonPath: command<[], string>(),
  copyFromRequest: rowCommand<[exchange?: ExchangeTarget], Nothing>(),
  moreRequestActions: rowCommand<[exchange?: ExchangeTarget], Nothing>(),
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
  >(),
  clearHistory: command<[options?: InEnvironment], { count: number }>(),
  sendAgain: rowCommand<
    [exchange?: ExchangeTarget, options?: { reveal?: boolean }],
    { status: number; body: unknown }
  >(),
  editRequest: command<[exchange?: ExchangeTarget], { method: string; path: string }>(),
  sendDraft: command<
    [file?: vscode.Uri, options?: { reveal?: boolean; interactive?: boolean }],
    { status: number; body: unknown }
  >(),
  saveRequest: rowCommand<
    [
      source?: ExchangeTarget | vscode.Uri,
      options?: { name?: string; line?: number; place?: 'user' | 'workspace' },
    ],
    { name: string; uri: string }
  >(),
  runSavedRequest: command<
    [request?: SavedTarget, options?: InEnvironment & { reveal?: boolean }],
    { status: number; body: unknown }
  >(),
  removeSavedRequest: rowCommand<[request: SavedTarget], { name: string }>(),
  collectAllPages: command<
    [exchange?: ExchangeTarget, options?: { format?: 'json' | 'csv'; reveal?: boolean }],
    { records: readonly unknown[]; pages: number }
  >(),
  openAsTable: rowCommand<[exchange?: ExchangeTarget], { columns: readonly string[]; rows: number }>(),
  compareExchanges: rowCommand<
    [exchange?: ExchangeTarget, other?: ExchangeTarget | readonly ExchangeTarget[]],
    DifferenceCounts
  >(),
  compareSelected: rowCommand<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], DifferenceCounts>(),
  compareWith: rowCommand<
    [exchange?: ExchangeTarget, options?: { environment?: string }],
    DifferenceCounts
  >(),
  toggleVolatileFields: command<[], { leftOut: boolean }>(),
  reportUnknownRequest: command<[requestId?: string], string>(),
  openHar: command<[file?: vscode.Uri, options?: { entry?: number }], { count: number; skipped: number }>(),
  askToClearHistory: command<[], { count: number }>(),
  filterRequests: command<[filter?: RequestFilterInput], RequestFilterInput>(),
  pinRequest: rowCommand<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], { count: number }>(),
  unpinRequest: rowCommand<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], { count: number }>(),
  exportSelectedHar: rowCommand<
    [exchange?: ExchangeTarget, selection?: ExchangeTarget[], options?: { target?: vscode.Uri }],
    { uri: string; count: number }
  >(),
  exportSupportBundle: rowCommand<
    [exchange?: ExchangeTarget, selection?: ExchangeTarget[]],
    { count: number; text: string }
  >(),
  exportAsHttpFile: rowCommand<
    [exchange?: ExchangeTarget, selection?: ExchangeTarget[]],
    { count: number; text: string }
  >(),
  clearRequestFilter: command<[], Nothing>(),
  groupRequestsByDay: command<[], Nothing>(),
  ungroupRequests: command<[], Nothing>(),
  loadMoreRequests: command<[row?: unknown], Nothing>(),
  refreshRequests: command<[], Nothing>(),
  startLocalSandbox: command<[], { apiUrl: string; filesUrl: string }>(),
  stopLocalSandbox: command<[], Nothing>(),
  resetLocalSandbox: command<[], Nothing>(),
  askToResetLocalSandbox: command<[], Nothing>(),
  setLocalSandboxScenario: command<[scenario?: string], { scenario: string }>(),
  showLog: command<[], Nothing>(),
} as const;

export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];
export type Arguments<K extends CommandName> =
  (typeof COMMANDS)[K] extends Signature<infer A, unknown> ? A : never;
export type Data<K extends CommandName> =
  (typeof COMMANDS)[K] extends Signature<infer _A, infer D> ? D : never;

export type Handler<K extends CommandName> = (...args: Arguments<K>) => Promise<Done<Data<K>>>;
export type Handlers = { readonly [K in CommandName]: Handler<K> };

/** The full id of a command, as keybindings and menus name it. */
export function commandId(name: CommandName): string {
  return `paymentsApi.${name}`;
}
