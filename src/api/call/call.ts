/** One call from its plan to its answer: attempts, exchange, redaction and errors, the same for every operation. */
import { type Interpreted, type Reader, interpret } from './readEnvelope';
import { type AttemptEnd, type AttemptSettings, quietly, runAttempts } from './attempts';
import { carriesKey, type CallPlan, type ClientSession } from './callPlan';
import type { ClientOptions, TrialScenario } from './clientOptions';
import type { Answer, BatchCall, CallOptions } from '../model/clientTypes';
import { describeBroken, reasonOf } from './broken';
import { helpfulSetting, seconds } from './describeError';
import { type ErrorFacts, errorFacts, isPaymentsError, PaymentsError } from '../model/errors';
import { ExchangeRecorder } from './exchangeRecorder';
import { isRead } from '../rules/methods';
import { MAX_RESPONSE_BYTES } from '../rules/limits';
import type { Redactor } from '../model/redact';
import { sentences, t } from '../../util/text';

/** A call under way: what all its attempts share. */
export class Call {
  readonly #options: ClientOptions;
  readonly #call: CallOptions;
  readonly #redactor: Redactor;
  readonly #plan: CallPlan;
  readonly recorder: ExchangeRecorder;
  #last: AttemptEnd | undefined;
  #isAnnounced = false;
  readonly #scenario: TrialScenario | undefined;

