import { existsSync } from 'node:fs';
import { setTimeout as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { AgentTools } from './agents/register';
import type { BegunWrite, Exchange } from './api';
import { createBalanceCommands } from './balances/topUp';
import type { Handlers } from './commands/commands';
import { actFor } from './services/caller';
import { Connections } from './services/connections';
import { Identities } from './services/identities';
import { createEnvironmentsFeature } from './environments/feature';
import { createFilesFeature, type FilesFeature } from './files/feature';
import { readAnswers } from './files/upload/uploadQuestions';
import { KeyVault } from './services/keyVault';
import { databaseFile } from './services/databaseFile';
import type { EarlyServices, Services } from './services/services';
import { createNetwork } from './network';
import { createRequestsFeature, type RequestsFeature } from './requests/feature';
import { createSandboxCommands } from './environments/commands/localSandboxCommands';
import { LocalSandboxControl } from './sandbox/control';
import { ResetId } from './sandbox/resetId';
import type { Settings } from './services/settings';
import type { HistoryLimits, Storage } from './storage/types/storageTypes';
import { lazily, type Lazy } from './util/lazily';
import { logExchange } from './ui/log';
import { commandAction, showMessage, type Action } from './ui/messages';
import type { ViewName } from './ui/views/viewNames';
import type { ViewContent } from './ui/views/views';

/** Pause between two steps of background work, in milliseconds. */
const STEP_MS = 10;

/** Everything that is loaded at its first use. */
export interface Features {
  readonly handlers: Handlers;
  readonly views: Readonly<Record<ViewName, ViewContent>>;
  /** The details panels, ready to take over restored ones. */
  readonly panels: FilesFeature['panels'];
  readonly rawJson: FilesFeature['rawJson'];
  readonly fileIds: FilesFeature['idProviders'];
  readonly requestProviders: RequestsFeature['providers'];
  /** The tools of the editor's agents. */
  readonly agentTools: () => Promise<AgentTools>;
  readonly tables: RequestsFeature['tables'];
  /** Stores a key as if the user had typed it. For the extension's own tests. */
  readonly setApiKey: (environment: string, apiKey: string) => Promise<void>;
  /** Ends the requests under way, the Local Sandbox and the database. */
  close(): Promise<void>;
}

/** Wires the features. It holds no logic of theirs. */
export function createFeatures(early: EarlyServices): Features {
  const { context, log, settings, environments } = early;
  const keys = new KeyVault(context.secrets, context.globalState);
  const services: Services = { ...early, keys };
  const dataFile = (name: string): string => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath;

  const sandboxFile = dataFile('local-sandbox.db');
  const resetId = new ResetId(sandboxFile);
  const identities = new Identities(environments, resetId);
  const database = databaseFile(context);
  const storage = lazily(() => open(services, identities, database));
  const usedStorage = async () => storage.loaded ?? (existsSync(database) ? storage.get() : undefined);
  const sandbox = new LocalSandboxControl({
    file: sandboxFile,
    onAddresses: (addresses) => {
      // A damaged database may have been replaced.
      resetId.close();
      environments.setLocalAddresses(addresses);
    },
    onWarning: (message) => {
      showMessage('warning', message);
    },
  });
  const network = createNetwork(settings);
  const connections = new Connections({
    environments,
    identities,
    keys,
    settings,
    sandbox,
    userAgent: `payments-api-explorer/${version(context)}`,
    createTransport: () => network.createTransport(),
    onBegin: (begun) => {
      requests.begin(begun);
    },
    onWrite: (write) => journal(storage, write, log),
    onExchange: (exchange) => {
      logExchange(log, exchange, settings.values.logBodies);
      requests.note(exchange);
      void keep(storage, exchange, limitsOf(settings), log);
    },
  });
  const listeners = vscode.Disposable.from(
    network.onDidChange(() => void connections.renew()),
    settings.onDidChange(() => void applyLimits(storage.loaded, settings)),
    ...[environments.onDidChange, sandbox.onDidChange].map((onDidChange) =>
      onDidChange(() => void lookForGenerations(storage)),
    ),
    vscode.window.onDidChangeWindowState(({ active }) => {
      if (active) void wake(storage);
    }),
  );

  const environmentsFeature = createEnvironmentsFeature({ services, connections, sandbox });
  const files = createFilesFeature({
    services,
    connections,
    storage: () => storage.get(),
    usedStorage,
    setUp: (id) => environmentsFeature.setUp(id),
    readiness: environmentsFeature.readiness,
  });
  const requests = createRequestsFeature({
    services,
    connections,
    storage: () => storage.get(),
    usedStorage,
    setUp: (id) => environmentsFeature.setUp(id),
    readiness: environmentsFeature.readiness,
    extensionVersion: version(context),
    uploadFile: ({ uri, purpose, environment, ...written }) => {
      const answers = readAnswers({ purpose, duplicates: 'skip' });
      return files.upload({ resources: [uri], environmentId: environment, answers, written });
    },
  });

  const handlers: Handlers = {
    ...files.handlers,
    ...requests.handlers,
    ...environmentsFeature.handlers,
    ...createBalanceCommands({
      connections,
      environments,
      storage: () => storage.get(),
      state: context.workspaceState,
      setUp: (id) => environmentsFeature.setUp(id),
    }),
    ...createSandboxCommands(sandbox),
    showLog() {
      log.show();
      return Promise.resolve({ data: {} });
    },
  };
  const agentTools = lazily(async () => {
    const { createAgentTools } = await import('./agents');
    return createAgentTools({
      environments,
      keys,
      limits: () => settings.values.agents,
      log,
      handlers,
      files: { fetch: files.fetch },
      requests: requests.forAgents,
      actFor,
    });
  });

  return {
    handlers,
    agentTools: () => agentTools.get(),
    views: { files: files.view, requests: requests.view, environments: environmentsFeature.view },
    panels: files.panels,
    rawJson: files.rawJson,
    fileIds: files.idProviders,
    requestProviders: requests.providers,
    tables: requests.tables,
    setApiKey: (environment, apiKey) => keys.store(environments.get(environment), apiKey),
    async close() {
      files.dispose();
      requests.dispose();
      listeners.dispose();
      network.dispose();
      await connections.close();
      await sandbox.close();
      (await storage.loaded)?.close();
      identities.dispose();
      keys.dispose();
    },
  };
}

async function open({ log, settings }: Services, identities: Identities, file: string): Promise<Storage> {
  const { openStorage } = await import('./storage');
  const storage = openStorage({
    file,
    identityOf: identities.of,
    onProblem: ({ kind, message, setAside }) => {
      log.error(`storage: ${kind}: ${message}`);
      // A list set aside has a new one in its place already, a newer one needs another version of the extension, and the
      // others are used again by themselves.
      const needsReload = setAside === undefined && (kind === 'damaged' || kind === 'older');
      const fixes = needsReload ? [reloadWindow()] : [];
      // Without any button the editor shows one line of a message, and the rest of it is never read.
      showMessage('warning', message, [...fixes, commandAction(vscode.l10n.t('Show Log'), 'showLog')]);
    },
  });
  storage.files.recover();
  // They may have been lowered while no window was open.
  void applyLimits(Promise.resolve(storage), settings);
  return storage;
}

function limitsOf({ values }: Settings): HistoryLimits {
  return { maxRequests: values.maxRequests, maxBytes: values.maxMegabytes * 1_000_000 };
}

/** Drops what is over the limits, in steps, so that the window goes on meanwhile. */
async function applyLimits(storage: Promise<Storage> | undefined, settings: Settings): Promise<void> {
  const loaded = await storage?.catch(() => undefined);
  while (loaded?.isOpen === true && loaded.history.applyLimits(limitsOf(settings))) await nextTurn(STEP_MS);
}

/** The views show another account's rows as soon as there is another account. */
async function lookForGenerations(storage: Lazy<Storage>): Promise<void> {
  (await storage.loaded?.catch(() => undefined))?.lookForGenerations();
}

/** An unused window stops looking for what other windows do: its user sees it when they come back. */
async function wake(storage: Lazy<Storage>): Promise<void> {
  (await storage.loaded?.catch(() => undefined))?.wake();
}

function reloadWindow(): Action {
  return {
    title: vscode.l10n.t('Reload Window'),
    run: () => vscode.commands.executeCommand('workbench.action.reloadWindow'),
  };
}

async function journal(
  storage: Lazy<Storage>,
  write: BegunWrite,
  log: vscode.LogOutputChannel,
): Promise<void> {
  try {
    (await storage.get()).history.beginWrite(write);
  } catch (error) {
    log.error(`The request ${write.id} could not be written down before it was sent: ${String(error)}`);
  }
}

async function keep(
  storage: Lazy<Storage>,
  exchange: Exchange,
  { maxRequests, maxBytes }: HistoryLimits,
  log: vscode.LogOutputChannel,
): Promise<void> {
  try {
    const kept = await storage.get();
    await kept.batch(() => {
      kept.history.add(exchange, maxRequests, maxBytes);
    });
  } catch (error) {
    log.error(`The exchange ${exchange.id} could not be kept: ${String(error)}`);
  }
}

function version(context: vscode.ExtensionContext): string {
  const { version: text } = context.extension.packageJSON as { readonly version?: unknown };
  return typeof text === 'string' ? text : '0';
}
