import * as vscode from 'vscode';
import {
  CancelledError,
  isOfKind,
  isPaymentsError,
  PaymentsError,
  invalidArgument,
} from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import { isRead } from '../../api/rules/methods';
import { environmentOf, optionsOf } from '../../commands/arguments';
import type { Handlers } from '../../commands/commands';
import type { Done } from '../../commands/outcome';
import type { SentOfFile } from '../../commands/table/commandTypes';
import type { SetUpEnvironment } from '../../commands/settingUp';
import type { Services } from '../../services/services';
import { showMessage } from '../../ui/messages';
import { environmentTitle } from '../../ui/environmentTitle';
import { withLateProgress } from '../../ui/progress';
import type { SendHooks } from '../../ui/sending';
import { isRecord } from '../../util/objects';
import { lastSegment, plainText } from '../../util/plainText';
import type { HttpFile } from '../format/parse/model';
import { parseHttpFile } from '../format/parse/parse';
import { chooseRequest, noRequest } from './chooseRequest';
import { titleOf } from '../format/shown';
import { openHttpFile, refuseUntrusted, resolveAttachment, textOf } from './httpFiles';
import type { SharedVariables } from '../sharedVariables';
import { beginRun, type FileRun } from './fileRun';
import type { RequestRunner } from './runRequest';
import { describeCount } from './verdicts';
import { unsentExchange } from './unsent';
import { sentences, t } from '../../util/text';

export interface HttpCommandParts {
  readonly runner: RequestRunner;
  readonly shared: SharedVariables;
  readonly setUp: SetUpEnvironment;
  /** How an answer is shown; undefined for a caller that wants none. */
  readonly show: (reveal: unknown) => SendHooks['show'];
  /** Whether a file is one of the user's own saved requests, in which no workspace has a say. */
  readonly isOwn: (uri: vscode.Uri) => boolean;
}

/** Stands for the file of a text that is in none. */
const UNSAVED = vscode.Uri.from({ scheme: 'untitled', path: 'request.http' });

/** The commands that send from `.http` files. */
export function createHttpCommands(services: Services, parts: HttpCommandParts) {
  const { writeRules } = services;
  const { runner, show } = parts;

  async function sendAll(
    run: FileRun,
    signal: AbortSignal,
    report: (message: string) => void,
  ): Promise<Done<SentOfFile[]>> {
    const { requests } = run.file;
    const sent: SentOfFile[] = [];
    let last: Pick<Done<unknown>, 'requestId' | 'exchangeId'> = {};
    for (const request of requests) {
      const name = titleOf(request);
      try {
        if (signal.aborted) throw new CancelledError();
        const shown = plainText(name, 80);
        report(shown);
        const { data, requestId, exchangeId } = await runner.send(run, request, {
          signal,
          report: (wait) => report(`${shown} · ${wait}`),
        });
        const { status, expectations } = data;
        sent.push({ name, status, ...(expectations && { expectations }) });
        last = { requestId, exchangeId };
      } catch (error) {
        if (isOfKind(error, 'cancelled') && sent.length > 0) {
          const message = t('{0} of {1} sent, then stopped.', sent.length, requests.length);
          showMessage('info', message);
        }
        const { facts, requestId, exchangeId } = isPaymentsError(error) ? error : {};
        const { status, expectations } = facts ?? {};
        // What is expected of an answer was judged: whether it is an error is the file's to say.
        if (status === undefined || expectations === undefined)
          throw stoppedAt(error, name, sent.length, requests.length);
        sent.push({ name, status, expectations });
        last = { requestId, exchangeId };
      }
    }
    return { data: sent, ...last };
  }

  const handlers = {
    async sendFromFile(given, options) {
      const { reveal } = optionsOf(options);
      const { uri, file } = await readFile(parts, given);
      const line = given instanceof vscode.Uri ? undefined : cursorIn(uri);
      const request = chooseRequest(file, { line, ...optionsOf(options) });
      const run = await begin(services, parts, uri, file, withPerson(given, options));
      const send = () => runner.send(run, request, { show: show(reveal) });
      return isRead(request.method) ? send() : writeRules.once(`${uri.toString()}#${request.text}`, send);
    },

    async sendAllInFile(given, options) {
      const { uri, file } = await readFile(parts, given);
      if (file.requests.length === 0) throw noRequest();
      const run = await begin(services, parts, uri, file, withPerson(given, options));
      return writeRules.once(uri.toString(), async () => {
        await runner.agree([{ run, requests: file.requests }]);
        const environment = environmentTitle(run.environment);
        const title = t('{0}: {1}', environment, plainText(lastSegment(uri.path) ?? '', 80));
        // One for all of them: Cancel also counts between two requests.
        const done = await withLateProgress(title, (signal, report) => sendAll(run, signal, report));
        showSent(done.data, environment);
        return done;
      });
    },
  } satisfies Partial<Handlers>;

  return {
    handlers,
    /**
     * A request as it would be sent, for generated code.
     * @param given the file that it is in, or its text
     * @throws PaymentsError when it cannot be sent
     */
    unsent: async (given: vscode.Uri | string, options: unknown): Promise<Exchange> => {
      const { uri, file } =
        typeof given === 'string'
          ? { uri: UNSAVED, file: parseHttpFile(given) }
          : await readFile(parts, given);
      const request = chooseRequest(file, optionsOf(options));
      const run = await begin(services, parts, uri, file, options);
      // Nothing is sent: whoever runs the code decides.
      const prepared = await runner.prepare({ ...run, isPerson: true }, request);
      const { upload } = prepared;
      const attaching = upload === undefined ? undefined : resolveAttachment(uri, upload.file);
      // The file that a new request names may be one that is still to be chosen.
      const attached = await (uri === UNSAVED ? attaching?.catch(() => undefined) : attaching);
      return unsentExchange(prepared, run.environment, attached);
    },
  };
}

