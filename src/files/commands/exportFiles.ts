import * as vscode from 'vscode';
import { CancelledError } from '../../api/errors';
import type { FileQuery, FileRegistry, KnownFile } from '../../storage/types';
import { toCsv, type CsvColumn } from '../../util/csv';
import { contentLinkOf, recordOf } from '../contentLinks';

export type ExportFormat = 'json' | 'csv';

const PAGE = 1000;

/** Every uploaded file of an environment, newest first, read in pages. */
export function* uploadedFiles(registry: FileRegistry, environment: string): Iterable<KnownFile> {
  let after: string | undefined;
  do {
    const query: FileQuery = { environment, states: ['uploaded'], limit: PAGE, after };
    const page = registry.list(query);
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** The files as text of that format. Content links stay out: a link opens the content to whoever holds it. */
export function renderExport(files: readonly KnownFile[], format: ExportFormat): string {
  if (format === 'csv') return toCsv(COLUMNS, files);
  return `${JSON.stringify(files.map(exported), undefined, 2)}\n`;
}

export async function askFormat(): Promise<ExportFormat> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: 'CSV', description: vscode.l10n.t('for spreadsheets'), format: 'csv' as const },
      { label: 'JSON', description: vscode.l10n.t('every field of every record'), format: 'json' as const },
    ],
    { title: vscode.l10n.t('Export files') },
  );
  if (picked === undefined) throw cancelled();
  return picked.format;
}

export async function askExportTarget(format: ExportFormat, environment: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export files'),
    filters: { [format.toUpperCase()]: [format] },
    ...(folder !== undefined && {
      defaultUri: vscode.Uri.joinPath(folder, `files-${environment}.${format}`),
    }),
  });
  if (chosen === undefined) throw cancelled();
  return chosen;
}

function exported(file: KnownFile): Readonly<Record<string, unknown>> {
  const record = Object.entries(recordOf(file)).filter(([field]) => field !== 'contentLink');
  return {
    ...Object.fromEntries(record),
    name: file.name,
    environment: file.environment,
    ...(file.size !== undefined && { size: file.size }),
    ...(file.sha256 !== undefined && { sha256: file.sha256 }),
    ...(file.uri !== undefined && { uploadedFrom: file.uri }),
    ...(file.requestId !== undefined && { requestId: file.requestId }),
    ...(file.gone && { gone: true }),
  };
}

const COLUMNS: readonly CsvColumn<KnownFile>[] = [
  { title: 'id', value: ({ fileId }) => fileId },
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

function cancelled(): CancelledError {
  return new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was exported.') });
}
