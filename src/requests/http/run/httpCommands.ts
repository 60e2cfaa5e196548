import * as vscode from 'vscode';
import { cancelled } from '../../exchange/cancelled';
import { isOfKind, isPaymentsError, paymentsError } from '../../../api/model/errors';
import { environmentOf, optionsOf, refuse } from '../../../commands/arguments';
import { isObject } from '../../../util/objects';
import type { Handlers } from '../../../commands/commands';
import type { Connections } from '../../../services/connections';
import type { Environments } from '../../../services/environments';
import type { KeyVault } from '../../../services/keyVault';
import { confirmProduction } from '../../../ui/confirm';
import { plainText } from '../../../util/plainText';
import { showMessage } from '../../../ui/messages';
import { environmentTitle } from '../../../ui/progress';
import type { Exchange } from '../../../api/model/exchange';
import { isRead } from '../../../api/rules/methods';
import type { HttpFile } from '../../../httpFiles/format/parse/model';
import { parseHttpFile } from '../../../httpFiles/format/parse/parse';
import { chooseRequest, noRequest, titleOf } from './chooseRequest';
import type { HttpSender, FileRun } from './httpSender';
import { openHttpFile, refuseUntrusted, resolveAttachment } from './httpFiles';
import { unsentExchange } from './unsent';

export interface HttpCommandParts {
  readonly environments: Environments;
  readonly connections: Connections;
  readonly keys: KeyVault;
  readonly sender: HttpSender;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
  /** Whether a file is one of the user's own saved requests, in which no workspace has a say. */
  readonly isOwn: (uri: vscode.Uri) => boolean;
}

export type HttpCommands = Pick<Handlers, 'sendFromFile' | 'sendAllInFile'>;

/** What the commands of `.http` files give to others. */
export interface HttpFileParts {
  readonly handlers: HttpCommands;
  /** A request of a file as it would be sent, for generated code. @throws PaymentsError when it cannot be sent */
  readonly unsent: (uri: vscode.Uri, options: unknown) => Promise<Exchange>;
}

/** The commands that send from `.http` files. */
export function createHttpCommands(parts: HttpCommandParts): HttpFileParts {
  const { keys, sender } = parts;
  /** Writes under way, by file and line: a key that is held down presses itself again. */
  const beingSent = new Set<string>();

  const once = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (beingSent.has(key)) throw alreadyBeingSent();
    beingSent.add(key);
    try {
      return await work();
    } finally {
      beingSent.delete(key);
    }
  };

  const handlers: HttpCommands = {
    async sendFromFile(given, options) {
      const { name, reveal } = optionsOf(options);
      const { uri, file } = await readFile(parts, given);
      // The palette and keys pass no file: the request at the cursor is meant.
      const isInFront = !(given instanceof vscode.Uri);
      const line = optionsOf(options)['line'] ?? (isInFront ? cursorIn(uri) : undefined);
      const request = chooseRequest(file, name, line);
      const begun = await begin(
        parts,
        uri,
        file,
        isInFront ? { interactive: true, ...optionsOf(options) } : options,
      );
      const run = { ...begun, reveal, isConfirmed: false };
      if (isRead(request.method)) return sender.send(run, request);
      return once(`${uri.toString()}#${request.line}`, () => sender.send(run, request));
    },

    async sendAllInFile(given, options) {
      const { uri, file } = await readFile(parts, given);
      if (file.requests.length === 0) throw noRequest();
      const run = await begin(parts, uri, file, options);
      return once(uri.toString(), async () => {
        const isConfirmed = await confirmAll(keys, run);
        const sent: { name: string; status: number }[] = [];
        let last: { requestId?: string | undefined; exchangeId?: string | undefined } = {};
        for (const request of file.requests) {
          const name = titleOf(request);
          try {
            const { data, ...ids } = await sender.send({ ...run, reveal: false, isConfirmed }, request);
            sent.push({ name, status: data.status });
            last = ids;
          } catch (error) {
            throw stoppedAt(error, name, sent.length, file.requests.length);
          }
        }
        showMessage(
          'info',
          sent.length === 1
            ? vscode.l10n.t('Sent 1 request to {0}.', environmentTitle(run.environment))
            : vscode.l10n.t('Sent {0} requests to {1}.', sent.length, environmentTitle(run.environment)),
        );
        return { data: sent, requestId: last.requestId, exchangeId: last.exchangeId };
      });
    },
  };

  return {
    handlers,
    async unsent(given, options) {
      const { name, line } = optionsOf(options);
      const { uri, file } = await readFile(parts, given);
      const request = chooseRequest(file, name, line);
      const run = { ...(await begin(parts, uri, file, options)), isConfirmed: false };
      const built = await sender.prepare(run, request);
      const { upload } = built;
      const attached = upload === undefined ? undefined : await resolveAttachment(uri, upload.file);
      return unsentExchange(built, run.environment, attached);
    },
  };
}

