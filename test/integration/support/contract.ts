import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import {
  type Handler,
  type HttpServer,
  type SeenRequest,
  answering,
  sendJson,
  startHttpServer,
} from '../../support/httpServer';
import { extension, setUserSetting, useEnvironments } from './extension';

/** A key that no other text holds. */
export const KEY = 'contract-key-5f0c1d2e-W9Xz';

const KINDS = [
  'api',
  'http',
  'network',
  'tls',
  'timeout',
  'decode',
  'unknown-outcome',
  'preflight',
  'configuration',
  'not-found',
  'cancelled',
];

/** An outcome as anybody gets it who calls a command by its id and knows nothing of its code. */
export interface AnyOutcome {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly requestId?: string;
  readonly exchangeId?: string;
  readonly error?: AnyError;
}

export interface AnyError {
  readonly kind: string;
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
  readonly fields?: readonly {
    readonly fieldName: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly retryAfterSeconds?: number;
  readonly mayHaveActed?: true;
  readonly expectations?: readonly object[];
}

/** Calls a command, checks that what it gives is an outcome and nothing more, and gives it. */
export async function outcomeOf(name: string, ...args: unknown[]): Promise<AnyOutcome> {
  const outcome = await vscode.commands.executeCommand<AnyOutcome>(`paymentsApi.${name}`, ...args);
  assertOutcome(outcome);
  return outcome;
}

/** Gives the error of a call that must fail. */
export async function errorOf(name: string, ...args: unknown[]): Promise<AnyError> {
  const { ok, error } = await outcomeOf(name, ...args);
  assert.ok(!ok && error, `${name} succeeded`);
  return error;
}

/** Holds an outcome to the contract's words: these keys, no others, none without a value. */
export function assertOutcome(outcome: AnyOutcome): void {
  const { ok, requestId, exchangeId } = outcome;
  assertKeys(outcome, ok ? ['ok', 'data'] : ['ok', 'error'], ['requestId', 'exchangeId']);
  for (const id of [requestId, exchangeId]) assert.ok(id === undefined || typeof id === 'string');
  if (!ok) assertError(outcome.error);
}

export function assertError(error: AnyError | undefined): void {
  assert.ok(error);
  assertKeys(
    error,
    ['kind', 'message'],
    ['status', 'code', 'fields', 'retryAfterSeconds', 'mayHaveActed', 'expectations'],
  );
  assert.ok(KINDS.includes(error.kind), error.kind);
  assert.match(error.message, /^.{10,}$/su, 'says what happened');
  assert.doesNotMatch(
    error.message,
    /[{[]\s*"|\bat .+:\d+:\d+|undefined|\[object|TypeError/u,
    'no JSON, no stack, no innards',
  );
}

function assertKeys(value: object, needed: readonly string[], allowed: readonly string[]): void {
  const keys = Object.keys(value);
  for (const key of needed) assert.ok(keys.includes(key), `${key} is missing`);
  for (const key of keys) {
    assert.ok(needed.includes(key) || allowed.includes(key), `${key} is not in the contract`);
    assert.notEqual((value as Record<string, unknown>)[key], undefined, `${key} has no value`);
  }
}

/** A service on loopback that an environment points at with a key. */
export interface Service extends AsyncDisposable, Pick<HttpServer, 'url' | 'port' | 'seen'> {
  /** Id of the environment. */
  readonly environment: string;
}

/** A server that goes on from test to test, and what it does with requests in the test of now. */
interface SharedServer {
  readonly server: HttpServer;
  current: { readonly handler: Handler; readonly seen: SeenRequest[] } | undefined;
}

const succeed = answering(200, { success: true, message: '', data: {} });

/** By the environment that points at it. */
const sharedServers = new Map<string, SharedServer>();

/**
 * Gives a service that answers with the handler, and makes it an environment: `sandbox`, unless another is named.
 * The server and the setting stay for the next test of the file that asks for them, since both take time; each test
 * sees its own requests only.
 */
export async function startService(handler = succeed, environment = 'sandbox'): Promise<Service> {
  const shared = sharedServers.get(environment) ?? (await startSharedServer(environment));
  const seen: SeenRequest[] = [];
  shared.current = { handler, seen };
  const type = ['sandbox', 'production'].includes(environment) ? {} : { type: 'sandbox' };
  await useEnvironments({ [environment]: { apiUrl: shared.server.url, ...type } }, KEY);
  return {
    url: shared.server.url,
    port: shared.server.port,
    seen,
    environment,
    [Symbol.asyncDispose]() {
      shared.current = undefined;
      return Promise.resolve();
    },
  };
}

async function startSharedServer(environment: string): Promise<SharedServer> {
  const server = await startHttpServer(async (request, response) => {
    if (shared.current === undefined) response.destroy();
    else await shared.current.handler(request, response, shared.current.seen.push(request) - 1);
  });
  const shared: SharedServer = { server, current: undefined };
  sharedServers.set(environment, shared);
  return shared;
}

/** Ends the services of a test file, and takes away their environments: this module is loaded once for all files. */
export async function endServices(): Promise<void> {
  if (sharedServers.size === 0) return;
  await setUserSetting('environments', undefined);
  for (const { server } of sharedServers.values()) await server.close();
  sharedServers.clear();
}

/** Answers an upload as the interface says. */
export const acceptUpload: Handler = (request, response, index) => {
  const purpose = /name="purpose"\r\n\r\n(\w+)/u.exec(request.body.toString('latin1'))?.[1] ?? '';
  const data = {
    id: `file_${crypto.randomUUID()}.pdf`,
    purpose,
    mimeType: 'application/pdf',
    uploadedAt: new Date().toISOString(),
  };
  sendJson(response, 201, { success: true, message: 'Stored', data }, { 'x-request-id': `up-${index}` });
};

/** The extension's database: the file of that name that this process, the extension host, has open. */
export async function databaseFile(): Promise<string> {
  await extension().activate();
  await outcomeOf('findFiles', 'opens the database', { environment: 'local' });
  const file = openFiles().find((name) => name.endsWith('payments-api.db'));
  assert.ok(file, 'the database is open');
  return file;
}

/** Every file of the extension's storage folder, with what it holds. */
export async function storedFiles(): Promise<{ readonly name: string; readonly content: Buffer }[]> {
  const folder = dirname(await databaseFile());
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile())
    .map((name) => ({ name, content: readFileSync(name) }));
}

function openFiles(): string[] {
  if (process.platform !== 'linux') {
    const list = execFileSync('lsof', ['-p', String(process.pid), '-Fn'], { encoding: 'utf8' });
    return list.split('\n').map((line) => line.replace(/^n/u, ''));
  }
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // Closed since.
    }
  });
}
