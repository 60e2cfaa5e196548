import * as vscode from 'vscode';
import type { UploadResult } from '../../commands/table/commandTypes';
import { execute } from '../../commands/execute';
import { menuTitle } from '../../commands/titles';
import type { Environment } from '../../services/environments/environmentModel';
import { canBeRetried } from '../../storage/types/fileStates';
import type { KnownFile } from '../../storage/types/storageTypes';
import { plainText, literal } from '../../util/plainText';
import {
  commandAction,
  failureActions,
  showMessage,
  withRequestId,
  type Action,
  titledAction,
} from '../../ui/messages';
import { environmentTitle, withProduction } from '../../ui/environmentTitle';
import type { SelectedResources } from '../check/resources';
import { resultWord } from '../records/uploadStates';
import { showLeftOut } from './summaryQuestion';
import { mayHaveArrived } from './uploadResults';
import { firstOf, listed, present, sentences, t } from '../../util/text';
import { copyIds } from '../../ui/flash';
import { nameOf } from '../check/gather';

type Status = UploadResult['status'];

/** Rows of a batch, as they are at the moment of asking. */
type RowsNow = () => readonly KnownFile[];

/** Whether it certainly did not arrive. */
const isFailed = ({ state, mayHaveActed }: KnownFile) => state === 'failed' && !mayHaveActed;
/** Whether it may have arrived. */
const isUnconfirmed = ({ state, mayHaveActed }: KnownFile) => mayHaveActed && canBeRetried(state);

/**
 * Closes a batch with one message: its result, and what to do next.
 * @param rows the rows of this batch, as far as they may not have ended well
 */
export function showUploadResults(
  results: readonly UploadResult[],
  environment: Environment,
  rows: RowsNow,
): void {
  const [first] = results;
  if (first !== undefined && results.length === 1) showOne(first, environment, rows);
  else showMany(results, environment, rows);
}

/** Closes a batch of folders that hold nothing to send. */
export function showNothingThere(selection: SelectedResources): void {
  const { leftOut } = selection;
  const title = t('Show What Was Left Out ({0})', leftOut.length);
  showMessage(
    'info',
    t('No file to upload. You can upload PNG, JPEG, PDF and Word (.docx) files.'),
    leftOut.length === 0 ? [] : [{ title, run: () => showLeftOut(selection) }],
  );
}

function showOne(result: UploadResult, environment: Environment, rows: RowsNow): void {
  const name = nameIn(result.uri);
  const id = idOf(result);
  if (id !== undefined) {
    const message =
      result.status === 'duplicate'
        ? t(
            '{0} was already uploaded to {1}. The existing file is used: {2}',
            name,
            environmentTitle(environment),
            id,
          )
        : t('Uploaded {0} to {1}: {2}', name, environmentTitle(environment), id);
    showMessage(
      result.warnings === undefined ? 'info' : 'warning',
      sentences(message, ...(result.warnings ?? [])),
      [
        { title: t('Copy ID'), run: () => copyIds([id]) },
        commandAction(t('Show Details'), 'showFileDetails', id, { environment: environment.id }),
      ],
    );
    return;
  }
  const { error } = result;
  if (error === undefined) return;
  if (result.status === 'cancelled') {
    showMessage('info', error.message);
    return;
  }
  const warnings = result.warnings ?? [];
  showMessage(
    'error',
    withRequestId(
      withProduction(sentences(failureText(result, name), ...warnings), environment),
      result.requestId,
    ),
    [
      ...resumeActions([result], environment),
      ...retryActions(rows),
      ...failureActions({ ok: false, ...result, error }, { environment: environment.id }),
    ],
  );
}

/** The message names the file and what became of it; that of a refused one begins with its name. */
export function failureText({ status, error }: Pick<UploadResult, 'status' | 'error'>, name: string): string {
  const message = error?.message ?? '';
  if (status === 'rejected') return message;
  const what = resultWord(status);
  const outcome = error?.status === undefined ? what : t('{0}, {1}', what, `HTTP ${error.status}`);
  return t('{0}: {1}', `${plainText(name, 100)} (${outcome})`, message);
}

function showMany(results: readonly UploadResult[], environment: Environment, rows: RowsNow): void {
  const ids = results.flatMap((result) => idOf(result) ?? []);
  const bad = results.some(
    ({ status }) => status !== 'uploaded' && status !== 'duplicate' && status !== 'cancelled',
  );
  const warned = results.filter((result) => result.warnings !== undefined && idOf(result) !== undefined);
  showMessage(
    bad || warned.length > 0 ? 'warning' : 'info',
    sentences(
      summaryText(results, environment),
      // Only the user can find out.
      namesText(results.filter(mayHaveArrived), (names) => t('May have arrived: {0}.', names)),
      namesText(warned, (names) => t('With a warning: {0}.', names)),
    ),
    [
      ...(results.some(({ error }) => error?.status === 401)
        ? [titledAction('setApiKey', environment.id)]
        : []),
      ...(ids.length > 0 ? [{ title: t('Copy IDs'), run: () => copyIds(ids) }] : []),
      {
        title: t('Show Results'),
        run: () => showResults(results, environment),
      },
      ...resumeActions(results, environment),
      ...retryActions(rows),
    ],
  );
}

