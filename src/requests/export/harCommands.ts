import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import { NotFoundError } from '../../api/errors';
import type { Handlers } from '../../commands/commands';
import type { Environments } from '../../services/environments';
import type { Storage } from '../../storage/types';
import { optionsOf, refuse } from '../../commands/arguments';
import { plainText } from '../../util/plainText';
import { formatRelativeTime } from '../../ui/formats/formats';
import { commandAction, showMessage } from '../../ui/messages';
import { environmentTitle, withCancellableProgress } from '../../ui/progress';
import type { Documents } from '../exchange/exchangeDocuments';
import type { Exchanges } from '../exchange/exchanges';
import { parseHar, toHar } from './har';
import { shownLanguage } from '../../util/text';

const FILTERS = { 'HAR (HTTP Archive)': ['har'] };
const LARGEST = 50 * 1024 * 1024;
/** Other windows' and the editor's own work goes on between so many exchanges. */
const AT_ONCE = 100;

export interface HarParts {
  readonly environments: Environments;
  readonly storage: () => Promise<Storage>;
  readonly exchanges: Exchanges;
  readonly documents: Documents;
  readonly extensionVersion: string;
}

/** Exchanges to and from HAR files. */
export function createHarCommands(parts: HarParts): Pick<Handlers, 'exportHar' | 'openHar'> {
  const { environments, exchanges, documents } = parts;
  return {
    async exportHar(given) {
      const options = optionsOf(given);
      const environment = environments.get(options['environment']);
      const target =
        options['target'] === undefined ? await askTarget(environment.id) : readUri(options['target']);
      const { history } = await parts.storage();
      const { bytes, count } = await withCancellableProgress(
        vscode.l10n.t('Exporting the requests of {0}', environmentTitle(environment)),
        (signal) => write(history.all(environment.id), parts.extensionVersion, signal),
      );
      await vscode.workspace.fs.writeFile(target, bytes);
      showMessage(
        'info',
        vscode.l10n.t('Exported {0} requests of {1}, without API keys.', count, environment.name),
        [commandAction(vscode.l10n.t('Open'), 'openHar', target)],
      );
      return { data: { uri: target.toString(), count } };
    },

    async openHar(given, options) {
      const uri = given === undefined ? await askSource() : readUri(given);
      const { size } = await statOf(uri);
      if (size > LARGEST) {
        throw refuse(vscode.l10n.t('This file is larger than 50 MB. Export fewer requests.'));
      }
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const har = parseHar(text);
      if (!har.ok) throw refuse(har.reason);
      const ids = exchanges.noteForeign(har.entries);
      const index = await chooseEntry(har.entries, optionsOf(options)['entry'], har.skipped);
      const id = ids[index];
      if (id === undefined) {
        throw new NotFoundError({ message: vscode.l10n.t('This HAR file does not contain that request.') });
      }
      await documents.show(await exchanges.get(id));
      return { data: { count: ids.length, skipped: har.skipped }, exchangeId: id };
    },
  };
}

/** Entry by entry, so that no more than the text itself is held. */
async function write(
  all: Iterable<Parameters<typeof toHar>[0] extends Iterable<infer E> ? E : never>,
  version: string,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; count: number }> {
  const creator = { name: 'Payments API Explorer', version };
  const { entries: _none, ...head } = toHar([], creator).log;
  const parts: Buffer[] = [];
  let count = 0;
  for (const exchange of all) {
    if (signal.aborted) throw cancelled(vscode.l10n.t('Cancelled: the export was not finished.'));
    for (const entry of toHar([exchange], creator).log.entries) {
      parts.push(Buffer.from(`${parts.length === 0 ? '' : ',\n'}${JSON.stringify(entry)}`));
    }
    count += 1;
    if (count % AT_ONCE === 0) await new Promise(setImmediate);
  }
  const start = `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[\n`;
  return { bytes: Buffer.concat([Buffer.from(start), ...parts, Buffer.from('\n]}}\n')]), count };
}

async function askTarget(environment: string): Promise<vscode.Uri> {
  const name = `payments-api-${environment.replace(/[^\w-]/g, '_')}.har`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export requests as HAR'),
    filters: FILTERS,
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) throw cancelled(vscode.l10n.t('Cancelled: nothing was exported.'));
  return target;
}

/** @throws PreflightError where there is no such file */
async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    throw refuse(
      vscode.l10n.t('There is no file {0}, or it cannot be read.', uri.path.split('/').at(-1) ?? ''),
    );
  }
}

async function askSource(): Promise<vscode.Uri> {
  const [source] = (await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open a HAR file'),
    filters: FILTERS,
  })) ?? [undefined];
  if (source === undefined) throw cancelled(vscode.l10n.t('Cancelled: no file was opened.'));
  return source;
}

function readUri(value: unknown): vscode.Uri {
  if (value instanceof vscode.Uri) return value;
  throw refuse(vscode.l10n.t('The file must be given as a URI.'));
}

async function chooseEntry(
  entries: readonly { method: string; path: string; status?: number; startedAt: number }[],
  given: unknown,
  skipped: number,
): Promise<number> {
  if (given !== undefined) {
    if (typeof given === 'number') return given;
    throw refuse(vscode.l10n.t('The entry must be its position in the file, counted from 0.'));
  }
  if (entries.length <= 1) return 0;
  const now = Date.now();
  const picked = await vscode.window.showQuickPick(
    entries.map(({ method, path, status, startedAt }, index) => ({
      label: plainText(`${method} ${path}`, 200),
      description: `${status ?? '–'} · ${formatRelativeTime(startedAt, now, shownLanguage())}`,
      index,
    })),
    {
      title:
        skipped === 0
          ? vscode.l10n.t('{0} requests in this file', entries.length)
          : vscode.l10n.t('{0} requests in this file; {1} could not be read', entries.length, skipped),
      placeHolder: vscode.l10n.t('Choose a request to view'),
      matchOnDescription: true,
    },
  );
  if (picked === undefined) throw cancelled(vscode.l10n.t('Cancelled: no request was opened.'));
  return picked.index;
}
