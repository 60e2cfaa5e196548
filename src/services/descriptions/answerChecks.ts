import type { AnswerCheck, Exchange, ReceivedAnswer } from '../../api/model/exchange';
import type { ApiOperation } from '../../api/model/operations';
import { redactorOf } from '../environments/redactor';
import { targetBelow } from '../../descriptions/infer/targetBelow';
import type { TaskFailure } from '../../descriptions/worker/client';
import type { Descriptions } from './descriptions';
import type { Environments } from '../environments/environments';
import type { KeyVault } from '../environments/keyVault';
import type { Operations } from './operations';
import type { Settings } from '../environments/settings';
import type { Storage } from '../../storage';

/** What checking needs from the rest. */
export interface CheckParts {
  readonly descriptions: Descriptions;
  readonly operations: Operations;
  readonly environments: Environments;
  readonly keys: KeyVault;
  readonly settings: Settings;
  readonly storage: { readonly get: () => Promise<Storage> };
}

/** Answers of the documented operations up to this size are checked here: no thread is started for them. */
const SMALL = 100_000;
/** More that waits to be checked is not worth the memory. */
const MAX_WAITING = 50_000_000;
/** Results that are at hand, also where no history is kept. */
const MAX_RECENT = 200;

/** Compares each answer with its description once, as it arrives, and keeps the result with its exchange. */
export class AnswerChecks {
  readonly #parts: CheckParts;
  /** Under way or done, newest last. */
  readonly #recent = new Map<string, Promise<AnswerCheck | undefined>>();
  /** Operations whose check took too long. They are tried again when a document changes. */
  readonly #slow = new Set<ApiOperation>();
  #waitingBytes = 0;

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  /**
   * Checks an answer. What comes of it changes nothing of the exchange.
   * @param kept fulfilled once the exchange is in the history
   */
  note(exchange: Exchange, answer: ReceivedAnswer | undefined, kept: Promise<void>): void {
    if (answer === undefined || exchange.operation === 'content') return;
    const check = this.#check(exchange, answer).catch((): AnswerCheck => notChecked('not-kept'));
    this.#recent.set(exchange.id, check);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MAX_RECENT && oldest !== undefined) this.#recent.delete(oldest);
    // A window that closes keeps no more.
    this.#keep(exchange.id, check, kept).catch(() => undefined);
  }

  /** The check of an exchange of this window; undefined where none is known here, or nothing describes it. */
  async recent(exchangeId: string): Promise<AnswerCheck | undefined> {
    return this.#recent.get(exchangeId);
  }

  /** The operation that an exchange is, of those that are described now. */
  operationOf(exchange: Exchange): ApiOperation | undefined {
    const { environments, operations } = this.#parts;
    const addresses = environments.all.find(({ id }) => id === exchange.environment)?.addresses;
    const target = targetBelow(exchange, addresses);
    const found = target === undefined ? undefined : operations.match(exchange.method, target);
    return found?.source === 'local-sandbox' ? undefined : found;
  }

  async #keep(id: string, check: Promise<AnswerCheck | undefined>, kept: Promise<void>): Promise<void> {
    const [made] = await Promise.all([check, kept]);
    if (made === undefined) return;
    const storage = await this.#parts.storage.get();
    await storage.batch(() => storage.history.keepCheck(id, made));
  }

  async #check(exchange: Exchange, answer: ReceivedAnswer): Promise<AnswerCheck | undefined> {
    const { descriptions, settings, keys } = this.#parts;
    await descriptions.ready();
    const operation = this.operationOf(exchange);
    if (operation === undefined) return undefined;
    const { method, path, source } = operation;
    const found = { operation: { method, path, source } };
    const unchecked = (why: string): AnswerCheck => ({ ...found, ...notChecked(why) });
    if (!settings.values.checkAnswers) return unchecked('switched-off');
    if (isRefusal(exchange, answer)) return unchecked('refused');
    const { bytes, isTooLarge = false } = answer;
    if (bytes === undefined && !isTooLarge) return unchecked('no-answer');
    if (bytes === undefined || this.#waitingBytes + bytes.length > MAX_WAITING) return unchecked('too-large');
    if (this.#slow.has(operation)) return unchecked('too-slow');
    try {
      this.#waitingBytes += bytes.length;
      const differences = await this.#differences(operation, { ...answer, bytes });
      if (differences.length === 0) return { ...found, checked: true, differences };
      // Made only where there is something to take out: it costs more than the check of a small answer.
      const redactor = await redactorOf(keys);
      const redacted = redactor.json(differences) as AnswerCheck['differences'];
      return { ...found, checked: true, differences: redacted };
    } catch (error) {
      const { reason } = error as TaskFailure;
      if (reason === 'too-slow') this.#slow.add(operation);
      return unchecked(reason === 'too-slow' || reason === 'too-large' ? reason : 'not-kept');
    } finally {
      this.#waitingBytes -= bytes.length;
    }
  }

  async #differences(
    operation: ApiOperation,
    answer: ReceivedAnswer & { readonly bytes: Uint8Array },
  ): Promise<AnswerCheck['differences']> {
    const { method, path, source } = operation;
    const { status, headers, bytes } = answer;
    const key = { source, method, path };
    const { documented, worker } = this.#parts.descriptions;
    if (source === 'documented' && bytes.length <= SMALL) return (await documented.get()).check(key, answer);
    return worker.run('check', key, { status, headers, bytes });
  }
}

function notChecked(reason: string): AnswerCheck {
  return { checked: false, reason, differences: [] };
}

/** The Local Sandbox refused a request that does not fit its description. */
function isRefusal({ environmentType }: Exchange, { headers }: ReceivedAnswer): boolean {
  return (
    environmentType === 'local' &&
    headers.some(([name, value]) => name.toLowerCase() === 'x-local-sandbox' && value === 'refused')
  );
}
