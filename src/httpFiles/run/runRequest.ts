import { type ExpectationOutcome, isOfKind, isPaymentsError, PaymentsError } from '../../api/model/errors';
import type { Exchange, ReceivedAnswer } from '../../api/model/exchange';
import { createRedactor, type Redactor } from '../../api/model/redact';
import type { RequestPlan } from '../../api/model/requestPlan';
import { isRead } from '../../api/rules/methods';
import { planRequest } from '../../api/rules/plan';
import type { SentRequest, UploadResult } from '../../commands/table/commandTypes';
import type { Done } from '../../commands/outcome';
import type { Reachable } from '../../services/connections';
import type { Permit } from '../../services/sender';
import type { Services } from '../../services/services';
import { withoutMessage } from '../../ui/messages';
import { doneWith, sendWithProgress, type SendHooks } from '../../ui/sending';
import type { KnownAnswer } from '../format/answers';
import { buildRequest, type BuiltRequest } from '../format/build';
import { HttpRefusal, type HttpRequest } from '../format/parse/model';
import { Resolver } from '../format/resolve';
import { agreedUpload, type FileUpload } from './fileUpload';
import { askPrompts, type FileRun, throwIfCancelled, type Prepared } from './fileRun';
import { readAttachment, resolveAttachment } from './httpFiles';
import { bodyOf, isAnswered, type KnownAnswers, readAnswer } from './knownAnswers';
import { judgeExchange, type Verdicts } from './verdicts';
import { refusal } from './words';

export interface RunnerParts {
  readonly answers: KnownAnswers;
  readonly verdicts: Verdicts;
  readonly uploadFile: (upload: FileUpload) => Promise<Done<UploadResult[]>>;
  /** What is known of an upload's exchange: of this one, or of the one that brought the file of that id. */
  readonly findExchange: (id: {
    readonly exchangeId?: string | undefined;
    readonly fileId?: string | undefined;
    readonly environment: string;
  }) => Promise<Exchange | undefined>;
}

/** What came of one request. */
export interface RequestDone extends Done<SentRequest> {
  readonly exchange?: Exchange | undefined;
  /** An upload whose bytes were there: nothing was sent, and this is the earlier answer. */
  readonly isEarlier?: boolean;
}

/** What came of a request so far. */
interface LastAnswer {
  exchange?: Exchange;
  received?: ReceivedAnswer;
}

/** A request whose bytes are known before its run begins, and what a person is shown of it. */
interface Early {
  readonly prepared: Prepared;
  readonly shown: RequestPlan;
}

/** Judges an exchange once, however often it is asked to. */
type Judge = (
  exchange: Exchange,
  received?: ReceivedAnswer,
) => Promise<readonly ExpectationOutcome[] | undefined>;

/** Sends requests of `.http` files, one at a time. It shows nothing by itself but questions and progress. */
export class RequestRunner {
  readonly #services: Pick<Services, 'keys' | 'sender' | 'storage'>;
  readonly #parts: RunnerParts;

  constructor(services: Pick<Services, 'keys' | 'sender' | 'storage'>, parts: RunnerParts) {
    this.#services = services;
    this.#parts = parts;
  }

  /**
   * Sends one request of a parsed file.
   * @param hooks called with its exchange, also after a failure
   * @throws PaymentsError for every failure; CancelledError when a question was dismissed
   */
  async send(run: FileRun, request: HttpRequest, hooks: SendHooks = {}): Promise<RequestDone> {
    const agreed = run.agreed.get(request);
    const prepared = agreed?.prepared ?? (await this.prepare(run, request));
    // Before anything is sent: the key may be removed meanwhile, and what was answered counts.
    const judge = this.#judgeOf(run, request, prepared, await this.#redactor(run.environment));
    const last: LastAnswer = {};
    const onExchange = (exchange: Exchange, received?: ReceivedAnswer) => {
      this.#parts.verdicts.clear(run.uri, run.file, request);
      Object.assign(last, { exchange, received });
      hooks.onExchange?.(exchange, received);
    };
    const noting = { ...hooks, onExchange };
    try {
      const done =
        prepared.upload === undefined
          ? await this.#send(run, prepared.plan, agreed?.permit, noting, judge, last)
          : await this.#upload(run, prepared, agreed?.permit, noting, judge);
      this.#keep(run, request, readAnswer(done.data.body, done.exchange));
      return done;
    } catch (error) {
      // An error of the service is an answer, too.
      const { exchange } = last;
      if (isAnswered(exchange)) this.#keep(run, request, readAnswer(bodyOf(exchange), exchange));
      throw error;
    }
  }

