import * as vscode from 'vscode';
import { type ExpectationOutcome, isOfKind, isPaymentsError } from '../api/model/errors';
import type { AnswerCheck, Exchange } from '../api/model/exchange';
import { inSendingOrder } from '../httpFiles/format/needs';
import type { HttpRequest } from '../httpFiles/format/parse/model';
import { parseHttpFile } from '../httpFiles/format/parse/parse';
import { findShown, titleOf } from '../httpFiles/format/shown';
import { isAnswered } from '../httpFiles/run/knownAnswers';
import { openHttpFile, textOf } from '../httpFiles/run/httpFiles';
import { beginRun, type FileRun, throwIfCancelled } from '../httpFiles/run/fileRun';
import type { HttpCommandParts } from '../httpFiles/run/httpCommands';
import { describeCount } from '../httpFiles/run/verdicts';
import type { Services } from '../services/services';
import { plainText } from '../util/plainText';
import type { TestItems } from './testItems';
import { errorMessages, failedMessages } from './testMessages';
import { present, t } from '../util/text';

/** What a run of tests needs. */
export interface TestRunParts extends Pick<HttpCommandParts, 'runner' | 'shared' | 'setUp'> {
  readonly services: Services;
  /** How an answer of this window compares with its API description. */
  readonly checkOf: (exchangeId: string) => Promise<AnswerCheck | undefined>;
}

/** The requests of one file that a run sends, in their order. Those that others only take values from have no item. */
interface FilePlan {
  readonly run: FileRun;
  readonly requests: readonly HttpRequest[];
  readonly itemOf: ReadonlyMap<HttpRequest, vscode.TestItem>;
}

/** One run of chosen items in an environment. */
export class TestRun {
  readonly #parts: TestRunParts;
  readonly #items: TestItems;
  readonly #run: vscode.TestRun;
  readonly #cancelling = new AbortController();
  /** Items that were not reported yet. */
  readonly #open = new Set<vscode.TestItem>();

  constructor(parts: TestRunParts, items: TestItems, asked: vscode.TestRunRequest) {
    this.#parts = parts;
    this.#items = items;
    // What was seen may be anybody's data: the editor keeps no copy of it beyond the window.
    this.#run = items.controller.createTestRun(asked, undefined, false);
  }

