import * as vscode from 'vscode';
import { invalidArgument } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import { environmentOf, optionsOf, refuse } from '../../commands/arguments';
import type { Handlers } from '../../commands/commands';
import type { Environments } from '../../services/environments/environments';
import { environmentTitle } from '../../ui/environmentTitle';
import { pickOne } from '../../ui/questions/answered';
import { suggestExpectations } from '../format/expect/suggest';
import { parseHttpFile } from '../format/parse/parse';
import { SHARED_FILE } from '../format/shared';
import { openHttpText } from '../openHttpText';
import type { SharedVariables } from '../sharedVariables';
import { changed, chooseRequest, idOf, requestsById } from './chooseRequest';
import { openHttpFile, textOf } from './httpFiles';
import type { Verdicts } from './verdicts';
import { t } from '../../util/text';
import { showDocument } from '../../ui/documents/showDocument';

export interface ExpectationParts {
  readonly context: vscode.ExtensionContext;
  readonly environments: Environments;
  readonly verdicts: Verdicts;
  readonly shared: SharedVariables;
  /** The exchange that is meant: the one given, or that of the document in front. */
  readonly find: (target: unknown) => Promise<Exchange>;
  readonly textOf: (exchange: Exchange) => Promise<string>;
}

/** The commands around what is expected of answers. */
export function createExpectationCommands({
  context,
  environments,
  verdicts,
  shared,
  find,
  textOf,
}: ExpectationParts) {
  return {
    async addExpectations(target, options) {
      const id = target instanceof vscode.Uri ? await answeredAt(verdicts, target, options) : target;
      const exchange = await find(id);
      const lines = suggestionsFor(exchange);
      const source = verdicts.sourceOf(exchange.id);
      let added = lines.length;
      if (source !== undefined) added = await insert(source.uri, source.id, lines);
      else {
        const text = (await textOf(exchange)).trimEnd();
        await openHttpText(context, exchange, `${text}\n\n${lines.join('\n')}\n`);
      }
      return { data: { added }, exchangeId: exchange.id };
    },

    async chooseSharedVariables(given, options) {
      const environment = environments.get(environmentOf(options));
      const file = vscode.window.activeTextEditor?.document.uri;
      const set =
        given === undefined ? await askSet(shared, file, environmentTitle(environment)) : readSet(given);
      await shared.choose(environment.id, set);
      return { data: { ...(set !== undefined && { set }) } };
    },
  } satisfies Partial<Handlers>;
}

/** The last exchange of the request at a line that was answered. */
async function answeredAt(verdicts: Verdicts, uri: vscode.Uri, options: unknown): Promise<string> {
  const file = parseHttpFile(await textOf(await openHttpFile(uri)));
  const found = verdicts.lastAnswered(idOf(uri, file, chooseRequest(file, optionsOf(options))));
  if (found !== undefined) return found;
  throw notAnswered();
}

function notAnswered() {
  return refuse(t('Send this request first: what is expected is taken from its answer.'));
}

function suggestionsFor(exchange: Exchange): string[] {
  const response = exchange.attempts.at(-1)?.response;
  if (response === undefined) throw notAnswered();
  const { status, headers, body: text = '' } = response;
  return suggestExpectations({ status, headers, text });
}

/** Writes lines behind the request they are for. @returns how many of them were not there */
async function insert(uri: vscode.Uri, id: string | undefined, lines: readonly string[]): Promise<number> {
  const document = await openHttpFile(uri);
  const request = requestsById(uri, parseHttpFile(document.getText())).get(id ?? '');
  if (request === undefined) throw changed();
  const known = new Set(request.expectations.map(({ text }) => text.trim()));
  const added = lines.filter((line) => !known.has(line));
  if (added.length === 0) return 0;
  const edit = new vscode.WorkspaceEdit();
  const { range } = document.lineAt(request.lastLine);
  const isBehindOthers = request.expectations.at(-1)?.line === request.lastLine;
  edit.insert(uri, range.end, `${isBehindOthers ? '\n' : '\n\n'}${added.join('\n')}`);
  await vscode.workspace.applyEdit(edit);
  const at = new vscode.Range(request.lastLine + 1, 0, request.lastLine + 1, 0);
  await showDocument(document, { preview: false, selection: at });
  return added.length;
}

function readSet(given: unknown): string | undefined {
  if (typeof given === 'string') return given === '' ? undefined : given;
  throw invalidArgument('name', 'string');
}

async function askSet(
  shared: SharedVariables,
  file: vscode.Uri | undefined,
  environment: string,
): Promise<string | undefined> {
  const sets = file === undefined ? [] : await shared.sets(file);
  if (sets.length === 0) {
    throw refuse(t('There is no {0} beside the file in front, or above it in the workspace.', SHARED_FILE));
  }
  const byName = { label: t('That of the environment’s name'), value: undefined };
  return pickOne([byName, ...sets.map((each) => ({ label: each, value: each }))], {
    title: t('{0}: which shared variables?', environment),
  });
}