  constructor({ options, redactor }: ClientSession, plan: CallPlan, call: CallOptions) {
    this.#options = options;
    const signals = [options.signal, call.signal].filter((signal) => signal !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    this.#call = { ...call, ...(signal !== undefined && { signal }) };
    this.#redactor = redactor;
    this.#plan = plan;
    const held = this.#held();
    if (held) throw new PaymentsError(held, { environment: options.environment });
    const { environment, identity, environmentType } = options;
    this.#scenario = options.scenario;
    const start = {
      ...plan,
      environment,
      identity,
      environmentType,
      scenario: this.#scenario?.id,
      batch: call.batch?.id,
      origin: options.origin ?? call.origin,
    };
    this.recorder = new ExchangeRecorder(start, this.#redactor);
    // A call of a batch may wait long before it begins, or never begin.
    if (call.batch === undefined) this.#announce();
  }

  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    quietly(() => this.#options.onBegin?.(this.recorder.begun));
  }

  /** Runs the attempts; undefined when the call was cancelled between them. */
  async send(url: URL, headers: readonly [string, string][]): Promise<AttemptEnd | undefined> {
    const { method, body, address } = this.#plan;
    const refused = await this.#journal();
    if (refused !== undefined) return this.fail(refused);
    const { environment, identity, cooldown } = this.#options;
    const settings: AttemptSettings = {
      ...this.#options,
      ...this.#call,
      signal: this.#call.signal,
      maxBytes: this.#plan.maxBytes ?? MAX_RESPONSE_BYTES,
      batch: this.#batch,
      isHeld: () => this.#held() !== undefined,
      onHold: (milliseconds) => {
        if (carriesKey(headers)) cooldown.hold(environment, milliseconds, identity);
      },
    };
    const target = address?.replace(/^[a-z]+:\/\/[^/?#]*/, '');
    const request = { method, url, target, headers: [...headers], ...(body ? { body } : {}) };
    try {
      return await runAttempts(request, settings, (end) => {
        this.#last = end;
        this.recorder.add(end, url.host);
      });
    } catch (error) {
      // A batch that called it off; what was tried before stays an exchange.
      if (this.#isAnnounced && isPaymentsError(error)) {
        const facts = error.kind === 'cancelled' ? this.unsent() : errorFacts(error);
        this.#notify(this.recorder.finish({ error: facts }));
      }
      throw error;
    }
  }

  get #batch(): BatchCall | undefined {
    const { batch } = this.#call;
    return (
      batch && {
        ...batch,
        begin: async () => {
          await batch.begin?.();
          this.#announce();
        },
      }
    );
  }

  /** Why nothing may be sent now, such as where the service asked to wait for longer than a call does. */
  #held(): ErrorFacts | undefined {
    const { environment, environmentName, identity, cooldown, refuses } = this.#options;
    // Content is that of a file, wherever it is.
    const refused = refuses?.(this.#plan.method, this.#plan.service ?? 'files');
    if (refused !== undefined) return refused;
    const retryAfterSeconds = cooldown.heldSeconds(environment, identity);
    if (
      retryAfterSeconds === undefined ||
      this.#call.despiteHold === true ||
      !carriesKey(this.#plan.headers)
    ) {
      return undefined;
    }
    const message = t(
      'The service of the environment "{0}" asked to wait. Nothing was sent: try again in {1}.',
      environmentName,
      seconds(retryAfterSeconds * 1000),
    );
    return { kind: 'preflight', message, retryAfterSeconds };
  }

  /**
   * Has a write written down before its first byte. Uploads are in the registry of files by then.
   * @returns why it is not sent: what cannot be written down is not sent
   */
  async #journal(): Promise<ErrorFacts | undefined> {
    const { writeHash } = this.#plan;
    if (writeHash === undefined) return undefined;
    const { begun, request } = this.recorder;
    try {
      await this.#options.onWrite?.({ ...begun, request, writeHash, shown: this.#call.shown });
      return undefined;
    } catch (error) {
      if (isPaymentsError(error) && error.kind !== 'configuration')
        return { ...error.facts, kind: error.kind };
      const why = error instanceof Error ? error.message : String(error);
      const message = t('The request could not be written down, so it was not sent: {0}', why);
      return { kind: 'configuration', message };
    }
  }

  /** Reads the last attempt; undefined means that the call was cancelled or held back. @param url where it went to */
  interpret<T>(end: AttemptEnd | undefined, reader: Reader<T>, url = this.#plan.url): Interpreted<T> {
    if (!end) return { ok: false, facts: this.unsent() };
    const { operation, method, headers } = this.#plan;
    const { environmentName: environment, timeoutMs } = this.#options;
    const subject = { operation, method, url, environment, timeoutMs, keyWithheld: !carriesKey(headers) };
    // Links in it stay whole: they are what it was asked for.
    return interpret(end, reader, subject, (json) => this.#redactor.json(json));
  }

  /** Why there is no attempt to read. */
  unsent(): ErrorFacts {
    const held = this.#call.signal?.aborted === true ? undefined : this.#held();
    return held ?? { kind: 'cancelled', message: t('The request was cancelled.') };
  }

  /**
   * Makes the call. Whatever goes wrong in it ends it as an exchange, also an error of ours.
   * @throws PaymentsError and nothing else
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isPaymentsError(error)) throw error;
      const cause = reasonOf(error, this.#redactor);
      quietly(() => this.#options.onUnexpected?.(cause));
      return this.fail(describeBroken(this.#last, isRead(this.#plan.method)), this.#last, { cause });
    }
  }

  /** Ends a successful call: reports the exchange, and returns what every answer carries. */
  succeed(end: Pick<Answer<unknown>, 'deviations' | 'paging'>): { requestId?: string; exchangeId: string } {
    this.#notify(this.recorder.finish(end));
    const { requestId, id: exchangeId } = this.recorder;
    return { ...(requestId === undefined ? {} : { requestId }), exchangeId };
  }

  /**
   * Ends a failed call: reports the exchange, then throws.
   * @throws PaymentsError of the facts' kind
   */
  fail(
    facts: ErrorFacts,
    end?: AttemptEnd,
    {
      isDocumented = false,
      deviations = [],
      cause,
    }: { isDocumented?: boolean; deviations?: readonly string[]; cause?: Error } = {},
  ): never {
    const status = end?.response?.status;
    const known = this.#withMayHaveActed({ ...(status !== undefined && { status }), ...facts });
    const message = sentences(known.message, this.#scenario?.explain(known));
    const error = this.#redactor.json({ ...known, message }) as ErrorFacts;
    // Nothing was tried: it was called off or held back while it waited for its turn.
    if (!this.#isAnnounced) throw new PaymentsError(error, { environment: this.#options.environment, cause });
    const setting = end?.failure && helpfulSetting(end.failure);
    this.#notify(this.recorder.finish({ error, deviations, setting }));
    const why = end?.failure?.why;
    const causeCode = typeof why === 'object' && 'code' in why ? why.code : undefined;
    const { requestId, id: exchangeId } = this.recorder;
    const { environment } = this.#options;
    const context = { requestId, exchangeId, environment, causeCode, setting, isDocumented, cause };
    throw new PaymentsError(error, context);
  }

  /** Marks a failed write that the service may have acted on; see `ErrorFacts.mayHaveActed`. */
  #withMayHaveActed(facts: ErrorFacts): ErrorFacts {
    if (isRead(this.#plan.method)) return facts;
    const { kind, status = 0 } = facts;
    // Only a 2xx is refused for how it is written.
    const mayHaveActed = kind === 'unknown-outcome' || kind === 'decode' || status >= 500;
    return mayHaveActed ? { ...facts, mayHaveActed } : facts;
  }

  #notify(exchange: ReturnType<ExchangeRecorder['finish']>): void {
    for (const { onExchange } of [this.#call, this.#options])
      quietly(() => onExchange?.(exchange, this.#last?.response));
  }
}

/** Makes a call whose answer is an envelope. */
export async function callForEnvelope<T>(
  session: ClientSession,
  plan: CallPlan,
  reader: Reader<T>,
  callOptions: CallOptions,
): Promise<Answer<T>> {
  const call = new Call(session, plan, callOptions);
  return call.run(async () => {
    const end = await call.send(plan.url, plan.headers);
    const read = call.interpret(end, reader);
    if (!read.ok) return call.fail(read.facts, end, read);
    const { ok: _, ...answer } = read;
    return { ...answer, ...call.succeed(answer) };
  });
}
