import * as vscode from 'vscode';
import type { HistorySummary } from '../../storage/types/storageTypes';
import { formatDuration } from '../../ui/formats/formats';
import { plainText } from '../../util/plainText';
import { shownLanguage } from '../../util/text';
import type { RequestFilter } from './requestFilter';

/** The filter as a sentence that stays in sight above the rows; empty when all is shown. */
export function describeFilter(filter: RequestFilter): string {
  const { method, day, origin } = filter;
  const others = [
    ...(method === undefined ? [] : [method]),
    ...(day === undefined ? [] : [dayInWords(day)]),
    ...(origin === undefined ? [] : [originInWords(origin)]),
  ];
  const first = describeMain(filter) || (others.length === 0 ? '' : vscode.l10n.t('Showing requests'));
  return [...(first === '' ? [] : [first]), ...others].join(' · ');
}

/** A local day as a person says it. @param day YYYY-MM-DD */
export function dayInWords(day: string): string {
  // Noon: whatever the zone does to its clocks at night, this is that day.
  const time = new Date(`${day}T12:00:00`).getTime();
  const distance = Math.round((time - new Date().setHours(12, 0, 0, 0)) / 86_400_000);
  if (distance === 0) return vscode.l10n.t('Today');
  if (distance === -1) return vscode.l10n.t('Yesterday');
  return new Intl.DateTimeFormat(shownLanguage(), { dateStyle: 'full' }).format(time);
}

export function originInWords(origin: NonNullable<RequestFilter['origin']>): string {
  const words = {
    agent: vscode.l10n.t('by an agent'),
    file: vscode.l10n.t('from a file'),
    user: vscode.l10n.t('by hand'),
  };
  return words[origin];
}

/** What happened on a day, one fact to a line. */
export function describeDay({ requests, failures, medianMs, slowest }: HistorySummary): string {
  const language = shownLanguage();
  return [
    vscode.l10n.t('Requests: {0}', requests.toLocaleString(language)),
    vscode.l10n.t('Failed: {0}', failures.toLocaleString(language)),
    ...(medianMs === undefined
      ? []
      : [vscode.l10n.t('Median time: {0}', formatDuration(medianMs, language))]),
    ...(slowest === undefined
      ? []
      : [
          vscode.l10n.t(
            'Slowest: {0} ({1})',
            formatDuration(slowest.durationMs, language),
            plainText(`${slowest.method} ${slowest.path}`, 200),
          ),
        ]),
  ].join('\n');
}

function describeMain({ text, outcome }: RequestFilter): string {
  const shown = text === undefined ? '' : plainText(text, 100);
  if (outcome === 'failed') {
    return text === undefined
      ? vscode.l10n.t('Showing failed requests')
      : vscode.l10n.t('Showing failed requests with “{0}”', shown);
  }
  if (outcome === 'ok') {
    return text === undefined
      ? vscode.l10n.t('Showing successful requests')
      : vscode.l10n.t('Showing successful requests with “{0}”', shown);
  }
  return text === undefined ? '' : vscode.l10n.t('Showing requests with “{0}”', shown);
}
