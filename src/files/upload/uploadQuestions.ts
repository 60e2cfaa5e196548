import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import { isPurpose, type Purpose } from '../../api/rules/limits';
import type { Connection } from '../../services/connections';
import type { KeyVault } from '../../services/keyVault';
import type { Settings } from '../../services/settings';
import { refuse } from '../../commands/arguments';
import { confirmProduction } from '../../ui/confirm';
import { plainText } from '../../util/plainText';
import { formatBytes } from '../../ui/formats/formats';
import { environmentTitle } from '../../ui/progress';
import type { Candidate } from '../check/gather';
import type { BatchPlan } from './batchPlan';
import { askPurpose, type PurposeMemory } from './purposeQuestion';
import type { SelectedResources } from '../check/resources';
import { askSummary, needsSummary, type DuplicateChoice } from './summaryQuestion';
import { shownLanguage } from '../../util/text';

/** The answers that a caller passed in; they are not asked for again. */
export interface Answers {
  readonly purpose?: Purpose;
  readonly duplicates?: DuplicateChoice | 'ask';
  /** A person started it and is there to answer whatever is left to ask. */
  readonly interactive: boolean;
}

/** Reads the options of the command. @throws PreflightError for an answer that is not valid */
export function readAnswers(options: Readonly<Record<string, unknown>>): Answers {
  const { purpose, duplicates, interactive } = options;
  if (purpose !== undefined && !isPurpose(purpose)) {
    throw refuse(
      vscode.l10n.t('Unknown purpose. Use payment_evidence or business_entity_documents. Nothing was sent.'),
    );
  }
  if (duplicates !== undefined && duplicates !== 'ask' && duplicates !== 'skip' && duplicates !== 'upload') {
    throw refuse(vscode.l10n.t('For duplicates, use ask, skip or upload. Nothing was sent.'));
  }
  return {
    ...(purpose !== undefined && { purpose }),
    ...(duplicates !== undefined && { duplicates }),
    interactive: interactive === true || Object.keys(options).length === 0,
  };
}

/** What the files are for: as given, as set, or asked. @throws CancelledError when the question was dismissed */
export async function choosePurpose(
  { settings, purposes }: { readonly settings: Settings; readonly purposes: PurposeMemory },
  answers: Answers,
  folder: string,
  candidates: readonly Candidate[],
  environment: Connection['environment'],
): Promise<Purpose> {
  if (answers.purpose !== undefined) return answers.purpose;
  if (settings.values.defaultPurpose !== 'ask') return settings.values.defaultPurpose;
  const where = environmentTitle(environment);
  const title =
    candidates.length === 1
      ? vscode.l10n.t('Upload {0} to {1}', plainText(candidates[0]?.name ?? '', 60), where)
      : vscode.l10n.t('Upload {0} files to {1}', candidates.length, where);
  const purpose = await askPurpose(title, purposes.recall(folder));
  if (purpose === undefined) throw nothingSent();
  return purpose;
}

/**
 * What to do with files uploaded before; shows the one summary of the batch when there is anything to decide.
 * @throws CancelledError when it was dismissed
 */
export async function decide(
  answers: Answers,
  plan: BatchPlan,
  selection: SelectedResources,
  environment: Connection['environment'],
): Promise<DuplicateChoice> {
  if (answers.duplicates === 'skip' || answers.duplicates === 'upload') return answers.duplicates;
  const repeated = plan.known.length + plan.unconfirmed.length + plan.twins.length > 0;
  const ask = answers.purpose === undefined || answers.interactive ? needsSummary(plan, selection) : repeated;
  if (!ask) return 'skip';
  const title = vscode.l10n.t('Upload to {0}', environmentTitle(environment));
  const choice = await askSummary(title, plan, selection);
  if (choice === undefined) throw nothingSent();
  return choice;
}

/** Asks before files go to production. @throws CancelledError when the user did not agree */
export async function confirmUpload(
  keys: KeyVault,
  { environment }: Connection,
  sending: readonly Candidate[],
): Promise<void> {
  const locale = shownLanguage();
  await confirmProduction({
    environment,
    key: () => keys.state(environment),
    what:
      sending.length === 1
        ? vscode.l10n.t('upload 1 file?')
        : vscode.l10n.t('upload {0} files?', sending.length),
    detail: [
      ...sending
        .slice(0, 10)
        .map(({ name, size }) => `${plainText(name, 100)} (${formatBytes(size, locale)})`),
      ...(sending.length > 10 ? [vscode.l10n.t('and {0} more', sending.length - 10)] : []),
    ],
    action: vscode.l10n.t('Upload to Production'),
  });
}

export function nothingSent(): CancelledError {
  return new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
}