/** One sentence on a batch. Where all files ended alike, it says just that. */
export function summaryText(results: readonly UploadResult[], environment: Environment): string {
  const title = environmentTitle(environment);
  const { length } = results;
  if (results.every(({ status }) => status === 'uploaded'))
    return t('Uploaded {0} files to {1}.', length, title);
  if (results.every(({ status }) => status === 'rejected'))
    return t('None of the {0} files can be uploaded.', length);
  return t('{0}.', t('{0}: {1}', title, countOutcomes(results)));
}

/** How many of each outcome, as words. */
function countOutcomes(results: readonly UploadResult[]): string {
  const words: readonly (readonly [Status, (count: number) => string])[] = [
    ['uploaded', (count) => t('{0} uploaded', count)],
    ['duplicate', (count) => t('{0} already uploaded', count)],
    ['rejected', (count) => t('{0} not valid', count)],
    ['failed', (count) => t('{0} failed', count)],
    ['unknown-outcome', (count) => t('{0} with unknown outcome', count)],
    ['cancelled', (count) => t('{0} cancelled', count)],
    ['not-sent', (count) => t('{0} not sent', count)],
  ];
  const said = words.map(([status, say]) => {
    const count = results.filter((result) => result.status === status).length;
    return count > 0 && say(count);
  });
  return listed(present(...said));
}

/** Names the files of some results, the first of them. */
function namesText(results: readonly UploadResult[], say: (names: string) => string): string | undefined {
  const names = results.map(({ uri }) => plainText(nameIn(uri), 60));
  return names.length === 0 ? undefined : say(listed(firstOf(names, 3)));
}

/** Offers to send what was not sent. */
function resumeActions(results: readonly UploadResult[], environment: Environment): Action[] {
  if (!results.some(({ status }) => status === 'not-sent')) return [];
  // The whole title of the command would be cut beside two other buttons.
  return [commandAction(t('Resume'), 'resumeUploads', { environment: environment.id, interactive: true })];
}

/**
 * Repeats exactly what certainly did not arrive; what may have arrived is the user's own choice, made with the
 * reason before the eyes.
 */
function retryActions(rows: RowsNow): Action[] {
  const failures = rows().filter(isFailed).length;
  const failed = failures === 1 ? t('Retry') : t('Retry {0} Failed', failures);
  return [
    ...(failures === 0 ? [] : [retryAction(failed, rows, isFailed)]),
    ...(rows().some(isUnconfirmed) ? [retryAction(menuTitle('retryUpload'), rows, isUnconfirmed)] : []),
  ];
}

function retryAction(title: string, rowsNow: RowsNow, isMeant: (file: KnownFile) => boolean): Action {
  return {
    title,
    run: () => {
      const rows = rowsNow().filter(isMeant);
      if (rows.length === 0) return undefined;
      const nodes = rows.map((file) => ({ file }));
      return execute('retryUpload', nodes[0], nodes);
    },
  };
}

/** Lists what became of each file, and opens what there is of the one that is chosen. */
async function showResults(results: readonly UploadResult[], environment: Environment): Promise<void> {
  const picked = await vscode.window.showQuickPick(
    results.map((result) => ({
      label: literal(plainText(nameIn(result.uri), 300)),
      iconPath: new vscode.ThemeIcon(ICONS[result.status]),
      description: literal(plainText(idOf(result) ?? outcomeOf(result), 200)),
      detail: literal(sentences(result.error?.message, ...(result.warnings ?? []))),
      id: idOf(result),
      exchangeId: result.exchangeId,
      uri: result.uri,
    })),
    {
      title: t('Upload results: {0}', countOutcomes(results)),
      placeHolder: t('Choose a file to see its details or its request, or to open it'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked?.id !== undefined) {
    await execute('showFileDetails', picked.id, { environment: environment.id });
  } else if (picked?.exchangeId !== undefined) {
    await execute('showExchange', picked.exchangeId);
  } else if (picked !== undefined) {
    // Nothing was sent: the file itself is all there is to look at.
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(picked.uri, true));
  }
}

function outcomeOf(result: UploadResult): string {
  const isInDoubt = result.status === 'failed' && mayHaveArrived(result);
  return present(resultWord(result.status), isInDoubt && t('may have arrived')).join(' · ');
}

const ICONS: Record<Status, string> = {
  uploaded: 'pass',
  duplicate: 'history',
  rejected: 'circle-slash',
  failed: 'error',
  'unknown-outcome': 'question',
  cancelled: 'debug-stop',
  'not-sent': 'debug-pause',
};

/** The id that the service gave a file. */
function idOf({ file }: UploadResult): string | undefined {
  const id = file?.['id'];
  return typeof id === 'string' ? id : undefined;
}

/** The name of a file for a message. */
function nameIn(uri: string): string {
  return plainText(nameOf(vscode.Uri.parse(uri, true)), 100);
}
