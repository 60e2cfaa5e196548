import * as vscode from 'vscode';
import type { BegunExchange, Exchange } from '../api/model/exchange';
import { isBuiltIn } from '../api/model/operations';
import { createNetwork } from '../network';
import { LocalSandboxControl } from '../sandbox/control';
import { describeWith } from '../sandbox/describeWith';
import { ResetId } from '../sandbox/resetId';
import type { StorageProblem } from '../storage/types/storageTypes';
import { AnswerChecks } from './descriptions/answerChecks';
import { Connections } from './connections';
import { Descriptions } from './descriptions/descriptions';
import { extensionVersion } from './extensionVersion';
import { Identities } from './environments/identities';
import { KeyVault } from './environments/keyVault';
import { Operations } from './descriptions/operations';
import type { EarlyServices } from './earlyServices';
import { type Ask, Sender } from './sender';
import { StorageService } from './storage';
import { WriteRules } from './writeRules';

/** What the services call for what the user should see. */
export interface ServiceListeners {
  readonly onWarning: (message: string) => void;
  readonly ask: Ask;
  readonly onStorageProblem: (problem: StorageProblem) => void;
  /** Called for every call before its first attempt; its exchange follows. */
  readonly onBegin: (begun: BegunExchange) => void;
  readonly onExchange: (exchange: Exchange) => void;
}

/** Makes the services of a window. `close` ends the requests under way, the Local Sandbox and the database. */
export function createServices(
  early: EarlyServices,
  { onWarning, ask, onStorageProblem, onBegin, onExchange }: ServiceListeners,
) {
  const { context, settings, environments } = early;
  const keys = new KeyVault(context.secrets, context.globalState);
  const sandboxFile = vscode.Uri.joinPath(context.globalStorageUri, 'local-sandbox.db').fsPath;
  const resetId = new ResetId(sandboxFile);
  const identities = new Identities(environments, resetId);
  const storage = new StorageService(early, identities, onStorageProblem);
  const sandbox = new LocalSandboxControl({
    file: sandboxFile,
    onAddresses: (addresses) => {
      // A damaged database may have been replaced.
      resetId.close();
      environments.setLocalAddresses(addresses);
    },
    onWarning,
    describe: async (request, item) => {
      await descriptions.ready();
      return describe(request, item);
    },
  });
  const network = createNetwork(settings);
  const descriptions = new Descriptions(early);
  const operations = new Operations(() => descriptions.operations);
  const describe = describeWith(descriptions.worker, (method, path) => operations.match(method, path));
  const checks = new AnswerChecks({ descriptions, operations, environments, keys, settings, storage });
  const connections = new Connections({
    environments,
    identities,
    keys,
    settings,
    sandbox,
    createTransport: () => network.createTransport(),
    client: {
      userAgent: `payments-api-explorer/${extensionVersion(context)}`,
      onBegin,
      onWrite: (write) => storage.begin(write),
      isDescribed: async (method, target) => {
        await descriptions.loaded;
        const found = operations.match(method, target);
        return found !== undefined && !isBuiltIn(found);
      },
      onExchange: (exchange, answer) => {
        // Whatever becomes of showing it.
        try {
          onExchange(exchange);
        } finally {
          checks.note(exchange, answer, storage.keep(exchange));
        }
      },
      onUnexpected: (error) => early.log.error(error),
    },
  });
  const writeRules = new WriteRules(storage, (environment) => connections.heldSeconds(environment));
  const listeners = vscode.Disposable.from(
    network.onDidChange(() => void connections.renew()),
    settings.onDidChange(() => void storage.applyLimits()),
    environments.onDidChange(() => void storage.lookForOtherAccounts()),
    sandbox.onDidChange(() => void storage.lookForOtherAccounts()),
    vscode.window.onDidChangeWindowState(({ active }) => {
      if (active) void storage.wake();
    }),
  );
  return {
    ...early,
    keys,
    sandbox,
    storage,
    connections,
    writeRules,
    sender: new Sender(connections, writeRules, ask),
    operations,
    descriptions,
    checks,
    async close() {
      listeners.dispose();
      network.dispose();
      descriptions.dispose();
      await connections.close();
      await sandbox.stop();
      await storage.close();
      identities.dispose();
      keys.dispose();
    },
  };
}
