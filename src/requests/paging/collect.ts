import * as vscode from 'vscode';
import { DecodeError } from '../../api/errors';
import type { Answer } from '../../api';
import type { Handler } from '../../commands/commands';
import type { Connections } from '../../services/connections';
import { optionsOf, refuse } from '../../commands/arguments';
import { showMessage } from '../../ui/messages';
import { environmentTitle, withCancellableProgress } from '../../ui/progress';
import type { Exchanges } from '../exchange/exchanges';
import { requireExchange } from './pageCommands';
import { queryForPage, recordsOf } from './paging';
import { recordsToCsv } from './recordsCsv';
import { refuseForeign, relativePath } from '../send/resend';

/** What is collected stays within this: an editor shows no more, and memory is not the service's to fill. */
const MAX_RECORDS = 100_000;
const MAX_CHARACTERS = 50_000_000;

type Format = 'json' | 'csv';

export interface CollectParts {
  readonly exchanges: Exchanges;
  readonly connections: Connections;
}

/** Reads a list from its first page to its last, into one document. */
export function createCollectCommand({ exchanges, connections }: CollectParts): Handler<'collectAllPages'> {
  return async (target, given) => {
    const exchange = await exchanges.get(requireExchange(target));
    refuseForeign(exchanges.isForeign(exchange.id));
    if (exchange.paging === undefined || exchange.method !== 'GET') {
      throw refuse(vscode.l10n.t('This request has no pages: its answer is not a list.'));
    }
    const options = optionsOf(given);
    const format = options['format'] === undefined ? await askFormat() : readFormat(options['format']);
    const { client, environment } = await connections.open(exchange.environment);
    const path = relativePath(exchange, environment);
    const collected = await withCancellableProgress(
      vscode.l10n.t('{0}: collecting all pages of {1}', environmentTitle(environment), path),
      async (signal, report) => {
        const into = new Collection();
        const input = { path, query: queryForPage(exchange.url, undefined) };
        for await (const page of client.pages(input, { signal })) {
          into.add(page);
          const total = page.paging?.totalCount;
          report(
            total === undefined
              ? vscode.l10n.t('{0} items', into.records.length)
              : vscode.l10n.t('{0} of {1} items', into.records.length, total),
            total === undefined || total === 0
              ? undefined
              : Math.min(100, (100 * into.records.length) / total),
          );
        }
        return into;
      },
    );
    const { records, pages, requestId, exchangeId } = collected;
    if (options['reveal'] !== false) await open(format, records);
    showMessage('info', vscode.l10n.t('Collected {0} items from {1} pages.', records.length, pages));
    return { data: { records, pages }, requestId, exchangeId };
  };
}

/** The records so far. */
class Collection {
  readonly records: unknown[] = [];
  pages = 0;
  requestId: string | undefined;
  exchangeId: string | undefined;
  #characters = 0;

  /** @throws DecodeError when there is more than can be shown */
  add({ body, requestId, exchangeId }: Answer<unknown>): void {
    const records = recordsOf(body) ?? [];
    this.#characters += JSON.stringify(records).length;
    this.pages += 1;
    this.requestId = requestId;
    this.exchangeId = exchangeId;
    if (this.records.length + records.length > MAX_RECORDS || this.#characters > MAX_CHARACTERS) {
      throw new DecodeError(
        {
          message: vscode.l10n.t(
            'The list is too long to collect: it has more than {0} items. Narrow it with a query, or go page by page.',
            this.records.length,
          ),
        },
        { requestId, exchangeId },
      );
    }
    this.records.push(...records);
  }
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
  if (picked === undefined) throw new vscode.CancellationError();
  return picked.format;
}

function readFormat(value: unknown): Format {
  if (value === 'json' || value === 'csv') return value;
  throw refuse(vscode.l10n.t('The format must be "json" or "csv".'));
}

async function open(format: Format, records: readonly unknown[]): Promise<void> {
  const content = format === 'json' ? `${JSON.stringify(records, undefined, 2)}\n` : recordsToCsv(records);
  const language = format === 'json' ? 'json' : 'csv';
  const languages = await vscode.languages.getLanguages();
  const document = await vscode.workspace.openTextDocument({
    content,
    language: languages.includes(language) ? language : 'plaintext',
  });
  await vscode.window.showTextDocument(document, { preview: false });
}
