import { DecodeError } from '../../api/model/errors';
import type { ExactPage } from './pageReader';
import { t } from '../../util/text';

/** What is collected stays within this: an editor shows no more, and memory is not the service's to fill. */
const MAX_RECORDS = 100_000;
const MAX_CHARACTERS = 50_000_000;

/** The records of a list so far, with every number as the service wrote it. */
export class Collection {
  readonly records: unknown[] = [];
  pages = 0;
  requestId: string | undefined;
  exchangeId: string | undefined;
  #characters = 0;
  #total: number | undefined;

  /** @throws DecodeError when there is more than can be shown */
  add({ records, totalCount, requestId, exchangeId }: ExactPage): void {
    this.#total = totalCount;
    this.#characters += JSON.stringify(records).length;
    this.requestId = requestId;
    this.exchangeId = exchangeId;
    if (this.records.length + records.length > MAX_RECORDS || this.#characters > MAX_CHARACTERS) {
      throw new DecodeError(
        t(
          'The list is too long to collect: it has more than {0} items. Narrow it with a query, or go page by page.',
          this.records.length,
        ),
        { requestId, exchangeId },
      );
    }
    this.pages += 1;
    for (const record of records) this.records.push(record);
  }

  /** How long the list is by the last page, where that is not what was collected. */
  get otherTotal(): number | undefined {
    const total = this.#total;
    const isCount = Number.isSafeInteger(total) && (total ?? -1) >= 0;
    return isCount && total !== this.records.length ? total : undefined;
  }

  /** How far it is, in words and as a part of the whole where the service says how long the list is. */
  progress(total: number | undefined): { readonly message: string; readonly percent?: number } {
    const { length } = this.records;
    if (total === undefined) return { message: t('Rows: {0}', length) };
    const message = t('Rows: {0} of {1}', length, total);
    return total <= 0 ? { message } : { message, percent: Math.min(100, (100 * length) / total) };
  }
}
