import type { ExchangeSummary, HistorySummary } from '../../storage/types/storageTypes';
import { dayInWords } from '../../ui/formats/days';
import { formatDuration } from '../../ui/formats/formats';
import { plainText } from '../../util/plainText';
import { present, shownLanguage, t } from '../../util/text';
import type { RequestFilter } from '../../commands/table/commandTypes';
import { originInWords } from '../exchange/exchangeWords';

/** The filter as a sentence that stays in sight above the rows; empty when all is shown. */
export function describeFilter(filter: RequestFilter): string {
  const { text, outcome, method, path, day, origin, differs } = filter;
  const parts = present(
    text && `“${plainText(text, 100)}”`,
    outcome === 'failed' && t('Failed only'),
    outcome === 'ok' && t('Successful only'),
    differs && t('differs from its description'),
    method,
    path && plainText(path, 200),
    day && dayInWords(day),
    origin && originInWords(origin),
  );
  return parts.length === 0 ? '' : t('Filter: {0}', parts.join(' · '));
}

/** What happened on a day, one fact to a line. */
export function describeDay({ requests, failures, medianMs, slowest }: HistorySummary): string {
  const language = shownLanguage();
  const name = slowest && plainText(`${slowest.method} ${slowest.path}`, 200);
  return present(
    t('Requests: {0}', requests.toLocaleString(language)),
    t('Failed: {0}', failures.toLocaleString(language)),
    medianMs !== undefined && t('Median time: {0}', formatDuration(medianMs, language)),
    name && t('Slowest: {0} ({1})', formatDuration(slowest.durationMs, language), name),
  ).join('\n');
}

/** What became of a batch, in the words of its message; nothing where all went well. */
export function batchInWords(summaries: readonly ExchangeSummary[]): string[] {
  const language = shownLanguage();
  const counted = (outcome: ExchangeSummary['outcome']) =>
    summaries.filter((each) => each.outcome === outcome).length;
  const [uploaded, unknown, cancelled] = [counted('ok'), counted('unknown-outcome'), counted('cancelled')];
  const failed = summaries.length - uploaded - unknown - cancelled;
  if (uploaded === summaries.length) return [];
  const words: [number, (count: string) => string][] = [
    [uploaded, (count) => t('{0} uploaded', count)],
    [failed, (count) => t('{0} failed', count)],
    [unknown, (count) => t('{0} with unknown outcome', count)],
    [cancelled, (count) => t('{0} cancelled', count)],
  ];
  return words.filter(([count]) => count > 0).map(([count, say]) => say(count.toLocaleString(language)));
}
