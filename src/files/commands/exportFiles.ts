import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { commandTitle } from '../../commands/titles';
import { CancelledError } from '../../api/model/errors';
import type { Redactor } from '../../api/model/redact';
import type { FileRegistry, KnownFile } from '../../storage';
import { compact } from '../../storage/sqlite/rowValues';
import { shareOf, withCancellableProgress } from '../../ui/progress';
import { pickOne } from '../../ui/questions/answered';
import { askSaveTarget } from '../../ui/questions/saveTarget';
import { writeChunks } from '../../ui/documents/writeChunks';
import { toCsv, type CsvColumn } from '../../util/csv';
import { contentLinkOf, recordOf } from '../records/contentLinks';
import { t } from '../../util/text';

export type ExportFormat = 'json' | 'csv';

/** What goes into an export: rows that were chosen, or those that a query finds. */
export type ExportScope =
  | { readonly kind: 'rows'; readonly files: readonly KnownFile[] }
  | { readonly kind: 'query'; readonly environment: string; readonly text?: string };

/** Rows of a page: few enough that a page does not block other code for long. */
const PAGE = 250;
/** From this many files on there is a notification with progress and Cancel. */
const MANY = 1000;

/**
 * Writes the files to a target, page by page. What was there before is replaced only when all is written.
 * @param redactor of the keys of now: one may have been stored since a file was named like it
 * @returns how many files
 * @throws CancelledError when the user called it off: then nothing is left behind
 */
export async function exportTo(
  target: vscode.Uri,
  format: ExportFormat,
  scope: ExportScope,
  registry: FileRegistry,
  redactor: Pick<Redactor, 'text'>,
  withProgress = withCancellableProgress<number>,
): Promise<number> {
  const total = scope.kind === 'rows' ? scope.files.length : registry.count(scope);
  const write = async (signal?: AbortSignal, report?: (message: string, percent: number) => void) => {
    let count = 0;
    const pieces = renderPages(pagesOf(scope, registry), format, redactor, (written) => {
      count = written;
      if (signal?.aborted === true) throw new CancelledError();
      report?.(...shareOf(count, total));
    });
    await writeChunks(target, pieces);
    return count;
  };
  return total < MANY ? write() : withProgress(commandTitle('exportFiles'), write);
}

/** The pages of a scope; between two of them everybody else has a turn. */
async function* pagesOf(scope: ExportScope, registry: FileRegistry): AsyncIterable<readonly KnownFile[]> {
  if (scope.kind === 'rows') {
    yield scope.files;
    return;
  }
  for (const page of registry.pages({ ...scope, limit: PAGE })) {
    yield page;
    await setImmediate();
  }
}

/**
 * The files as text of that format, in pieces without keys: each holds whole rows, so that no key begins in one and ends in
 * the next. Content links are left out: a link opens the content for anyone.
 * @param onPage called after each page with the number of files so far
 */
async function* renderPages(
  pages: AsyncIterable<readonly KnownFile[]>,
  format: ExportFormat,
  redactor: Pick<Redactor, 'text'>,
  onPage: (count: number) => void,
): AsyncIterable<string> {
  let count = 0;
  if (format === 'json') yield '[';
  for await (const page of pages) {
    if (format === 'csv') {
      const text = toCsv(COLUMNS, page);
      // Each page comes with the line of titles.
      yield redactor.text(count === 0 ? text : text.slice(text.indexOf('\r\n') + 2));
    } else {
      const texts = page.map((file, index) => {
        const json = JSON.stringify(exported(file), undefined, 2).replaceAll('\n', '\n  ');
        return `${count + index === 0 ? '' : ','}\n  ${json}`;
      });
      yield redactor.text(texts.join(''));
    }
    count += page.length;
    onPage(count);
  }
  if (format === 'json') yield count === 0 ? ']\n' : '\n]\n';
}

/** Asks what to export, where there is a choice. */
export async function askScope(
  registry: Pick<FileRegistry, 'count'>,
  environment: string,
  selected: readonly KnownFile[],
  filter: string,
): Promise<ExportScope> {
  const all = { kind: 'query', environment } as const;
  const items: (vscode.QuickPickItem & { readonly value: ExportScope })[] = [
    { label: t('All files of this environment'), value: all },
  ];
  if (filter !== '' && registry.count({ environment, text: filter }, 1) > 0) {
    const label = t('The files that match "{0}"', filter);
    items.unshift({ label, value: { ...all, text: filter } });
  }
  if (selected.length > 0) {
    const label = t('The selected files ({0})', selected.length);
    items.unshift({ label, value: { kind: 'rows', files: selected } });
  }
  if (filter === '' && items.length === 1) return all;
  return pickOne(items, { title: commandTitle('exportFiles') });
}

export function askFormat(): Promise<ExportFormat> {
  const items = [
    { label: 'CSV', description: t('a table for spreadsheets'), value: 'csv' },
    { label: 'JSON', description: t('every field of every record'), value: 'json' },
  ] as const;
  return pickOne(items, { title: commandTitle('exportFiles') });
}

export function askExportTarget(format: ExportFormat, environment: string): Promise<vscode.Uri> {
  const filters = { [format.toUpperCase()]: [format] };
  return askSaveTarget(commandTitle('exportFiles'), `files-${environment}.${format}`, filters);
}

function exported(file: KnownFile): Readonly<Record<string, unknown>> {
  const { contentLink: _, ...record } = recordOf(file);
  const { state, name, environment, size, sha256, uri: uploadedFrom, requestId, error } = file;
  const gone = file.gone || undefined;
  const kept = { state, name, environment, size, sha256, uploadedFrom, requestId, gone };
  return { ...record, ...compact<object>({ ...kept, error: error?.message }) };
}

const COLUMNS: readonly CsvColumn<KnownFile>[] = [
  { title: 'id', value: ({ fileId }) => fileId },
  { title: 'state', value: ({ state }) => state },
  { title: 'name', value: ({ name }) => name },
  { title: 'purpose', value: ({ purpose }) => purpose },
  { title: 'mimeType', value: ({ mimeType }) => mimeType },
  { title: 'uploadedAt', value: ({ uploadedAt }) => uploadedAt },
  { title: 'size', value: ({ size }) => size },
  { title: 'sha256', value: ({ sha256 }) => sha256 },
  { title: 'uploadedFrom', value: ({ uri }) => uri },
  { title: 'requestId', value: ({ requestId }) => requestId },
  { title: 'expiryDate', value: ({ details }) => text(details?.['expiryDate']) },
  { title: 'linkExpires', value: ({ details }) => expiryText(details) },
  { title: 'environment', value: ({ environment }) => environment },
];

function expiryText(details: KnownFile['details']): string | undefined {
  const expiresAt = contentLinkOf(details)?.expiresAt;
  return typeof expiresAt === 'number' ? new Date(expiresAt).toISOString() : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
