import * as vscode from 'vscode';
import { isPurpose, type Purpose, PURPOSES } from '../../api/rules/limits';
import type { HeaderList } from '../../api/model/exchange';
import { choiceOf } from '../../commands/arguments';
import type { Connection } from '../../services/connections';
import type { KeyVault } from '../../services/environments/keyVault';
import type { Services } from '../../services/services';
import { accountLines, confirmModally } from '../../ui/questions/confirm';
import { plainText } from '../../util/plainText';
import { visible } from '../../util/visible';
import { formatBytes, formatDuration } from '../../ui/formats/formats';
import { environmentTitle, withProduction } from '../../ui/environmentTitle';
import type { CheckedFile } from '../check/gather';
import type { UploadPlan } from './plan';
import type { SelectedResources } from '../check/resources';
import { askSummary, needsSummary, type DuplicateChoice } from './summaryQuestion';
import { firstOf, t } from '../../util/text';
import { pickOne } from '../../ui/questions/answered';
import { purposeExplanation, purposeTitle } from '../../ui/formats/purposes';

/** The answers that a caller passed in; they are not asked for again. */
export interface Answers {
  readonly purpose?: Purpose | undefined;
  readonly duplicates?: DuplicateChoice | 'ask' | undefined;
  /** A person started it and is there to answer whatever is left to ask. */
  readonly interactive: boolean;
}

/** Reads the options of the command. @throws PreflightError for an answer that is not valid */
export function readAnswers(options: Readonly<Record<string, unknown>>): Answers {
  return {
    purpose: choiceOf(options, 'purpose', PURPOSES),
    duplicates: choiceOf(options, 'duplicates', ['ask', 'skip', 'upload']),
    interactive: options['interactive'] === true || Object.keys(options).length === 0,
  };
}

/** What the files are for: as given, as set, or asked. @throws CancelledError when the question was dismissed */
export async function choosePurpose(
  { settings, context }: Pick<Services, 'settings' | 'context'>,
  answers: Answers,
  folder: string,
  candidates: readonly CheckedFile[],
  environment: Connection['environment'],
): Promise<Purpose> {
  if (answers.purpose !== undefined) return answers.purpose;
  if (settings.values.defaultPurpose !== 'ask') return settings.values.defaultPurpose;
  const where = environmentTitle(environment);
  const title =
    candidates.length === 1
      ? t('Upload {0} to {1}', plainText(candidates[0]?.name ?? '', 60), where)
      : t('Upload {0} files to {1}', candidates.length, where);
  return askPurpose(title, lastPurpose(context.workspaceState, folder));
}

/**
 * What to do with files uploaded before; shows the one summary of the batch when there is anything to decide.
 * @throws CancelledError when it was dismissed
 */
export async function decide(
  answers: Answers,
  plan: UploadPlan,
  selection: SelectedResources,
  environment: Connection['environment'],
): Promise<DuplicateChoice> {
  if (answers.duplicates === 'skip' || answers.duplicates === 'upload') return answers.duplicates;
  const repeated = plan.known.length + plan.unconfirmed.length + plan.copies.length > 0;
  const ask = answers.purpose === undefined || answers.interactive ? needsSummary(plan, selection) : repeated;
  if (!ask) return 'skip';
  const title = t('Upload to {0}', environmentTitle(environment));
  return askSummary(title, plan, selection);
}

/**
 * Asks before files go to production, whoever calls. Returns when the user agreed; other environments are not asked for.
 * @throws CancelledError when the user did not agree, or could not be asked
 */
export async function confirmUpload(
  keys: Pick<KeyVault, 'state'>,
  environment: Connection['environment'],
  sending: readonly Pick<CheckedFile, 'name' | 'size'>[],
  purpose: Purpose,
  headers: HeaderList = [],
): Promise<void> {
  if (environment.type !== 'production') return;
  const question = sending.length === 1 ? t('upload 1 file?') : t('upload {0} files?', sending.length);
  const detail = [
    ...firstOf(
      sending.map(({ name, size }) => `${plainText(name, 100)} (${formatBytes(size)})`),
      10,
    ),
    t('Purpose: {0}', purposeTitle(purpose)),
    ...headers.map(([name, value]) => visible(`${name}: ${value}`)),
    ...accountLines(environment, await keys.state(environment), 'files'),
  ];
  await confirmModally(
    withProduction(question, environment),
    detail.join('\n'),
    t('Upload to Production'),
    t('Do Not Send'),
  );
}

/**
 * Asks whether to send although the service asked to wait for longer than a moment.
 * @returns whether a person chose that; false where nothing is held back
 * @throws CancelledError when the user did not
 */
export async function askDespiteHold(
  seconds: number | undefined,
  environment: Connection['environment'],
): Promise<boolean> {
  if (seconds === undefined) return false;
  const where = environmentTitle(environment);
  await confirmModally(
    t('Send to {0} although it asked to wait?', where),
    t('The service asked to wait: {0} are left.', formatDuration(seconds * 1000)),
    t('Send Anyway'),
    t('Do Not Send'),
  );
  return true;
}

const STATE = 'paymentsApi.lastPurposes';
const REMEMBERED_FOLDERS = 200;

/** The purpose last used for files of that folder, else the one last used at all. A convenience: nothing is lost with it. */
function lastPurpose(state: vscode.Memento, folder: string): Purpose | undefined {
  const entries = entriesOf(state);
  const found = entries.find(([known]) => known === folder) ?? entries[0];
  return isPurpose(found?.[1]) ? found[1] : undefined;
}

/** Remembers the purpose last used for each folder. Nobody waits for the editor to write it down. */
export function rememberPurpose(state: vscode.Memento, folder: string, purpose: Purpose): void {
  const [last, ...earlier] = entriesOf(state);
  if (last?.[0] === folder && last[1] === purpose) return;
  const others = [last, ...earlier].filter((entry) => entry !== undefined && entry[0] !== folder);
  const entries = [[folder, purpose], ...others].slice(0, REMEMBERED_FOLDERS);
  state.update(STATE, entries).then(undefined, () => undefined);
}

function entriesOf(state: vscode.Memento): readonly (readonly [folder: string, purpose: string])[] {
  return state.get(STATE, []);
}

/**
 * Asks what the files are for, with an explanation of each purpose and the last choice first.
 * @throws CancelledError when the question was dismissed
 */
function askPurpose(title: string, last: Purpose | undefined): Promise<Purpose> {
  const ordered = last === undefined ? PURPOSES : [last, ...PURPOSES.filter((purpose) => purpose !== last)];
  return pickOne(
    ordered.map((purpose) => ({
      label: purposeTitle(purpose),
      description: purpose === last ? t('{0} · used last', purpose) : purpose,
      detail: purposeExplanation(purpose),
      value: purpose,
    })),
    {
      title,
      placeHolder: t('Choose a purpose'),
      ignoreFocusOut: true,
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
}
