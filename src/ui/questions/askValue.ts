import * as vscode from 'vscode';
import { literal, plainText } from '../../util/plainText';
import { t } from '../../util/text';
import { answered } from './answered';

/** A value that is known here for a parameter, and where it comes from. */
export interface KnownValue {
  readonly value: string;
  readonly description: string;
}

/** What a value is asked for. */
export interface ValueQuestion {
  readonly title: string;
  readonly name: string;
  /** Where it goes, such as `path`. */
  readonly place?: string;
  readonly description?: string | undefined;
  readonly step?: readonly [number: number, of: number];
}

type ValueItem = vscode.QuickPickItem & { readonly value: string };

/**
 * Asks for a value, to be typed or chosen among those that are known.
 * @param cancelling dismisses it
 * @throws CancelledError when it was dismissed
 */
export async function askValue(
  { title, name, place, description, step }: ValueQuestion,
  known: readonly KnownValue[],
  cancelling?: vscode.CancellationToken,
): Promise<string> {
  const pick = vscode.window.createQuickPick<ValueItem>();
  pick.title = title;
  if (step !== undefined) [pick.step, pick.totalSteps] = step;
  pick.placeholder =
    known.length > 0
      ? t('Type {0}, or choose a known value', plainText(name, 60))
      : t('Type {0}', plainText(name, 60));
  if (description !== undefined) pick.prompt = plainText(description, 200);
  pick.ignoreFocusOut = true;
  const items = known.map(({ value, description: from }): ValueItem => ({
    label: literal(plainText(value, 100)),
    description: from,
    value,
  }));
  pick.items = items;
  /** The row of what is typed, and whether it was seen to be the active one since. */
  let typedRow: ValueItem | undefined;
  let isSeen = false;
  pick.onDidChangeActive(([active]) => {
    if (active !== undefined && active === typedRow) isSeen = true;
  });
  pick.onDidChangeValue((text) => {
    const typed: ValueItem = {
      label: literal(text),
      ...(place !== undefined && { description: place }),
      alwaysShow: true,
      value: text,
    };
    typedRow = text === '' ? undefined : typed;
    isSeen = false;
    pick.items = typedRow === undefined ? items : [typedRow, ...items.filter(({ value }) => value !== text)];
    if (typedRow !== undefined) pick.activeItems = [typedRow];
  });
  const answer = answered(
    pick,
    // Whoever types fast confirms before the row is shown: the text counts until another row was chosen instead.
    () => (typedRow !== undefined && !isSeen ? typedRow : (pick.selectedItems[0] ?? typedRow))?.value,
  );
  cancelling?.onCancellationRequested(() => pick.hide());
  return answer;
}
