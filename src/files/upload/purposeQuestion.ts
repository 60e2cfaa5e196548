import * as vscode from 'vscode';
import { isPurpose, PURPOSES, type Purpose } from '../../api/rules/limits';
import { pickOne } from '../../ui/questions/answered';
import { purposeExplanation, purposeTitle } from '../../ui/formats/purposes';

const STATE = 'paymentsApi.lastPurposes';
const REMEMBERED_FOLDERS = 200;

/** The purpose last used for files of that folder, else the one last used at all. A convenience: nothing is lost with it. */
export function lastPurpose(state: vscode.Memento, folder: string): Purpose | undefined {
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
export async function askPurpose(title: string, last: Purpose | undefined): Promise<Purpose> {
  const ordered = last === undefined ? PURPOSES : [last, ...PURPOSES.filter((purpose) => purpose !== last)];
  const picked = await pickOne(
    ordered.map((purpose) => ({
      label: purposeTitle(purpose),
      description: purpose === last ? vscode.l10n.t('{0} · used last', purpose) : purpose,
      detail: purposeExplanation(purpose),
      purpose,
    })),
    {
      title,
      placeHolder: vscode.l10n.t('Choose a purpose'),
      ignoreFocusOut: true,
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return picked.purpose;
}
