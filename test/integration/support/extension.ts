import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { CommandName, Data } from '../../../src/commands/commands';
import type { TestApi } from '../../../src/extension';
import type { Failure, Outcome, Success } from '../../../src/commands/outcome';

const EXTENSION_ID = 'payments-tools.payments-api-explorer';

/** The extension under test. */
export function extension(): vscode.Extension<TestApi> {
  const found = vscode.extensions.getExtension<TestApi>(EXTENSION_ID);
  assert.ok(found, 'the extension is installed');
  return found;
}

/** Calls a command as another extension would: by its id, with whatever arguments. */
export async function call<K extends CommandName>(name: K, ...args: unknown[]): Promise<Outcome<Data<K>>> {
  return vscode.commands.executeCommand<Outcome<Data<K>>>(`paymentsApi.${name}`, ...args);
}

/** Calls a command that must succeed. */
export async function succeed<K extends CommandName>(name: K, ...args: unknown[]): Promise<Success<Data<K>>> {
  const outcome = await call(name, ...args);
  assert.ok(outcome.ok, `${name}: ${outcome.ok ? '' : `${outcome.error.kind}: ${outcome.error.message}`}`);
  return outcome;
}

/** Calls a command that must fail. */
export async function fail(name: CommandName, ...args: unknown[]): Promise<Failure> {
  const outcome = await call(name, ...args);
  assert.ok(!outcome.ok, `${name} succeeded`);
  assert.ok(outcome.error.message.length > 0, 'a failure says what happened');
  return outcome;
}

/** Writes one of the user's own settings, and takes effect before it returns. One that is so already takes no time. */
export async function setUserSetting(key: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('paymentsApi');
  if (isDeepStrictEqual(configuration.inspect(key)?.globalValue, value)) return;
  await configuration.update(key, value, vscode.ConfigurationTarget.Global);
}

/** Points environments at addresses, with a key each; `restore` undoes it. */
export async function useEnvironments(
  environments: Readonly<
    Record<
      string,
      {
        readonly apiUrl: string;
        readonly type?: string;
        readonly filesUrl?: string;
        readonly dashboardUrl?: string;
      }
    >
  >,
  apiKey: string,
): Promise<AsyncDisposable> {
  await setUserSetting('environments', environments);
  const { setApiKey } = await extension().activate();
  for (const id of Object.keys(environments)) await setApiKey(id, apiKey);
  return {
    async [Symbol.asyncDispose]() {
      await setUserSetting('environments', undefined);
    },
  };
}

/** A file of the workspace that the tests run in. */
export function sample(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'a workspace is open');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Writes a file into the workspace and gives its URI. */
export async function writeFile(name: string, content: Uint8Array): Promise<vscode.Uri> {
  const uri = sample(name);
  await vscode.workspace.fs.writeFile(uri, content);
  return uri;
}

/** A small PDF whose bytes no other call gives, so that nothing takes it for a duplicate. */
export function newPdf(size = 0): Uint8Array {
  const start = new TextEncoder().encode(`%PDF-1.4\n% ${crypto.randomUUID()}\n`);
  const bytes = new Uint8Array(Math.max(size, start.length));
  bytes.set(start);
  return bytes;
}