  /**
   * All questions are asked first: for what the environment lacks, for prompts, and once for the writes of all files.
   * Never rejects: what goes wrong is reported at the items.
   */
  async run(
    chosen: readonly vscode.TestItem[],
    environmentId: string,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const listener = token.onCancellationRequested(() => this.#cancelling.abort());
    for (const item of chosen) {
      this.#open.add(item);
      this.#run.enqueued(item);
    }
    try {
      throwIfCancelled({ cancelling: token });
      await this.#parts.setUp(environmentId);
      const plans: FilePlan[] = [];
      const files = Map.groupBy(chosen, (item) => item.uri?.toString() ?? '');
      for (const [uri, items] of files) {
        await this.#guard(items, async () => {
          plans.push(await this.#plan(vscode.Uri.parse(uri, true), items, environmentId, token));
        });
      }
      await this.#parts.runner.agree(plans);
      for (const plan of plans) {
        const send = () => this.#send(plan);
        await this.#guard(plan.itemOf.values(), () =>
          this.#parts.services.writeRules.once(plan.run.uri.toString(), send),
        );
      }
      this.#rest(undefined);
    } catch (error) {
      this.#rest(error);
    } finally {
      listener.dispose();
      this.#run.end();
    }
  }

  /** What goes wrong with one file is reported at its items, and keeps no other from being sent. */
  async #guard(items: Iterable<vscode.TestItem>, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#rest(error, items);
    }
  }

  async #plan(
    uri: vscode.Uri,
    items: readonly vscode.TestItem[],
    environmentId: string,
    cancelling: vscode.CancellationToken,
  ): Promise<FilePlan> {
    const { services, shared } = this.#parts;
    const file = parseHttpFile(await textOf(await openHttpFile(uri)));
    const itemOf = new Map(
      items.flatMap((item) => {
        const shown = this.#items.shown.get(item);
        const request = shown && findShown(file, shown);
        return request === undefined ? [] : [[request, item] as const];
      }),
    );
    const run = await beginRun(services, shared, {
      uri,
      file,
      environmentId,
      given: new Map(),
      isPerson: true,
      cancelling,
    });
    return { run, requests: inSendingOrder(file, [...itemOf.keys()]), itemOf };
  }

  async #send({ run, requests, itemOf }: FilePlan): Promise<void> {
    for (const request of requests) {
      if (this.#cancelling.signal.aborted) return;
      const item = itemOf.get(request);
      if (item !== undefined) this.#run.started(item);
      const end = await this.#sendOne(run, request);
      if (item === undefined) continue;
      await this.#print(item, request, end);
      this.#report(item, run.uri, request, end);
    }
  }

  async #sendOne(run: FileRun, request: HttpRequest): Promise<RequestEnd> {
    let exchange: Exchange | undefined;
    const onExchange = (made: Exchange) => (exchange = made);
    try {
      const { signal } = this.#cancelling;
      const done = await this.#parts.runner.send(run, request, { signal, onExchange });
      // Another request may have the same name.
      run.unanswered.delete(request.name);
      return { exchange, verdicts: done.data.expectations, isEarlier: done.isEarlier };
    } catch (error) {
      if (isAnswered(exchange)) run.unanswered.delete(request.name);
      else run.unanswered.add(request.name);
      const verdicts = isPaymentsError(error) ? error.facts.expectations : undefined;
      return { exchange, verdicts, error };
    }
  }

  #report(item: vscode.TestItem, uri: vscode.Uri, request: HttpRequest, end: RequestEnd): void {
    const { exchange, verdicts, error, isEarlier } = end;
    const time = exchange?.durationMs;
    const all = verdicts ?? [];
    this.#open.delete(item);
    if (isEarlier === true || isOfKind(error, 'cancelled')) this.#run.skipped(item);
    else if (error !== undefined && all.length === 0) {
      const messages = errorMessages(uri, request, wordsOf(error), exchange?.id);
      if (exchange?.status === undefined) this.#run.errored(item, messages, time);
      else this.#run.failed(item, messages, time);
    } else if (all.every(({ ok }) => ok)) this.#run.passed(item, time);
    else this.#run.failed(item, failedMessages(uri, request, all, exchange?.id), time);
  }

  /** A line in the output of the run. */
  async #print(
    item: vscode.TestItem,
    request: HttpRequest,
    { exchange, verdicts = [], error, isEarlier }: RequestEnd,
  ): Promise<void> {
    const { differences = [] } = (exchange && (await this.#parts.checkOf(exchange.id))) ?? {};
    const parts = present(
      titleOf(request),
      exchange?.status?.toString(),
      exchange?.requestId,
      verdicts.length > 0 && describeCount(verdicts),
      isEarlier && t('not sent: its bytes were uploaded before'),
      error !== undefined && verdicts.length === 0 && wordsOf(error),
    );
    // What a description promises is shown, and is no failure.
    const promised = differences.map(({ place, message }) =>
      t('Not as documented: {0}', `${place}: ${message}`),
    );
    const lines = [parts.join(' · '), ...promised].map((line) => plainText(line, 1000));
    this.#run.appendOutput(`${lines.join('\r\n  ')}\r\n`, undefined, item);
  }

  /** What was not reported: it was skipped, or something kept all of it from being sent. */
  #rest(error: unknown, items: Iterable<vscode.TestItem> = this.#open): void {
    const isSkipped = error === undefined || isOfKind(error, 'cancelled');
    for (const item of items) {
      if (!this.#open.delete(item)) continue;
      if (isSkipped) this.#run.skipped(item);
      else this.#run.errored(item, new vscode.TestMessage(wordsOf(error)));
    }
    if (error !== undefined) this.#run.appendOutput(`${plainText(wordsOf(error), 1000)}\r\n`);
  }
}

/** What came of one request. */
interface RequestEnd {
  readonly exchange: Exchange | undefined;
  readonly verdicts: readonly ExpectationOutcome[] | undefined;
  readonly isEarlier?: boolean | undefined;
  readonly error?: unknown;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
