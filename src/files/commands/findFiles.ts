import * as vscode from 'vscode';
import type { FileRegistry, FileState, KnownFile } from '../../storage';
import { literal, plainText } from '../../util/plainText';
import { purposeTitle } from '../../ui/formats/purposes';
import { formatRelativeTime } from '../../ui/formats/formats';
import { answered } from '../../ui/questions/answered';
import { STATE_TITLES } from '../records/uploadStates';

/** What the user chose in the Find list: a file, or to see all matches in the view. */
export type FindChoice =
  | { readonly kind: 'file'; readonly file: KnownFile }
  | { readonly kind: 'filter'; readonly text: string };

interface FoundItem extends vscode.QuickPickItem {
  readonly file?: KnownFile;
}

const SHOWN = 50;

/**
 * Finds files over names, ids, purposes and types as the user types.
 * @param states only those in these states
 * @throws CancelledError when it was dismissed
 */
export function askFind(
  registry: FileRegistry,
  environment: string,
  title: string,
  states?: readonly FileState[],
): Promise<FindChoice> {
  const pick = vscode.window.createQuickPick<FoundItem>();
  const filterButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('filter'),
    tooltip: vscode.l10n.t('Show only these in the Files view'),
  };
  pick.title = title;
  pick.placeholder = vscode.l10n.t('Type part of a name, an id, a purpose or a type');
  // The view has no filter by state.
  if (states === undefined) pick.buttons = [filterButton];
  const search = (): void => {
    const { items, next } = registry.list({
      environment,
      text: pick.value,
      states,
      limit: SHOWN,
    });
    pick.items = [...items.map(foundItem), ...(next === undefined ? [] : [moreItem()])];
  };
  search();
  pick.onDidChangeValue(search);
  return answered<FindChoice>(
    pick,
    () => {
      // Rows that have just been replaced are not selected yet when the user is quick: then the first counts.
      const file = (pick.selectedItems[0] ?? pick.items[0])?.file;
      return file && { kind: 'file', file };
    },
    () => ({ kind: 'filter', text: pick.value }),
  );
}

function foundItem(file: KnownFile): FoundItem {
  return {
    label: literal(plainText(file.name, 300)),
    description: literal(
      plainText(file.state === 'uploaded' ? (file.fileId ?? '') : STATE_TITLES[file.state](), 200),
    ),
    detail: literal(`${purposeTitle(file.purpose)} · ${formatRelativeTime(file.sortTime, Date.now())}`),
    // The registry has done the matching; the list must not narrow it by its own rules.
    alwaysShow: true,
    file,
  };
}

function moreItem(): FoundItem {
  return {
    label: vscode.l10n.t('More than {0} files match. Type more to narrow the list.', SHOWN),
    alwaysShow: true,
  };
}
