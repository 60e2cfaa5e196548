import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createUndiciTransport, type Exchange } from '../../src/api';
import { ConfigurationError } from '../../src/api/model/errors';
import { retirable } from '../../src/network/transports';
import { ResetId } from '../../src/sandbox/resetId';
import { Connections } from '../../src/services/connections';
import type { Environment } from '../../src/services/environments/environmentModel';
import { Identities } from '../../src/services/environments/identities';
import { Operations } from '../../src/services/descriptions/operations';
import type { Services } from '../../src/services/services';
import type { SettingValues } from '../../src/services/environments/settings';
import { Sender } from '../../src/services/sender';
import { StorageService } from '../../src/services/storage';
import { type Decision, WriteRules } from '../../src/services/writeRules';
import { databaseFolder } from '../host/cleanup.mts';
import { TEST_KEY } from './apiClient';
import { startHttpServer, type Handler, type HttpServer } from './httpServer';

export interface TestServices extends AsyncDisposable {
  readonly services: Services;
  /** Settings may be changed between two requests. */
  readonly values: { -readonly [K in keyof SettingValues]?: SettingValues[K] };
  /** The questions about writes so far, each as its list of writes; `answer` is what the person says to the next ones. */
  readonly asked: (readonly Decision[])[];
  answer: boolean | (() => Promise<boolean>);
  /** All that was exchanged, in the order of their ends. */
  readonly exchanges: readonly Exchange[];
  /** Fulfilled once all of them are kept. */
  kept(): Promise<unknown>;
}

/** An environment whose two addresses are those of a test server. */
export function environmentAt(url: string, about: Partial<Omit<Environment, 'addresses'>> = {}) {
  const addresses = { apiUrl: `${url}/v1`, filesUrl: url, apiOrigin: url, filesOrigin: url };
  return { id: 'sandbox', name: 'Sandbox', type: 'sandbox', addresses, ...about } as const;
}

/**
 * The services in plain Node: connections, requests and the database are real. What the editor gives (settings, secrets)
 * is here, with one key for all environments; the first environment is the active one.
 */
export function createTestServices(...all: readonly [Environment, ...Environment[]]): TestServices {
  const folder = mkdtempSync(join(databaseFolder(), 'services-'));
  const values: TestServices['values'] = {
    timeoutSeconds: 20,
    maxRetries: 0,
    maxRequests: 100,
    maxMegabytes: 10,
  };
  const nothing = () => ({ dispose: () => undefined });
  const given = {
    context: { globalStorageUri: { fsPath: folder } },
    log: { error: (text: string) => assert.fail(text) },
    settings: { values, onDidChange: nothing },
    environments: {
      all,
      active: all[0],
      onDidChange: nothing,
      get(id: unknown = all[0].id) {
        const found = all.find((environment) => environment.id === id);
        if (found === undefined) throw new ConfigurationError('No such environment.');
        return found;
      },
    },
    keys: { keyFor: () => Promise.resolve(TEST_KEY), every: () => Promise.resolve([TEST_KEY]) },
    sandbox: { ensure: () => Promise.resolve() },
    operations: new Operations(),
  } as unknown as Services;
  const exchanges: Exchange[] = [];
  const identities = new Identities(given.environments, new ResetId(join(folder, 'local-sandbox.db')));
  const storage = new StorageService(given, identities, ({ message }) => assert.fail(message));
  const keeping: Promise<void>[] = [];
  const connections = new Connections({
    ...given,
    identities,
    createTransport: () => Promise.resolve(retirable(createUndiciTransport())),
    client: {
      userAgent: 'payments-api-explorer/test',
      onBegin: () => undefined,
      onWrite: (write) => storage.begin(write),
      onExchange: (exchange) => {
        exchanges.push(exchange);
        keeping.push(storage.keep(exchange));
      },
      onUnexpected: (error) => assert.fail(error),
    },
  });
  const writeRules = new WriteRules(storage, (environment) => connections.heldSeconds(environment));
  const test: Pick<TestServices, 'asked' | 'answer'> = { asked: [], answer: true };
  const sender = new Sender(connections, writeRules, async (writes) => {
    test.asked.push(writes);
    return typeof test.answer === 'boolean' ? test.answer : test.answer();
  });
  return Object.assign(test, {
    services: { ...given, storage, connections, writeRules, sender },
    values,
    exchanges,
    kept: () => Promise.all(keeping),
    async [Symbol.asyncDispose]() {
      await connections.close();
      await Promise.all(keeping);
      await storage.close();
      rmSync(folder, { recursive: true });
    },
  });
}

/** The services of one environment, at a server that answers so. The server ends with them. */
export async function serveTest(
  handler: Handler,
  about: Parameters<typeof environmentAt>[1] = {},
): Promise<TestServices & { readonly server: HttpServer }> {
  const server = await startHttpServer(handler);
  const test = createTestServices(environmentAt(server.url, about));
  const end = test[Symbol.asyncDispose];
  return Object.assign(test, {
    server,
    async [Symbol.asyncDispose]() {
      await end();
      await server.close();
    },
  });
}
