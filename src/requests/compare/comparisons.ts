import * as vscode from 'vscode';
import { NotFoundError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Comparison } from '../../bodies/comparedText';
import type { Differences } from '../../bodies/differences';
import { refuse } from '../../commands/arguments';
import type { BodyWork } from '../../services/descriptions/bodyWork';
import { lastSegment, plainText } from '../../util/plainText';
import type { Content } from '../../ui/documents/readOnlyFiles';
import { showMessage } from '../../ui/messages';
import { localDay } from '../../storage/types/days';
import { answerOf } from '../exchange/answer';
import type { Exchanges } from '../exchange/exchanges';
import { documentUri, ROOTS, SCHEME } from '../exchange/requestUris';
import { capitalised, listed, present, sentences, shownLanguage, t } from '../../util/text';

/** Where the user's choice to leave out volatile fields is kept. */
const CHOICE = 'paymentsApi.compareWithoutVolatile';
/** Ends the query where volatile fields are left out. No id of an exchange holds it. */
const STABLE = '&stable';

/** Comparisons of two answers: the texts of both sides, and the editor that shows them. */
export class Comparisons implements vscode.Disposable {
  readonly exchanges: Exchanges;
  readonly #bodies: BodyWork;
  readonly #state: vscode.Memento;
  readonly #environmentName: (id: string) => string;
  /** The texts of the last two sides: the editor asks for the size of each and for itself. */
  readonly #texts = new Map<string, Promise<string>>();
  /** The texts may be long: they go with their editor. */
  readonly #closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.query));

  /** @param environmentName an environment's name as the breadcrumbs show it, by its id */
  constructor(
    exchanges: Exchanges,
    bodies: BodyWork,
    state: vscode.Memento,
    environmentName: (id: string) => string,
  ) {
    this.exchanges = exchanges;
    this.#bodies = bodies;
    this.#state = state;
    this.#environmentName = environmentName;
  }

  /**
   * Shows two answers side by side, the earlier one on the left, and says how much differs.
   * @returns what differs, in leaves of the body (lines, where one is no JSON); volatile fields count too
   * @throws NotFoundError when one of them got no answer
   */
  async show(one: Exchange, other: Exchange): Promise<Differences> {
    const [before, after] = isBefore(other, one) ? [other, one] : [one, other];
    const stable = this.#state.get(CHOICE) === true;
    const shown = await this.#open(before, after, stable);
    const { changed, added, removed } = stable
      ? await this.#bodies.compareTexts(answerText(before), answerText(after), false)
      : shown;
    return { changed, added, removed };
  }

  /**
   * Shows the comparison in front again, with volatile fields where they were left out, or without them.
   * @throws PreflightError when no comparison is in front
   */
  async toggle(): Promise<{ readonly leftOut: boolean }> {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const input = tab?.input;
    const sides =
      input instanceof vscode.TabInputTextDiff
        ? [input.original, input.modified].flatMap((uri) => readComparedUri(uri) ?? [])
        : [];
    const [left, right] = sides;
    if (tab === undefined || left === undefined || right === undefined) {
      throw refuse(t('Compare two answers first.'));
    }
    const stable = !right.stable;
    await this.#state.update(CHOICE, stable);
    const before = await this.exchanges.get(left.id);
    const after = await this.exchanges.get(right.id);
    await vscode.window.tabGroups.close(tab);
    await this.#open(before, after, stable);
    return { leftOut: stable };
  }