async function readFile(
  { isOwn }: HttpCommandParts,
  given: unknown,
): Promise<{ readonly uri: vscode.Uri; readonly file: HttpFile }> {
  const document = await openHttpFile(given);
  refuseUntrusted(document.uri, isOwn);
  return { uri: document.uri, file: parseHttpFile(await textOf(document)) };
}

function cursorIn(uri: vscode.Uri): number | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.toString() === uri.toString() ? editor.selection.active.line : undefined;
}

async function begin(
  services: Services,
  { setUp, shared }: HttpCommandParts,
  uri: vscode.Uri,
  file: HttpFile,
  options: unknown,
): Promise<FileRun> {
  const { id } = services.environments.get(environmentOf(options));
  const { variables, interactive } = optionsOf(options);
  const given = readVariables(variables);
  // A person is led to a missing key, where a caller gets the error.
  if (interactive === true) await setUp(id);
  const isPerson = interactive === true;
  return beginRun(services, shared, { uri, file, environmentId: id, given, isPerson });
}

/** The palette and keys pass no file, and the title of an editor its group: a person is there then. */
function withPerson(given: unknown, options: unknown): unknown {
  const all = optionsOf(options);
  const isCode = given instanceof vscode.Uri && all['groupId'] === undefined;
  return isCode ? options : { interactive: true, ...all };
}

function showSent(sent: readonly SentOfFile[], environment: string): void {
  const said =
    sent.length === 1
      ? t('Sent 1 request to {0}.', environment)
      : t('Sent {0} requests to {1}.', sent.length, environment);
  const expected = sent.flatMap(({ expectations = [] }) => expectations);
  if (expected.length === 0) showMessage('info', said);
  else {
    const isMet = expected.every(({ ok }) => ok);
    showMessage(isMet ? 'info' : 'warning', sentences(said, t('{0}.', describeCount(expected))));
  }
}

function readVariables(given: unknown): ReadonlyMap<string, string> {
  if (given === undefined || given === null) return new Map();
  if (!isRecord(given)) throw invalidArgument('variables', 'Record<string, string>');
  return new Map(
    Object.entries(given).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      if (typeof value === 'boolean' || Number.isFinite(value)) return [name, String(value)];
      throw invalidArgument(`variables.${plainText(name, 100)}`, 'string | number | boolean');
    }),
  );
}

/** A failure of a run, saying where it stopped. */
function stoppedAt(error: unknown, name: string, done: number, total: number): unknown {
  if (!isPaymentsError(error) || isOfKind(error, 'cancelled')) return error;
  const where = t('Stopped at "{0}" ({1} of {2})', plainText(name, 100), done + 1, total);
  const { facts, kind, ...context } = error;
  const message = t('{0}: {1}', where, facts.message);
  return new PaymentsError({ ...facts, kind, message }, { ...context, cause: error });
}
