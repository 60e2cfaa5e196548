import * as vscode from 'vscode';
import { isOfKind, isPaymentsError, NotFoundError, paymentsError } from '../../../api/errors';
import { environmentOf, isObject, optionsOf, refuse } from '../../../commands/arguments';
import type { Handlers } from '../../../commands/commands';
import type { Connections } from '../../../services/connections';
import type { Environments } from '../../../services/environments';
import type { KeyVault } from '../../../services/keyVault';
import { confirmProduction } from '../../../ui/confirm';
import { plainText } from '../../../util/plainText';
import { showMessage } from '../../../ui/messages';
import { environmentTitle } from '../../../ui/progress';
import { notTrusted } from '../../../ui/trust';
import { isRead } from '../../send/requestInput';
import type { HttpFile, HttpRequest } from '../format/model';
import { parseHttpFile } from '../format/parse/parse';
import type { HttpSender, Run } from './httpSender';
import { openHttpFile } from './sources';

export interface HttpCommandParts {
  readonly environments: Environments;
  readonly connections: Connections;
  readonly keys: KeyVault;
  readonly sender: HttpSender;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
}

export type HttpCommands = Pick<Handlers, 'sendFromFile' | 'sendAllInFile'>;

/** The commands that send from `.http` files. */
export function createHttpCommands(parts: HttpCommandParts): HttpCommands {
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

  return {
    async sendFromFile(given, options) {
      const { name, line, reveal } = optionsOf(options);
      const { uri, file } = await readFile(given);
      const request = choose(file, name, line);
      const run = { ...(await begin(parts, uri, file, options)), reveal, isConfirmed: false };
      if (isRead(request.method)) return sender.send(run, request);
      return once(`${uri.toString()}#${request.line}`, () => sender.send(run, request));
    },

    async sendAllInFile(given, options) {
      const { uri, file } = await readFile(given);
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
}

/** What a request is called: its name, its title, or what it does. */
export function titleOf({ name, title, method, url }: HttpRequest): string {
  return name ?? title ?? plainText(`${method} ${url}`, 100);
}

async function readFile(given: unknown): Promise<{ readonly uri: vscode.Uri; readonly file: HttpFile }> {
  const document = await openHttpFile(given);
  // Whoever wrote the files of a workspace that is not trusted decides on no request either.
  if (!vscode.workspace.isTrusted && document.uri.scheme !== 'untitled') {
    throw notTrusted(
      vscode.l10n.t(
        'This workspace is not trusted, so its request files are not sent. Trust the workspace first, or write the request yourself.',
      ),
    );
  }
  return { uri: document.uri, file: parseHttpFile(document.getText()) };
}

async function begin(
  { environments, connections, setUp }: HttpCommandParts,
  uri: vscode.Uri,
  file: HttpFile,
  options: unknown,
): Promise<Omit<Run, 'isConfirmed'>> {
  const { id } = environments.get(environmentOf(options));
  const { variables, interactive } = optionsOf(options);
  const given = readVariables(variables);
  // A person is led to a missing key, where a caller gets the error.
  if (interactive === true && !(await setUp(id))) throw new vscode.CancellationError();
  const environment = await connections.ready(id);
  return { uri, file, environment, given, momentary: new Map(), isInteractive: interactive === true };
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

/** The request of that name, at that line, or the first. */
function choose(file: HttpFile, name: unknown, line: unknown): HttpRequest {
  const { requests } = file;
  if (name !== undefined && typeof name !== 'string') {
    throw refuse(vscode.l10n.t('The name of a request must be text. Nothing was sent.'));
  }
  if (line !== undefined && !(Number.isInteger(line) && Number(line) >= 0)) {
    throw refuse(vscode.l10n.t('A line is a whole number, counted from 0. Nothing was sent.'));
  }
  if (name !== undefined) {
    const found =
      requests.find((request) => request.name === name) ?? requests.find((request) => request.title === name);
    if (found !== undefined) return found;
    throw nothingFound(
      vscode.l10n.t('This file has no request named {0}. Nothing was sent.', plainText(name, 100)),
    );
  }
  if (line === undefined) {
    const [first] = requests;
    if (first === undefined) throw noRequest();
    return first;
  }
  const found = requests.findLast(({ firstLine }) => firstLine <= Number(line));
  if (found !== undefined && Number(line) < found.endLine) return found;
  throw nothingFound(
    vscode.l10n.t('There is no request at line {0}, counted from 0. Nothing was sent.', Number(line)),
  );
}

/** Asks once for all writes of a run. @returns whether they need no further question */
async function confirmAll(keys: KeyVault, { environment, file }: Omit<Run, 'isConfirmed'>): Promise<boolean> {
  const writes = file.requests.filter(({ method }) => !isRead(method));
  if (writes.length === 0) return false;
  const shown = writes.slice(0, 10).map(({ method, url }) => plainText(`${method} ${url}`, 100));
  const more = writes.length > 10 ? [vscode.l10n.t('and {0} more', writes.length - 10)] : [];
  await confirmProduction({
    environment,
    key: await keys.state(environment),
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

function nothingFound(message: string): NotFoundError {
  return new NotFoundError({ message });
}

function noRequest() {
  return refuse(vscode.l10n.t('This file holds no request. Nothing was sent.'));
}

function alreadyBeingSent() {
  return refuse(
    vscode.l10n.t('This request is being sent already. Wait for its answer before you send it again.'),
  );
}