async function readFile(
  { isOwn }: HttpCommandParts,
  given: unknown,
): Promise<{ readonly uri: vscode.Uri; readonly file: HttpFile }> {
  const document = await openHttpFile(given);
  refuseUntrusted(document.uri, isOwn);
  return { uri: document.uri, file: parseHttpFile(document.getText()) };
}

function cursorIn(uri: vscode.Uri): number | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.toString() === uri.toString() ? editor.selection.active.line : undefined;
}

async function begin(
  { environments, connections, setUp }: HttpCommandParts,
  uri: vscode.Uri,
  file: HttpFile,
  options: unknown,
): Promise<Omit<FileRun, 'isConfirmed'>> {
  const { id } = environments.get(environmentOf(options));
  const { variables, interactive } = optionsOf(options);
  const given = readVariables(variables);
  // A person is led to a missing key, where a caller gets the error.
  if (interactive === true && !(await setUp(id)))
    throw cancelled(vscode.l10n.t('Cancelled: nothing was sent.'));
  return {
    uri,
    file,
    environment: await connections.ready(id),
    given,
    momentary: new Map(),
    isInteractive: interactive === true,
  };
}

function readVariables(given: unknown): ReadonlyMap<string, string> {
  if (given === undefined || given === null) return new Map();
  if (!isObject(given)) {
    throw refuse(vscode.l10n.t('The variables must be an object of names and values. Nothing was sent.'));
  }
  return new Map(
    Object.entries(given).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      if (typeof value === 'boolean' || Number.isFinite(value)) return [name, String(value)];
      throw refuse(
        vscode.l10n.t(
          'The variable {0} must be text, a number, true or false. Nothing was sent.',
          plainText(name, 100),
        ),
      );
    }),
  );
}

/** Asks once for all writes of a run. @returns whether they need no further question */
async function confirmAll(
  keys: KeyVault,
  { environment, file }: Omit<FileRun, 'isConfirmed'>,
): Promise<boolean> {
  const writes = file.requests.filter(({ method }) => !isRead(method));
  if (writes.length === 0) return false;
  const shown = writes.slice(0, 10).map(({ method, url }) => plainText(`${method} ${url}`, 100));
  const more = writes.length > 10 ? [vscode.l10n.t('and {0} more', writes.length - 10)] : [];
  await confirmProduction({
    environment,
    key: () => keys.state(environment),
    what:
      writes.length === 1
        ? vscode.l10n.t('send all requests of this file, 1 of them a write?')
        : vscode.l10n.t('send all requests of this file, {0} of them writes?', writes.length),
    detail: [...shown, ...more],
    action: vscode.l10n.t('Send to Production'),
  });
  return true;
}

/** A failure of a run, saying where it stopped. */
function stoppedAt(error: unknown, name: string, done: number, total: number): unknown {
  if (!isPaymentsError(error) || isOfKind(error, 'cancelled')) return error;
  const where = vscode.l10n.t('Stopped at "{0}" ({1} of {2})', plainText(name, 100), done + 1, total);
  const { facts, kind, requestId, exchangeId, environment, causeCode, setting } = error;
  const message = vscode.l10n.t('{0}: {1}', where, facts.message);
  return paymentsError(
    { ...facts, kind, message },
    { requestId, exchangeId, environment, causeCode, setting, cause: error },
  );
}

function alreadyBeingSent() {
  return refuse(
    vscode.l10n.t('This request is being sent already. Wait for its answer before you send it again.'),
  );
}
