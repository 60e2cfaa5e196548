import * as vscode from 'vscode';
import type { ExpectationOutcome } from '../../api/model/errors';
import type { Exchange, ReceivedAnswer } from '../../api/model/exchange';
import { plainText } from '../../util/plainText';
import { judge } from '../format/expect/judge';
import type { Expectation, HttpFile, HttpRequest } from '../format/parse/model';
import { idOf, requestsById } from './chooseRequest';
import { t } from '../../util/text';

/** So much is kept of what was seen. */
const MOST_SEEN = 1000;
/** So many answers keep their verdicts in a window. */
const MOST_KEPT = 500;

/** What an exchange came to that was answered, whether or not the body could be read. */
const ANSWERED = new Set<Exchange['outcome']>(['ok', 'api', 'http', 'decode']);

/**
 * Judges an answer; undefined where none came, or nothing is expected.
 * @param received the answer as it arrived; without it, it is judged as it was kept
 * @param redact takes the keys out of what was seen
 */
export async function judgeExchange(
  expectations: readonly Expectation[],
  { attempts, outcome }: Pick<Exchange, 'attempts' | 'outcome'>,
  received: ReceivedAnswer | undefined,
  redact: (text: string) => string,
): Promise<readonly ExpectationOutcome[] | undefined> {
  const { response, error, durationMs = 0 } = attempts.at(-1) ?? {};
  if (expectations.length === 0 || response === undefined || !ANSWERED.has(outcome)) return undefined;
  const { status, headers } = received ?? response;
  const whole = received?.bytes === undefined ? response.body : Buffer.from(received.bytes).toString();
  const text = error === undefined ? (whole ?? '') : whole;
  const verdicts = await judge(expectations, { status, headers, text, durationMs });
  return verdicts.map(({ actual, ...verdict }) => ({
    ...verdict,
    ...(actual !== undefined && { actual: shortened(redact(actual)) }),
  }));
}

function shortened(text: string): string {
  return text.length > MOST_SEEN ? `${text.slice(0, MOST_SEEN)}…` : text;
}

/** A request of a file, by its id, and what became of its expectations. */
interface SentRequest {
  readonly uri: vscode.Uri;
  readonly id: string | undefined;
  readonly isAnswered: boolean;
  verdicts?: readonly ExpectationOutcome[];
}

/** What became of expectations, in memory: by exchange for documents, and marked in the files until the next send. */
export class Verdicts implements vscode.Disposable {
  /** The requests of files that were sent, by their exchanges. */
  readonly #sent = new Map<string, SentRequest>();
  readonly #changed: () => void;
  readonly #marks = vscode.languages.createDiagnosticCollection('payments-api-expectations');
  /** The ids of the requests that marks are of. */
  readonly #marked = new WeakMap<vscode.Diagnostic, string | undefined>();
  readonly #leaving: vscode.Disposable;

  /** @param changed called when a request of a file was answered */
  constructor(changed: () => void) {
    this.#changed = changed;
    // The editor shows marks also where no file is any more.
    this.#leaving = vscode.Disposable.from(
      vscode.workspace.onDidDeleteFiles(({ files }) => this.#leave(files)),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        this.#leave(files.map(({ oldUri }) => oldUri));
      }),
    );
  }

  /** Remembers which request an exchange is of. */
  note(uri: vscode.Uri, file: HttpFile, request: HttpRequest, exchange: Exchange): void {
    const isAnswered = exchange.attempts.at(-1)?.response !== undefined;
    this.#sent.set(exchange.id, { uri, id: idOf(uri, file, request), isAnswered });
    for (const oldest of [...this.#sent.keys()].slice(0, -MOST_KEPT)) this.#sent.delete(oldest);
    this.#changed();
  }

  sourceOf(exchangeId: string): SentRequest | undefined {
    return this.#sent.get(exchangeId);
  }

  /** The last exchange of a request of a file that was answered. */
  lastAnswered(id: string | undefined): string | undefined {
    return [...this.#sent].findLast(([, sent]) => sent.id === id && sent.isAnswered)?.[0];
  }

  /** The ids of the requests of a file that were answered. */
  answered(file: vscode.Uri): readonly string[] {
    const all = [...this.#sent.values()].filter(({ uri }) => uri.toString() === file.toString());
    return all.flatMap(({ id, isAnswered }) => (isAnswered && id !== undefined ? [id] : []));
  }

  /** How many were met, for the document of an exchange. */
  wordsFor(exchangeId: string): string | undefined {
    const verdicts = this.#sent.get(exchangeId)?.verdicts;
    return verdicts && describeCount(verdicts);
  }

  /** Takes away what earlier sends marked of a request, wherever its lines are now, and of those that are gone. */
  clear(uri: vscode.Uri, file: HttpFile, request: HttpRequest): void {
    const requests = requestsById(uri, file);
    const others = (this.#marks.get(uri) ?? []).filter((mark) => {
      const marked = requests.get(this.#marked.get(mark) ?? '');
      return marked !== undefined && marked !== request;
    });
    this.#marks.set(uri, others);
  }

  keep(file: vscode.Uri, exchange: Exchange, verdicts: readonly ExpectationOutcome[]): void {
    const sent = this.#sent.get(exchange.id);
    if (sent !== undefined) sent.verdicts = verdicts;
    const failed = verdicts.filter(({ ok }) => !ok).map(markOf);
    for (const mark of failed) this.#marked.set(mark, sent?.id);
    this.#marks.set(file, [...(this.#marks.get(file) ?? []), ...failed]);
  }

  dispose(): void {
    this.#leaving.dispose();
    this.#marks.dispose();
  }

  /** @param gone files and folders */
  #leave(gone: readonly vscode.Uri[]): void {
    this.#marks.forEach((uri) => {
      if (gone.some(({ path }) => `${uri.path}/`.startsWith(`${path}/`))) this.#marks.delete(uri);
    });
  }
}

function markOf(verdict: ExpectationOutcome): vscode.Diagnostic {
  const range = new vscode.Range(verdict.line, 0, verdict.line, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(range, describeVerdict(verdict), vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'Payments API';
  diagnostic.code = 'not-met';
  return diagnostic;
}

/** What was seen in the place of what was expected. */
export function describeVerdict({ actual }: ExpectationOutcome): string {
  return actual === undefined
    ? t('Not met: nothing was there.')
    : t('Not met. Seen: {0}', plainText(actual, 200));
}

/** How many expectations were met, in a line. */
export function describeCount(verdicts: readonly ExpectationOutcome[]): string {
  const met = verdicts.filter(({ ok }) => ok).length;
  return t('{0} of {1} expectations met', met, verdicts.length);
}
