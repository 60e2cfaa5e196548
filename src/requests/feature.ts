import * as vscode from 'vscode';
import type { Handlers } from '../commands';
import type { Connections } from '../connections';
import type { Ground } from '../ground';
import type { Storage } from '../storage/types';
import { refuse } from '../ui/arguments';
import type { ViewContent } from '../ui/views';

export type RequestCommands = Pick<
  Handlers,
  | 'sendRequest'
  | 'nextPage'
  | 'previousPage'
  | 'showExchange'
  | 'findRequest'
  | 'copyRequestId'
  | 'copySupportReport'
  | 'copyAsCode'
  | 'exportHar'
  | 'clearHistory'
>;

export interface RequestsParts {
  readonly ground: Ground;
  readonly connections: Connections;
  readonly storage: () => Promise<Storage>;
}

export interface RequestsFeature {
  readonly handlers: RequestCommands;
  readonly view: ViewContent;
}

/** Requests: every exchange kept, and found again by its request id. */
export function createRequestsFeature(_parts: RequestsParts): RequestsFeature {
  const notYet = (): Promise<never> => Promise.reject(refuse('Not available yet.'));
  return {
    handlers: {
      sendRequest: notYet,
      nextPage: notYet,
      previousPage: notYet,
      showExchange: notYet,
      findRequest: notYet,
      copyRequestId: notYet,
      copySupportReport: notYet,
      copyAsCode: notYet,
      exportHar: notYet,
      clearHistory: notYet,
    },
    view: { tree: { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') } },
  };
}
