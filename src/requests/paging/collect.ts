import { isPaymentsError, PaymentsError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Handler } from '../../commands/commands';
import type { Services } from '../../services/services';
import { choiceOf, optionsOf } from '../../commands/arguments';
import { isByPerson } from '../../commands/settingUp';
import { commandTitle } from '../../commands/titles';
import { openUntitled } from '../../ui/documents/openUntitled';
import { showMessage } from '../../ui/messages';
import { environmentTitle } from '../../ui/environmentTitle';
import { withCancellableProgress } from '../../ui/progress';
import { plainValue } from '../../util/exactJson';
import { Collection } from '../records/collection';
import type { Exchanges } from '../exchange/exchanges';
import { listName } from '../records/paging';
import { openPages } from '../records/pageReader';
import { recordsToCsv } from '../records/exports';
import { sentences, t } from '../../util/text';
import { pickOne } from '../../ui/questions/answered';

type Format = 'json' | 'csv';

/** Reads a list from its first page to its last, into one document. */
export function createCollectCommand(services: Services, exchanges: Exchanges): Handler<'collectAllPages'> {
  return async (target, given) => {
    const exchange = await exchanges.named(target);
    const options = optionsOf(given);
    const asked = choiceOf(options, 'format', ['json', 'csv']);
    const list = await openPages(exchange, services, isByPerson([target, given]));
    const format = options['reveal'] === false ? undefined : (asked ?? (await askFormat()));
    const collected = new Collection();
    try {
      await withCancellableProgress(
        t('{0}: collecting all pages of {1}', environmentTitle(list.environment), list.path),
        async (signal, report) => {
          for await (const page of list.read(undefined, signal)) {
            collected.add(page);
            const { message, percent } = collected.progress(page.totalCount);
            report(message, percent);
          }
        },
      );
    } catch (error) {
      throw await keep(exchange, collected, format, error);
    }
    const { records, pages, requestId, exchangeId } = collected;
    if (format !== undefined) await open(format, exchange, records);
    const said = t('Items collected: {0}; pages: {1}.', records.length, pages);
    const { otherTotal } = collected;
    if (otherTotal === undefined) {
      showMessage('info', said);
    } else {
      const note = t(
        'The service counts {0}, so items may be missing or there twice: the list may have changed meanwhile. Collect it again to be sure.',
        otherTotal,
      );
      showMessage('warning', sentences(said, note));
    }
    return { data: { records: records.map(plainValue), pages }, requestId, exchangeId };
  };
}

/** Shows what came before a failure or Cancel. @returns the error, with a sentence about it */
async function keep(
  exchange: Exchange,
  { records, pages }: Collection,
  format: Format | undefined,
  error: unknown,
): Promise<unknown> {
  if (records.length === 0 || !isPaymentsError(error)) return error;
  if (format !== undefined) await open(format, exchange, records);
  const { kind, facts, ...context } = error;
  const kept = sentences(
    t('Not all was collected. Items that came before: {0}; pages: {1}.', records.length, pages),
    format !== undefined ? t('They are in the document that was opened.') : undefined,
  );
  // Nothing else is said of what was cancelled, and the document looks like a whole list.
  if (kind === 'cancelled') showMessage('info', kept);
  const message = sentences(facts.message, kept);
  return new PaymentsError({ ...facts, kind, message }, { ...context, cause: error });
}

function askFormat(): Promise<Format> {
  const items = [
    { label: 'JSON', description: t('the records as received'), value: 'json' },
    { label: 'CSV', description: t('a table for spreadsheets'), value: 'csv' },
  ] as const;
  return pickOne(items, { title: commandTitle('collectAllPages') });
}

async function open(
  format: Format,
  { path }: Pick<Exchange, 'path'>,
  records: readonly unknown[],
): Promise<void> {
  const text = format === 'json' ? `${JSON.stringify(records, undefined, 2)}\n` : recordsToCsv(records);
  await openUntitled(listName(path), format, text);
}
