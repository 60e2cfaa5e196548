import type { AnswerCheck, Exchange } from '../../api/model/exchange';
import type { Services } from '../../services/services';
import { t } from '../../util/text';
import { within } from '../../util/async';

/** A document waits so long for its check, in milliseconds. It is shown without one then, and again with it. */
const PATIENCE = 250;

/** What is known of the checks of answers, for their documents. */
export class KnownChecks {
  readonly #services: Pick<Services, 'checks' | 'descriptions' | 'storage'>;
  readonly #late = new Set<string>();

  constructor(services: Pick<Services, 'checks' | 'descriptions' | 'storage'>) {
    this.#services = services;
  }

  /** The check of an exchange; undefined where it has none. */
  async of({ id }: Exchange): Promise<AnswerCheck | undefined> {
    const { checks, storage } = this.#services;
    return (await checks.recent(id)) ?? (await storage.get()).history.checkOf(id);
  }

  /** The check, or why there is none. */
  async checkOrReason(exchange: Exchange): Promise<AnswerCheck> {
    const check = await this.of(exchange);
    if (check !== undefined) return check;
    const notChecked = (reason: string): AnswerCheck => ({ checked: false, reason, differences: [] });
    if (exchange.attempts.at(-1)?.response === undefined) return notChecked('no-answer');
    const { checks, descriptions } = this.#services;
    const operation = checks.operationOf(exchange);
    const document = descriptions.documents.find(({ uri }) => uri === operation?.source);
    // What was added later described nothing when the answer came.
    const isLater = document !== undefined && document.addedAt > exchange.startedAt;
    return notChecked(operation === undefined || isLater ? 'no-description' : 'not-kept');
  }

  /** The check where it is there soon. @param arrived called once it is there after all */
  async soon(exchange: Exchange, arrived: () => void): Promise<AnswerCheck | undefined> {
    const check = this.of(exchange);
    const isLate = this.#late.has(exchange.id);
    const first = await within(isLate ? 0 : PATIENCE, check);
    if (first !== undefined || isLate) return first;
    this.#late.add(exchange.id);
    const shown = (found?: AnswerCheck) => {
      this.#late.delete(exchange.id);
      if (found !== undefined) arrived();
    };
    // One that cannot be read leaves the document as it is.
    check.then(shown, () => shown());
    return undefined;
  }
}

/** What came of a check, for the first line of a document; nothing for an answer that nothing describes. */
export function checkWords(check: AnswerCheck | undefined): string | undefined {
  const { operation, checked, reason, differences = [] } = check ?? {};
  const { length } = differences;
  if (checked === true && length > 0)
    return length === 1
      ? t('differs from the description in 1 place')
      : t('differs from the description in {0} places', length);
  if (reason === 'too-slow') return t('not checked: it took too long');
  if (reason === 'too-large') return t('not checked: it is too large');
  // The documented interface is what one expects anyway.
  const isAdded = operation !== undefined && operation.source !== 'documented';
  return checked === true && isAdded ? t('as described') : undefined;
}
