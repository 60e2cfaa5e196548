import type * as vscode from 'vscode';
import type { Exchange } from '../api/model/exchange';
import type { Handlers } from '../commands/commands';
import type { Caller } from '../services/caller';
import type { Environments } from '../services/environments';
import type { KeyVault } from '../services/keyVault';
import type { AgentLimits } from '../services/settings';

/** What the other features hand to the tools. */
export interface AgentParts {
  readonly environments: Pick<Environments, 'all' | 'get'>;
  readonly keys: Pick<KeyVault, 'state' | 'confirmed'>;
  /** The user's own settings, as they are now. */
  readonly limits: () => AgentLimits;
  readonly log: vscode.LogOutputChannel;
  /** The commands' own handlers: what an agent does takes the same path. */
  readonly handlers: Pick<
    Handlers,
    'uploadFiles' | 'topUpSandbox' | 'sendRequest' | 'nextPage' | 'findFiles' | 'setLocalSandboxScenario'
  >;
  readonly files: AgentFiles;
  readonly requests: AgentRequests;
  /** Does work on behalf of an agent: its requests are marked, limited and cancelled with it. */
  readonly actFor: <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;
}

/** What the tools need to know of files. */
export interface AgentFiles {
  /** Fetches a file's record ("Get file details"). */
  readonly fetch: (file: { readonly environment: string; readonly fileId: string }) => Promise<{
    readonly record: Readonly<Record<string, unknown>>;
    readonly requestId?: string | undefined;
    readonly exchangeId: string;
  }>;
}

/** What the tools need to know of requests. */
export interface AgentRequests {
  /** An exchange made here; undefined for an unknown one, and for one of a file that was opened. */
  readonly find: (exchangeId: string) => Promise<Exchange | undefined>;
  readonly findByRequestId: (requestId: string) => Promise<Exchange | undefined>;
  readonly report: (exchange: Exchange) => string;
  /** @throws PreflightError when there is no such target */
  readonly code: (exchange: Exchange, target: string) => Promise<string>;
}
