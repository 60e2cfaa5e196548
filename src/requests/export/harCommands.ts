import { createReadStream } from 'node:fs';
import * as vscode from 'vscode';
import { CancelledError, NotFoundError, invalidArgument } from '../../api/model/errors';
import type { Handlers } from '../../commands/commands';
import { extensionVersion } from '../../services/extensionVersion';
import type { Services } from '../../services/services';
import { environmentOf, optionsOf, refuse } from '../../commands/arguments';
import { commandTitle } from '../../commands/titles';
import { plainText } from '../../util/plainText';
import { formatRelativeTime } from '../../ui/formats/formats';
import { commandAction, showMessage } from '../../ui/messages';
import { environmentTitle } from '../../ui/environmentTitle';
import { shareOf, withCancellableProgress } from '../../ui/progress';
import { askSaveTarget, targetOf } from '../../ui/questions/saveTarget';
import { readBytes, sizeOf } from '../../ui/documents/readFile';
import { writeChunks } from '../../ui/documents/writeChunks';
import type { Documents } from '../exchange/exchangeDocuments';
import type { Exchanges } from '../exchange/exchanges';
import { withoutKeys } from '../exchange/laterKeys';
import { inPieces, type Source } from './entryReader';
import { listHar, readHarExchange, type HarRow } from './harFile';
import { askHarScope, exchangesOf, idsIn, readHarScope } from './harScope';
import { harText } from './har';
import { number, t } from '../../util/text';
import { pickOne } from '../../ui/questions/answered';

const FILTERS = { 'HAR (HTTP Archive)': ['har'] };

/**
 * Exchanges to and from HAR files.
 * @param selected the exchanges that are selected in the Requests view, as far as they belong to that environment
 */
export function createHarCommands(
  { context, environments, keys, storage }: Services,
  exchanges: Exchanges,
  documents: Documents,
  selected: (environment: string) => readonly string[],
) {
  return {
    async exportHar(asked) {
      const options = optionsOf(asked);
      const environment = environments.get(environmentOf(options));
      const given = targetOf(options);
      const { history } = await storage.get();
      // A caller who names the target is not asked what goes in; a person is.
      const scope =
        given === undefined
          ? await askHarScope(history, environment.id, selected(environment.id))
          : readHarScope(options);
      const target = given ?? (await askTarget(environment.id));
      const ids = idsIn(history, environment.id, scope);
      const kept = exchangesOf(history, ids, await withoutKeys(keys));
      const count = await withCancellableProgress(
        t('Reading the requests of {0}', environmentTitle(environment)),
        async (signal, report) => {
          let written = 0;
          const pieces = harText(kept, extensionVersion(context), (done) => {
            written = done;
            if (signal.aborted) throw new CancelledError();
            report(...shareOf(done, ids.length));
          });
          await writeChunks(target, pieces);
          return written;
        },
      );
      showMessage(
        'info',
        t('Requests of {1} exported, without API keys: {0}.', number(count), environment.name),
        [commandAction(t('Open'), 'openHar', target)],
      );
      return { data: { uri: target.toString(), count } };
    },

    async openHar(given, options) {
      const { entry } = optionsOf(options);
      if (entry !== undefined && !(typeof entry === 'number' && entry >= 0))
        throw invalidArgument('entry', 'number >= 0');
      const uri = given === undefined ? await askSource() : readUri(given);
      const read = await readerOf(uri);
      const { rows, skipped } = await listHar(read());
      const row = rows[entry ?? (await chooseEntry(rows, skipped))];
      const exchange = row && (await readHarExchange(read(), row));
      if (exchange === undefined) throw new NotFoundError(t('This HAR file does not contain that request.'));
      // A file of others may hold a key of this machine.
      const imported = exchanges.noteImported((await withoutKeys(keys))(exchange));
      await documents.show(imported);
      return { data: { count: rows.length, skipped }, exchangeId: imported.id };
    },
  } satisfies Partial<Handlers>;
}

/** Asks for the file to write. @throws CancelledError when it was dismissed */
export function askTarget(environment: string): Promise<vscode.Uri> {
  const name = `payments-api-${environment.replace(/[^\w-]/g, '_')}.har`;
  return askSaveTarget(commandTitle('exportHar'), name, FILTERS);
}

/**
 * Reads a file from its beginning at each call. Other file systems than the machine's own give it in one piece only.
 * @throws PreflightError where there is no such file, or it may never end
 */
async function readerOf(uri: vscode.Uri): Promise<() => Source> {
  try {
    await sizeOf(uri);
    if (uri.scheme === 'file') return () => createReadStream(uri.fsPath);
    const bytes = await readBytes(uri);
    return () => inPieces(bytes);
  } catch {
    const name = uri.path.split('/').at(-1) ?? '';
    throw refuse(t('The file could not be read or written: {0}. Choose another file.', name));
  }
}

async function askSource(): Promise<vscode.Uri> {
  const [source] = (await vscode.window.showOpenDialog({
    title: commandTitle('openHar'),
    filters: FILTERS,
  })) ?? [undefined];
  if (source === undefined) throw new CancelledError();
  return source;
}

function readUri(value: unknown): vscode.Uri {
  if (value instanceof vscode.Uri) return value;
  throw invalidArgument('target', 'vscode.Uri');
}

async function chooseEntry(entries: readonly HarRow[], skipped: number): Promise<number> {
  if (entries.length <= 1) return 0;
  const now = Date.now();
  return pickOne(
    entries.map(({ method, path, status, startedAt }, index) => ({
      label: plainText(`${method} ${path}`, 200),
      description: `${status ?? '–'} · ${formatRelativeTime(startedAt, now)}`,
      value: index,
    })),
    {
      title: t('Requests in this file: {0}; not readable: {1}', entries.length, skipped),
      matchOnDescription: true,
    },
  );
}