  /** Later requests take values from it. */
  #keep({ uri, environment }: FileRun, { name }: HttpRequest, answer: KnownAnswer): void {
    if (name !== undefined) this.#parts.answers.keep(uri, environment, name, answer);
  }

  /** The key of another environment goes to this one's host no more than its own does anywhere else. */
  async #redactor(environment: Reachable): Promise<Redactor> {
    const { keys } = this.#services;
    return createRedactor([await keys.keyFor(environment), ...(await keys.every())]);
  }

  #judgeOf({ uri, file }: FileRun, request: HttpRequest, { built }: Prepared, redactor: Redactor): Judge {
    let judged: ReturnType<Judge> | undefined;
    const work: Judge = async (exchange, received) => {
      this.#parts.verdicts.note(uri, file, request, exchange);
      const found = await judgeExchange(built.expectations, exchange, received, (text) =>
        redactor.text(text),
      );
      if (found !== undefined) this.#parts.verdicts.keep(uri, exchange, found);
      return found;
    };
    return (exchange, received) => (judged ??= work(exchange, received));
  }

  /**
   * Asks once about all writes of a run whose bytes are known before it begins. The others, which take something from
   * an answer of this run, are asked about when their turn comes.
   * @throws CancelledError when the person did not agree, or cancelled the run
   */
  async agree(
    files: readonly { readonly run: FileRun; readonly requests: readonly HttpRequest[] }[],
  ): Promise<void> {
    const known: (Early & { readonly run: FileRun; readonly request: HttpRequest })[] = [];
    for (const { run, requests } of files) {
      for (const request of requests) {
        // All prompts come before the first byte, those of reads too.
        await askPrompts(run, request, this.#services.storage);
        if (isRead(request.method)) continue;
        const early = await this.#prepareEarly(run, request);
        if (early !== undefined) known.push({ run, request, ...early });
      }
    }
    const [first] = files;
    if (first === undefined) return;
    throwIfCancelled(first.run);
    const plans = known.map(({ shown }) => shown);
    const { environment: at, isPerson } = first.run;
    const permits = await this.#services.sender.permitAll(plans, { at, isPerson });
    for (const [index, { run, request, prepared }] of known.entries()) {
      const permit = permits[index];
      if (permit !== undefined) run.agreed.set(request, { prepared, permit });
    }
  }

  /** @returns undefined where the request needs an answer of this run, or is refused: its turn will say why */
  async #prepareEarly(run: FileRun, request: HttpRequest): Promise<Early | undefined> {
    const own = new Set(run.file.requests.map(({ name }) => name));
    try {
      const prepared = await this.prepare(run, request, own);
      return { prepared, shown: await shownPlan(run, prepared) };
    } catch (error) {
      if (isOfKind(error, 'cancelled')) throw error;
      return undefined;
    }
  }

  /**
   * Asks for what the request asks for, and puts it together.
   * @param unanswered the names of requests whose earlier answers do not count
   * @throws as `send`
   */
  async prepare(
    run: FileRun,
    request: HttpRequest,
    unanswered: ReadonlySet<string | undefined> = run.unanswered,
  ): Promise<Prepared> {
    const { uri, file, environment, given, shared, momentary } = run;
    const { keys, storage } = this.#services;
    const prompted = await askPrompts(run, request, storage);
    const key = await keys.keyFor(environment);
    const redactor = await this.#redactor(environment);
    const resolver = new Resolver({
      file,
      request,
      given,
      prompted,
      shared,
      environment: environment.addresses,
      answerOf: (name) =>
        unanswered.has(name) ? undefined : this.#parts.answers.find(uri, environment, name),
      momentary,
    });
    try {
      const built = await buildRequest(request, resolver, {
        hosts: environment.addresses,
        key,
        holdsKey: (text) => redactor.text(text) !== text,
        read: (path) => readAttachment(uri, path),
      });
      const { upload } = built;
      return upload === undefined ? { built, plan: planOf(built, run.isPerson) } : { built, upload };
    } catch (error) {
      if (error instanceof HttpRefusal) throw refusal(error);
      throw error;
    }
  }

  async #send(
    { environment, isPerson }: FileRun,
    plan: RequestPlan,
    agreed: Permit | undefined,
    { show, ...hooks }: SendHooks,
    judge: Judge,
    last: LastAnswer,
  ): Promise<RequestDone> {
    const { sender } = this.#services;
    const permit = agreed ?? (await sender.permit(plan, { at: environment, isPerson }));
    const judgeLast = async () => last.exchange && judge(last.exchange, last.received);
    // The document says how many expectations were met.
    const showJudged = async (exchange: Exchange) => {
      await judgeLast();
      await show?.(exchange);
    };
    try {
      const all = { origin: 'file' as const, ...hooks, show: show && showJudged };
      const answer = await sendWithProgress(sender, permit, all);
      return withVerdicts({ ...doneWith(answer), exchange: last.exchange }, await judgeLast());
    } catch (error) {
      throw errorWithVerdicts(error, await judgeLast());
    }
  }

  async #upload(
    run: FileRun,
    { built: { headers }, upload: { file, fileName: name, purpose } }: Extract<Prepared, { upload: object }>,
    permit: Permit | undefined,
    { onExchange, show, signal, report }: SendHooks,
    judge: Judge,
  ): Promise<RequestDone> {
    const { environment, isPerson } = run;
    const uri = await resolveAttachment(run.uri, file);
    const agreed = permit && agreedUpload(permit);
    const asked = { uri, name, purpose, headers, environment, isPerson, agreed, signal, report };
    const done = await this.#parts.uploadFile(asked);
    const [result] = done.data;
    const failed = result?.error;
    const { requestId, exchangeId } = result ?? {};
    const fileId = typeof result?.file?.['id'] === 'string' ? result.file['id'] : undefined;
    const exchange = await this.#parts.findExchange({ exchangeId, fileId, environment: environment.id });
    if (exchange !== undefined) onExchange?.(exchange);
    // Any other answer is that of an earlier upload.
    const isOwn = result?.status === 'uploaded' || result?.status === 'failed';
    const judged = isOwn && exchange !== undefined ? await judge(exchange) : undefined;
    if (failed !== undefined) {
      const error = new PaymentsError(failed, { requestId, exchangeId, environment: environment.id });
      // The upload has closed with a message of its own.
      throw errorWithVerdicts(withoutMessage(error, false), judged);
    }
    if (exchange !== undefined) await show?.(exchange);
    const answered = {
      data: { status: exchange?.status ?? 200, body: bodyOf(exchange) ?? { data: result?.file ?? null } },
      requestId: requestId ?? exchange?.requestId,
      exchangeId: exchangeId ?? exchange?.id,
      exchange,
      isEarlier: result?.status === 'duplicate',
    };
    return withVerdicts(answered, judged);
  }
}

function withVerdicts(
  done: RequestDone,
  expectations: readonly ExpectationOutcome[] | undefined,
): RequestDone {
  return expectations === undefined ? done : { ...done, data: { ...done.data, expectations } };
}

/** Adds the outcomes to the error itself: a copy would be shown a second time. */
function errorWithVerdicts(error: unknown, expectations: readonly ExpectationOutcome[] | undefined): unknown {
  if (isPaymentsError(error) && expectations !== undefined) Object.assign(error.facts, { expectations });
  return error;
}

function planOf({ method, target, headers, content }: BuiltRequest, anyLimit = false): RequestPlan {
  const { service, path, query } = target;
  return planRequest({ method, service, path: path + query, headers, content, anyLimit });
}

/** An upload is shown as the file that it sends. */
async function shownPlan({ uri }: FileRun, { built, plan, upload }: Prepared): Promise<RequestPlan> {
  if (plan !== undefined) return plan;
  const bytes = await readAttachment(uri, upload.file);
  const kept = `purpose: ${upload.purpose}, file: < ${upload.file}`;
  return planOf({ ...built, content: { bytes, kept } });
}