  /** The text of one side; undefined for an address that is none of these. */
  async read(uri: vscode.Uri): Promise<Content | undefined> {
    const side = readComparedUri(uri);
    if (side === undefined) return undefined;
    const exchange = await this.exchanges.get(side.id);
    const { query } = uri;
    const text = this.#texts.get(query) ?? this.#bodies.comparedText(answerText(exchange), side.stable);
    this.#texts.set(query, text);
    for (const key of [...this.#texts.keys()].slice(0, -2)) this.#texts.delete(key);
    return { content: await text, time: exchange.startedAt };
  }

  dispose(): void {
    this.#closing.dispose();
  }

  /** @returns what differs in what is shown */
  async #open(before: Exchange, after: Exchange, stable: boolean): Promise<Comparison> {
    const texts = [answerText(before), answerText(after)] as const;
    const isElsewhere = before.environment !== after.environment;
    const nameOf = ({ environment }: Exchange) => this.#environmentName(environment);
    const titleOf = (side: Exchange, other: Exchange) =>
      present(isElsewhere && plainText(nameOf(side), 40), sideTitle(side, other)).join(' · ');
    const title = t('{0}: {1} ↔ {2}', comparedTitle(after), titleOf(before, after), titleOf(after, before));
    const left = comparedUri(before, nameOf(before), stable);
    const right = comparedUri(after, nameOf(after), stable);
    // In a tab of its own: a preview would take the place of the answer that is compared.
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false });
    const found = await this.#bodies.compareTexts(...texts, stable);
    showMessage('info', summary(found, stable));
    return found;
  }
}

/** One side: whose answer, and whether fields that differ between any two answers are left out. */
interface Side {
  readonly id: string;
  readonly stable: boolean;
}

/** The document of one side. Its name is what the editor shows above it. */
function comparedUri(exchange: Exchange, environmentName: string, stable: boolean): vscode.Uri {
  const query = `${exchange.id}${stable ? STABLE : ''}`;
  return documentUri(ROOTS.compared, environmentName, `${sideName(exchange)}.json`, query);
}

/** Which side an address names, or undefined for another document. */
function readComparedUri({ scheme, path, query }: vscode.Uri): Side | undefined {
  const [, root] = path.split('/');
  if (scheme !== SCHEME || root !== ROOTS.compared || query === '') return undefined;
  const stable = query.endsWith(STABLE);
  return { id: stable ? query.slice(0, -STABLE.length) : query, stable };
}

/** What distinguishes the sides: the status, and the time of the request; its date, where they differ in that. */
function sideTitle({ status, startedAt }: Exchange, other?: Exchange): string {
  const isSameDay = other !== undefined && localDay(startedAt) === localDay(other.startedAt);
  const time = new Intl.DateTimeFormat(shownLanguage(), {
    ...(!isSameDay && { dateStyle: 'short' }),
    timeStyle: 'medium',
  });
  return present(status?.toString(), time.format(startedAt)).join(' · ');
}

/** What was asked for, short enough for a tab: the method and the last part of the path. */
function comparedTitle({ method, path }: Exchange): string {
  return plainText(`${method} ${lastSegment(path) ?? ''}`, 60);
}

/** What was asked for, and what distinguishes the sides, as one file name. */
function sideName(exchange: Exchange): string {
  // A slash of a date would be taken out of the name.
  return plainText(`${comparedTitle(exchange)} ${sideTitle(exchange)}`, 70).replace(/[/\\]/g, '-');
}

function isBefore(a: Exchange, b: Exchange): boolean {
  return a.startedAt < b.startedAt || (a.startedAt === b.startedAt && a.id < b.id);
}

/** @throws NotFoundError when there is no answer; PreflightError when it is no text */
function answerText(exchange: Exchange): string {
  const response = answerOf(exchange);
  if (response === undefined) {
    const request = plainText(`${exchange.method} ${exchange.path}`, 200);
    throw new NotFoundError({
      message: t('{0} got no answer, so there is nothing to compare.', request),
    });
  }
  if (response.body !== undefined) return response.body;
  if (response.bodyBytes === 0) return '';
  throw refuse(t('The content of a file is not kept, so it cannot be compared here.'));
}

/** One line: `3 changed, 1 added.` */
function summary({ changed, added, removed, unit }: Comparison, stable: boolean): string {
  const counts = listed(
    present(
      changed > 0 && t('{0} changed', changed),
      added > 0 && t('{0} added', added),
      removed > 0 && t('{0} removed', removed),
    ),
  );
  return sentences(
    counts === '' ? t('The two answers are the same.') : t('{0}.', capitalised(counts)),
    unit === 'fields' ? undefined : t('At least one answer is not JSON, so lines were compared.'),
    stable ? t('Request ids, dates, cursors and the queries of links were left out.') : undefined,
  );
}
