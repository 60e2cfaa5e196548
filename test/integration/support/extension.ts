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

/** Sends a request by code, to the Local Sandbox unless another environment is named, and opens nothing. */
export const send = (path: string, options: object = {}) =>
  succeed('sendRequest', { path, environment: 'local', reveal: false, ...options });

/** Sends a request in the same way that must fail. */
export const sendInVain = (path: string, options: object = {}) =>
  fail('sendRequest', { path, environment: 'local', reveal: false, ...options });

/** Writes one of the user's own settings, and takes effect before it returns. One that is so already takes no time. */
export async function setUserSetting(key: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('paymentsApi');
  if (isDeepStrictEqual(configuration.inspect(key)?.globalValue, value)) return;
  await configuration.update(key, value, vscode.ConfigurationTarget.Global);
}

/** Writes one of the user's own settings until the test has ended. */
export async function userSetting(key: string, value: unknown): Promise<AsyncDisposable> {
  await setUserSetting(key, value);
  return { [Symbol.asyncDispose]: () => setUserSetting(key, undefined) };
}

/** Sets some of the user's own settings for all tests of a group. */
export function settingsOfGroup(settings: Readonly<Record<string, unknown>>): void {
  before(async () => {
    for (const [key, value] of Object.entries(settings)) await setUserSetting(key, value);
  });
  after(async () => {
    for (const key of Object.keys(settings)) await setUserSetting(key, undefined);
  });
}

interface EnvironmentEntry {
  readonly apiUrl: string;
  readonly type?: string;
  readonly filesUrl?: string;
}

/** Points environments at addresses, with a key each; `restore` undoes it. */
export async function useEnvironments(
  environments: Readonly<Record<string, EnvironmentEntry>>,
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
export async function writeFile(name: string, content: Uint8Array | string): Promise<vscode.Uri> {
  const uri = sample(name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
  return uri;
}

/** The text of a file. */
export async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** The text of the document in front, if there is one. */
export function shownText(): string {
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}

/** Types a text in the place of all that a document holds. */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** What is underlined as a link in a document, whoever links it. */
export const linksIn = ({ uri }: vscode.TextDocument) =>
  vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);

/** The texts that are underlined as links of ours in a document. */
export async function linkedTexts(document: vscode.TextDocument): Promise<string[]> {
  const links = await linksIn(document);
  return links
    .filter(({ target }) => target?.scheme === 'command')
    .map(({ range }) => document.getText(range));
}

/** What the editor shows over a place of a document, as Markdown. */
export async function hoverAt({ uri }: vscode.TextDocument, place: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    place,
  );
  return hovers
    .flatMap(({ contents }) => contents.filter((part) => part instanceof vscode.MarkdownString))
    .map(({ value }) => value)
    .join('\n')
    .replaceAll('&nbsp;', ' ');
}

/** What is offered at the bar of a text, in a new document of that name. */
export async function completionsAt(name: string, text: string): Promise<vscode.CompletionItem[]> {
  const uri = await writeFile(name, text.replace('|', ''));
  const document = await vscode.workspace.openTextDocument(uri);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    uri,
    document.positionAt(text.indexOf('|')),
  );
  return items;
}

/** What a completion is called. */
export const labelOf = ({ label }: vscode.CompletionItem) =>
  typeof label === 'string' ? label : label.label;

/** Closes what is open, also in other groups. */
export const closeEditors = (): Thenable<unknown> =>
  vscode.commands.executeCommand('workbench.action.closeAllEditors');

/** A small PDF whose bytes no other call gives, so that nothing takes it for a duplicate. */
export function newPdf(size = 0): Uint8Array {
  const start = new TextEncoder().encode(`%PDF-1.4\n% ${crypto.randomUUID()}\n`);
  const bytes = new Uint8Array(Math.max(size, start.length));
  bytes.set(start);
  return bytes;
}
