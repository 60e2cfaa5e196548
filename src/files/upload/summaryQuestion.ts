import * as vscode from 'vscode';
import { literal, plainText } from '../../util/plainText';
import { pickOne } from '../../ui/questions/answered';
import { formatBytes, formatRelativeTime } from '../../ui/formats/formats';
import type { CheckedFile } from '../check/gather';
import type { UploadPlan } from './plan';
import type { SelectedResources } from '../check/resources';
import { sentences, t } from '../../util/text';

/** What to do with files whose bytes were uploaded before. */
export type DuplicateChoice = 'skip' | 'upload';

interface Item extends vscode.QuickPickItem {
  readonly value?: DuplicateChoice;
}

/** How many rows of a kind are shown; the rest is shown as a number. */
const ROWS = 200;

/** Whether there is anything about the batch that the user should see before it is sent. */
export function needsSummary(plan: UploadPlan, selection: SelectedResources): boolean {
  return (
    selection.walked ||
    plan.known.length + plan.unconfirmed.length + plan.copies.length > 0 ||
    plan.refused.length > 0 ||
    plan.ready.some(({ warnings }) => warnings.length > 0)
  );
}

/**
 * Shows the one summary of a batch, and asks what to do.
 * @returns what to do with files that were uploaded before
 * @throws CancelledError when it was dismissed
 */
export async function askSummary(
  title: string,
  plan: UploadPlan,
  selection: SelectedResources,
): Promise<DuplicateChoice> {
  const items = [...actions(plan), ...rows(plan, selection)];
  // A row of information is no answer: the list stays open until an action is chosen or it is dismissed.
  for (;;) {
    const choice = await pickOne(items, {
      title,
      ignoreFocusOut: true,
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (choice !== undefined) return choice;
  }
}

/** Shows what of a folder was left out, when there is nothing else to say about it. */
export async function showLeftOut({ leftOut }: SelectedResources): Promise<void> {
  await vscode.window.showQuickPick(leftOutRows(leftOut), {
    title: t('Cannot be uploaded'),
    matchOnDetail: true,
  });
}

/** What can be done with the files of a plan: without the duplicates first. */
export function actions({ ready, known, unconfirmed, copies }: UploadPlan): Item[] {
  const fresh = ready.length;
  // What may have arrived is no file to use.
  const existing = known.length + copies.length;
  const repeated = existing + unconfirmed.length;
  const none = existing === 0 ? t('Don’t Upload') : t('Don’t upload; use the existing file');
  const items: Item[] = [];
  if (fresh > 0 || repeated > 0) {
    items.push({
      label: fresh === 0 ? none : fresh === 1 ? t('Upload 1 file') : t('Upload {0} files', fresh),
      iconPath: new vscode.ThemeIcon(fresh === 0 ? 'circle-slash' : 'cloud-upload'),
      ...(existing > 0 && fresh > 0 && { description: t('using the existing file for {0}', existing) }),
      value: 'skip',
    });
  }
  if (repeated > 0) {
    items.push({
      label:
        fresh + repeated === 1
          ? t('Upload it again')
          : t('Upload all {0}, including duplicates', fresh + repeated),
      iconPath: new vscode.ThemeIcon('versions'),
      ...(unconfirmed.length > 0 && { description: t('May have arrived: {0}.', unconfirmed.length) }),
      value: 'upload',
    });
  }
  return items;
}

function rows(
  { ready, known, unconfirmed, copies, refused, earlier }: UploadPlan,
  { leftOut }: SelectedResources,
): Item[] {
  const before = (file: CheckedFile) => {
    const [first] = earlier.get(file) ?? [];
    const ago = formatRelativeTime(first?.sortTime ?? 0, Date.now());
    const what = first?.fileId ?? first?.error?.message ?? t('No answer came.');
    return t('Same content, {0}: {1}', ago, what);
  };
  return [
    ...section(t('Cannot be uploaded'), refused, 'error', ({ rejection }) => rejection?.message),
    ...section(t('Uploaded before'), known, 'history', before),
    ...section(t('May have been uploaded before'), unconfirmed, 'question', before),
    ...section(t('Twice in this selection'), copies, 'copy', ({ sha256 }) => {
      const first = ready.find((file) => file.sha256 === sha256);
      return first && t('Same content: {0}', plainText(first.name, 300));
    }),
    ...section(t('Ready'), ready, 'file', ({ warnings }) => sentences(...warnings)),
    ...leftOutRows(leftOut),
  ];
}

function section(
  title: string,
  candidates: readonly CheckedFile[],
  icon: string,
  detailOf: (candidate: CheckedFile) => string | undefined,
): Item[] {
  if (candidates.length === 0) return [];
  const shown = candidates.slice(0, ROWS).map((candidate): Item => {
    const detail = detailOf(candidate);
    const hasWarnings = icon === 'file' && candidate.warnings.length > 0;
    return {
      label: literal(plainText(candidate.name, 300)),
      iconPath: new vscode.ThemeIcon(hasWarnings ? 'warning' : icon),
      description: formatBytes(candidate.size),
      ...(detail !== undefined && detail !== '' && { detail: literal(detail) }),
    };
  });
  return [separator(`${title} (${candidates.length})`), ...shown, ...more(candidates.length)];
}

function leftOutRows(leftOut: SelectedResources['leftOut']): Item[] {
  if (leftOut.length === 0) return [];
  return [
    separator(t('Left out ({0})', leftOut.length)),
    ...leftOut.slice(0, ROWS).map(({ path, reason }): Item => ({
      label: literal(plainText(vscode.workspace.asRelativePath(vscode.Uri.parse(path, true)), 300)),
      iconPath: new vscode.ThemeIcon('circle-slash'),
      detail: t('Left out because {0}', reason),
    })),
    ...more(leftOut.length),
  ];
}

function more(count: number): Item[] {
  return count > ROWS ? [{ label: t('{0} more', count - ROWS) }] : [];
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
