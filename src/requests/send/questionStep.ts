import * as vscode from 'vscode';
import { answered } from '../../ui/questions/answered';

/** A row of the list. */
export interface StepItem<T> extends vscode.QuickPickItem {
  /** None for a row that only says what to do. */
  readonly chosen?: T;
}

/** What the typed text means. */
export interface Typed<T> {
  /** The row that says what Enter does with it; none for words to find a choice by. */
  readonly row?: StepItem<T>;
  /** It is what Enter takes, whatever else matches the text. */
  readonly comesFirst?: boolean;
  /** A remark about it, or why it cannot be used. */
  readonly remark?: string;
}

export interface QuestionStep<T> {
  readonly title: string;
  readonly placeholder: string;
  /**
   * Its place is always taken, by the row of what is typed or by this one: the editor identifies rows by their position,
   * and a choice that was made a moment ago must not become the choice of the next row.
   */
  readonly emptyRow?: StepItem<T>;
  readonly items: readonly StepItem<T>[];
  /** Which of them is active at first. */
  readonly active?: StepItem<T> | undefined;
  /** Reads what is typed. */
  readonly typed?: (text: string) => Typed<T>;
  /** What the button of a choice does: a choice to go on with, or undefined when that choice is gone. */
  readonly onButton?: (chosen: T, button: vscode.QuickInputButton) => Promise<T | undefined>;
}

/**
 * Asks for one of several choices, or for what is typed.
 * @throws CancelledError when it was dismissed; what a button's work throws
 */
export function askStep<T>(step: QuestionStep<T>): Promise<T> {
  const pick = vscode.window.createQuickPick<StepItem<T>>();
  pick.title = step.title;
  pick.placeholder = step.placeholder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  let items = step.items;
  const withFirst = (row: StepItem<T> | undefined = step.emptyRow): readonly StepItem<T>[] =>
    row === undefined ? items : [row, ...items];
  pick.items = withFirst();
  if (step.active !== undefined) pick.activeItems = [step.active];

  const pressed = Promise.withResolvers<T>();
  /** What the text means now, and whether its row was seen to be the active one since. */
  let typed: Typed<T> = {};
  let isSeen = false;
  pick.onDidChangeValue((text) => {
    typed = (text === '' ? undefined : step.typed?.(text)) ?? {};
    isSeen = false;
    pick.prompt = typed.remark;
    const { row } = typed;
    pick.items = withFirst(row);
    // The row that is always there is no answer to words that another one has.
    const first = row ?? items.find((item) => hasText(item, text));
    if (first !== undefined && (row === undefined || typed.comesFirst === true)) pick.activeItems = [first];
  });
  pick.onDidChangeActive(([active]) => {
    if (active !== undefined && active === typed.row) isSeen = true;
  });
  pick.onDidTriggerItemButton(({ item, button }) => {
    // A row whose button was pressed is pressed once.
    if (item.chosen === undefined || step.onButton === undefined || !items.includes(item)) return;
    items = items.filter((other) => other !== item);
    step.onButton(item.chosen, button).then((chosen) => {
      if (chosen === undefined) pick.items = withFirst(typed.row);
      else pressed.resolve(chosen);
    }, pressed.reject);
  });
  const accepted = answered(pick, () => {
    const [selected] = pick.selectedItems;
    const { row, comesFirst } = typed;
    // Whoever types fast confirms before the row is shown: the text counts until another row was chosen instead.
    const first = row !== undefined && comesFirst === true && !isSeen ? row : (selected ?? row);
    // Words are for the row that has them, also where that one is not the active one yet.
    const isHint = first !== undefined && first.chosen === undefined;
    const isForWords = isHint && row === undefined && pick.value !== '';
    const item = (isForWords ? items.find((each) => hasText(each, pick.value)) : undefined) ?? first;
    // What cannot be taken stays to be corrected, and its reason with it.
    if (item?.chosen === undefined) pick.prompt = typed.remark ?? step.placeholder;
    return item?.chosen;
  });
  return Promise.race([accepted, pressed.promise]).finally(() => pick.dispose());
}

function hasText({ kind, label, description = '' }: vscode.QuickPickItem, text: string): boolean {
  if (kind === vscode.QuickPickItemKind.Separator) return false;
  return `${label}\n${description}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Rows below a line that says what they are; nothing without rows. */
export function separated<T extends vscode.QuickPickItem>(
  label: string,
  items: readonly T[],
): (T | vscode.QuickPickItem)[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}
