import * as vscode from 'vscode';
import { PreflightError, type ErrorFacts } from '../api/errors';
import type { Exchange } from '../api/exchange';
import type { Purpose } from '../api/limits';
import type { FailureReporter } from '../ui/failures';
import { failureOf } from '../ui/failures';
import type { Outcome } from './outcome';
import type { KnownFile } from '../storage/types';

/** What an upload of one file came to. */
export interface UploadResult {
  readonly uri: string;
  readonly status: 'uploaded' | 'duplicate' | 'rejected' | 'failed' | 'unknown-outcome' | 'cancelled';
  /** The upload's record; for a duplicate, the earlier one that was kept. */
  readonly file?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  readonly exchangeId?: string;
  readonly error?: ErrorFacts;
  readonly warnings?: readonly string[];
}

export interface UploadOptions {
  readonly purpose?: Purpose;
  readonly environment?: string;
  readonly duplicates?: 'ask' | 'skip' | 'upload';
  /** A person is there: doubts and missing set-up are asked about, although an answer was given. */
  readonly interactive?: boolean;
}

export interface InEnvironment {
  readonly environment?: string;
}

export interface SendOptions extends InEnvironment {
  readonly method?: string;
  readonly path?: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** False leaves the answer's document closed. */
  readonly reveal?: boolean;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A file: its id, or the row of the Files view that a menu hands over. */
export type FileTarget = string | { readonly file: KnownFile };
/** An exchange: its id, or the row of the Requests view. */
export type ExchangeTarget = string | { readonly exchange: { readonly id: string } };
/** An environment: its id, or the row of the Environments view. */
export type EnvironmentTarget = string | { readonly environmentId: string };

/**
 * Every command: the arguments it can be called with and the data of its outcome. Registration and calls
 * are checked against this map; the manifest is checked against it by a test.
 */
export interface Commands {
  uploadFiles: [[uri?: vscode.Uri, uris?: vscode.Uri[], options?: UploadOptions], UploadResult[]];
  showFileDetails: [[file?: FileTarget, options?: InEnvironment & { preview?: boolean }], JsonObject];
  addFileById: [[fileId?: string, options?: InEnvironment], JsonObject];
  forgetFile: [[file?: FileTarget, options?: InEnvironment | FileTarget[]], { forgotten: number }];
  copyFileId: [[file?: FileTarget, options?: InEnvironment | FileTarget[]], string];
  copyContentLink: [[file?: FileTarget, options?: InEnvironment], string];
  openContent: [[file?: FileTarget, options?: InEnvironment], string];
  saveContent: [
    [file?: FileTarget, options?: InEnvironment & { target?: vscode.Uri }],
    { uri: string; bytes: number },
  ];
  findFiles: [[query?: string, options?: InEnvironment & { limit?: number }], JsonObject[]];
  exportFiles: [
    [
      options?: FileTarget | (InEnvironment & { format?: 'json' | 'csv'; target?: vscode.Uri }),
      selection?: FileTarget[],
    ],
    { uri: string; count: number },
  ];
  loadMoreFiles: [[row?: unknown], Record<string, never>];
  refreshFiles: [[], Record<string, never>];
  refreshFile: [[file?: FileTarget, selection?: FileTarget[]], Record<string, never>];
  groupFiles: [[], Record<string, never>];
  sortFiles: [[], Record<string, never>];
  filterFiles: [[], Record<string, never>];
  clearFileFilter: [[], Record<string, never>];
  retryUpload: [[file?: FileTarget, selection?: FileTarget[]], UploadResult[]];
  topUpSandbox: [
    [options?: (InEnvironment & { amount?: number; currency?: string }) | EnvironmentTarget],
    { message: string },
  ];
  switchEnvironment: [[environment?: EnvironmentTarget], { environment: string }];
  configureEnvironment: [[environment?: EnvironmentTarget], { environment: string }];
  setApiKey: [[environment?: EnvironmentTarget], { environment: string }];
  removeApiKey: [[environment?: EnvironmentTarget], { environment: string }];
  openDashboard: [[environment?: EnvironmentTarget], { url: string }];
  addEnvironment: [[], { environment: string }];
  renameEnvironment: [[environment?: EnvironmentTarget, name?: string], { environment: string }];
  duplicateEnvironment: [[environment?: EnvironmentTarget, name?: string], { environment: string }];
  removeEnvironment: [[environment?: EnvironmentTarget], { environment: string }];
  copyAddress: [[environment?: EnvironmentTarget], string];
  sendRequest: [[options?: SendOptions], { status: number; body: unknown }];
  nextPage: [[exchange?: ExchangeTarget, options?: { reveal?: boolean }], { status: number; body: unknown }];
  previousPage: [
    [exchange?: ExchangeTarget, options?: { reveal?: boolean }],
    { status: number; body: unknown },
  ];
  showExchange: [[exchange?: ExchangeTarget], Exchange];
  findRequest: [[requestId?: string], Exchange];
  copyRequestId: [[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], string];
  copySupportReport: [[exchange?: ExchangeTarget, options?: { show?: boolean }], string];
  copyAsCode: [[exchange?: ExchangeTarget, options?: { target?: string }], string];
  exportHar: [[options?: InEnvironment & { target?: vscode.Uri }], { uri: string; count: number }];
  clearHistory: [[options?: InEnvironment], { count: number }];
  sendAgain: [[exchange?: ExchangeTarget, options?: { reveal?: boolean }], { status: number; body: unknown }];
  editRequest: [[exchange?: ExchangeTarget], { method: string; path: string }];
  sendDraft: [[file?: vscode.Uri, options?: { reveal?: boolean }], { status: number; body: unknown }];
  saveRequest: [[source?: ExchangeTarget | vscode.Uri, options?: { name?: string }], { name: string }];
  runSavedRequest: [
    [name?: string, options?: InEnvironment & { reveal?: boolean }],
    { status: number; body: unknown },
  ];
  collectAllPages: [
    [exchange?: ExchangeTarget, options?: { format?: 'json' | 'csv'; reveal?: boolean }],
    { records: readonly unknown[]; pages: number },
  ];
  reportUnknownRequest: [[requestId?: string], string];
  openHar: [[file?: vscode.Uri, options?: { entry?: number }], { count: number; skipped: number }];
  askToClearHistory: [[], { count: number }];
  filterRequests: [
    [filter?: { text?: string; outcome?: 'ok' | 'failed' }],
    { text?: string; outcome?: 'ok' | 'failed' },
  ];
  clearRequestFilter: [[], Record<string, never>];
  groupRequestsByDay: [[], Record<string, never>];
  ungroupRequests: [[], Record<string, never>];
  loadMoreRequests: [[row?: unknown], Record<string, never>];
  refreshRequests: [[], Record<string, never>];
  startLocalSandbox: [[], { apiUrl: string; filesUrl: string }];
  stopLocalSandbox: [[], Record<string, never>];
  resetLocalSandbox: [[], Record<string, never>];
  setLocalSandboxScenario: [[scenario?: string], { scenario: string }];
  showLog: [[], Record<string, never>];
}

export type CommandName = keyof Commands;
export type Arguments<K extends CommandName> = Commands[K][0];
export type Data<K extends CommandName> = Commands[K][1];

/** What a handler gives back when all went well; failures are thrown as `PaymentsError`. */
export interface Done<T> {
  readonly data: T;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

export type Handler<K extends CommandName> = (...args: Arguments<K>) => Promise<Done<Data<K>>>;
export type Handlers = { readonly [K in CommandName]: Handler<K> };

/** The full id of a command, as keybindings and menus name it. */
export function commandId(name: CommandName): string {
  return `paymentsApi.${name}`;
}

/** Runs one of our own commands, with its arguments and outcome checked by the compiler. */
export async function execute<K extends CommandName>(
  name: K,
  ...args: Arguments<K>
): Promise<Outcome<Data<K>>> {
  return vscode.commands.executeCommand<Outcome<Data<K>>>(commandId(name), ...args);
}

/**
 * Registers every command. Handlers are loaded at the first call.
 * @param names all commands there are
 * @param load gives the handlers
 * @param report tells the user of a failure; it never throws
 */
export function registerCommands(
  names: readonly CommandName[],
  load: () => Promise<Handlers>,
  report: FailureReporter,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...names.map((name) =>
      vscode.commands.registerCommand(commandId(name), (...args: unknown[]) =>
        runCommand(name, args, load, report),
      ),
    ),
  );
}

/** The one boundary that errors travel to: whatever happens, a command resolves to an outcome. */
async function runCommand(
  name: CommandName,
  args: unknown[],
  load: () => Promise<Handlers>,
  report: FailureReporter,
): Promise<Outcome<unknown>> {
  try {
    if (isOfLostRow(name, args)) throw lostRow();
    const handlers = await load();
    // Menus and other extensions hand over what they like: each handler checks its own arguments.
    const handler = handlers[name] as (...given: unknown[]) => Promise<Done<unknown>>;
    const { data, requestId, exchangeId } = await handler(...args);
    return {
      ok: true,
      data,
      ...(requestId !== undefined && { requestId }),
      ...(exchangeId !== undefined && { exchangeId }),
    };
  } catch (error) {
    const failure = failureOf(error);
    report(name, failure, error);
    return failure;
  }
}

/**
 * What a row of a view is asked to do. Without a row these take another one: the active environment, the rows that are
 * selected, the request of the document in front; or they ask.
 *
 * None that stands in the title of a view as well: from there the editor calls in the same way, without a row.
 */
const OF_A_ROW: readonly CommandName[] = [
  'copyFileId',
  'retryUpload',
  'forgetFile',
  'showFileDetails',
  'openContent',
  'saveContent',
  'copyContentLink',
  'refreshFile',
  'copyRequestId',
  'copySupportReport',
  'showExchange',
  'sendAgain',
  'saveRequest',
  'copyAsCode',
  'configureEnvironment',
  'setApiKey',
  'removeApiKey',
  'openDashboard',
  'copyAddress',
  'renameEnvironment',
  'duplicateEnvironment',
  'removeEnvironment',
];

/**
 * Whether the menu of a row called, and the editor does not know the row any more, because its view was drawn
 * anew while the menu was open: then there is nothing in the row's place, and a second argument, the selection.
 */
function isOfLostRow(name: CommandName, args: readonly unknown[]): boolean {
  const [row, selection] = args;
  const fromMenu = args.length === 2 && (Array.isArray(selection) || (selection ?? undefined) === undefined);
  return fromMenu && (row ?? undefined) === undefined && OF_A_ROW.includes(name);
}

/** Nothing is done: it must not happen to another row than the one that was pointed at. */
function lostRow(): PreflightError {
  const message = vscode.l10n.t(
    'The view was just drawn anew, so it is not known which row was meant. Nothing was done; choose it again.',
  );
  return new PreflightError({ message });
}
