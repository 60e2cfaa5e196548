import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import { isPaymentsError, paymentsError } from '../../api/model/errors';
import type { Handler } from '../../commands/commands';
import { optionsOf, refuse } from '../../commands/arguments';
import { showMessage } from '../../ui/messages';
import { environmentTitle, withCancellableProgress } from '../../ui/progress';
import { plainValue } from '../../util/exactJson';
import { Collection } from '../records/collection';
import { requireExchange } from '../exchange/exchanges';
import { openPages, type PageParts } from '../records/pageReader';
import { openText } from '../records/openText';
import { recordsToCsv } from '../records/recordsCsv';

type Format = 'json' | 'csv';

/** Reads a list from its first page to its last, into one document. */
export function createCollectCommand(parts: PageParts): Handler<'collectAllPages'> {
  return async (target, given) => {
    const exchange = await parts.exchanges.get(requireExchange(target));
    const options = optionsOf(given);
    const asked = options['format'] === undefined ? undefined : readFormat(options['format']);
    const list = await openPages(exchange, parts);
    const format = asked ?? (await askFormat());
    const reveal = options['reveal'] !== false;
    const collected = new Collection();
    try {
      await withCancellableProgress(
        vscode.l10n.t('{0}: collecting all pages of {1}', environmentTitle(list.environment), list.path),
        async (signal, report) => {
          for await (const page of list.read({ cursor: undefined }, signal)) {
            collected.add(page);
            const { message, percent } = collected.progress(page.totalCount);
            report(message, percent);
          }
        },
      );
    } catch (error) {
      throw await keep(collected, format, reveal, error);
    }
    const { records, pages, requestId, exchangeId } = collected;
    if (reveal) await open(format, records);
    showMessage('info', vscode.l10n.t('Collected {0} items from {1} pages.', records.length, pages));
    return { data: { records: records.map(plainValue), pages }, requestId, exchangeId };
  };
}

/** Shows what came before a failure or Cancel. @returns the error, with a sentence about it */
async function keep(
  { records, pages }: Collection,
  format: Format,
  reveal: boolean,
  error: unknown,
): Promise<unknown> {
  if (records.length === 0 || !isPaymentsError(error)) return error;
  if (!reveal) return withSentence(error, notAll(records.length, pages));
  await open(format, records);
  return withSentence(
    error,
    `${notAll(records.length, pages)} ${vscode.l10n.t('They are in the document that was opened.')}`,
  );
}

function notAll(items: number, pages: number): string {
  return vscode.l10n.t('Not all was collected: {0} items from {1} pages came before.', items, pages);
}

function withSentence(error: ReturnType<typeof paymentsError>, sentence: string): unknown {
  const { kind, facts, ...context } = error;
  return paymentsError(
    { ...facts, kind, message: `${facts.message} ${sentence}` },
    { ...context, cause: error },
  );
}

async function askFormat(): Promise<Format> {
  const items: (vscode.QuickPickItem & { format: Format })[] = [
    { label: 'JSON', description: vscode.l10n.t('the records as received'), format: 'json' },
    { label: 'CSV', description: vscode.l10n.t('a table for spreadsheets'), format: 'csv' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Collect all pages'),
    placeHolder: vscode.l10n.t('Choose a format'),
  });
  if (picked === undefined) throw cancelled(vscode.l10n.t('Cancelled: no pages were collected.'));
  return picked.format;
}

function readFormat(value: unknown): Format {
  if (value === 'json' || value === 'csv') return value;
  throw refuse(vscode.l10n.t('The format must be "json" or "csv".'));
}

async function open(format: Format, records: readonly unknown[]): Promise<void> {
  await openText(
    format,
    format === 'json' ? `${JSON.stringify(records, undefined, 2)}\n` : recordsToCsv(records),
  );
}
