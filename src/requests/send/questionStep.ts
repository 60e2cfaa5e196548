import * as vscode from 'vscode';

/** A choice of one step. */
export interface StepItem<T> extends vscode.QuickPickItem {
  readonly chosen?: T;
  /** Taken over into the input, to be completed there. */
  readonly fill?: string;
  /** Stands for the text that is typed. */
  readonly standsForText?: true;
}

/** What is typed: a choice, or why it is none. */
export type Typed<T> = { readonly chosen: T } | { readonly fault: string };

export interface Step<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Position and number of steps; with it comes the way back. */
  readonly step?: readonly [position: number, total: number];
  /**
   * They stay the same while one types: whoever types fast confirms before others could be shown, and would
   * get what stood at that place before.
   */
  readonly items: readonly StepItem<T>[];
  /** Which of them is active at first. */
  readonly active?: StepItem<T> | undefined;
  /** Reads what is typed; undefined where it is no more than words to find a choice by. */
  readonly typed?: (text: string) => Typed<T> | undefined;
  /** What the button of a choice does: a choice to go on with, or undefined when that choice is gone. */
  readonly onButton?: (chosen: T, button: vscode.QuickInputButton) => Promise<T | undefined>;
}

/**
 * Asks one step of several.
 * @returns the choice; the item itself where it has none
 * @throws CancellationError when it was dismissed
 */
export function askStep<T>(step: Step<T>): Promise<StepItem<T> | 'back'> {
  const pick = vscode.window.createQuickPick<StepItem<T>>();
  pick.title = step.title;
  pick.placeholder = step.placeholder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  if (step.step !== undefined) {
    [pick.step, pick.totalSteps] = step.step;
    pick.buttons = [vscode.QuickInputButtons.Back];
  }
  pick.items = step.items;
  if (step.active !== undefined) pick.activeItems = [step.active];

  const { promise, resolve, reject } = Promise.withResolvers<StepItem<T> | 'back'>();
  const end = (answer: StepItem<T> | 'back'): void => {
    resolve(answer);
    pick.dispose();
  };
  pick.onDidChangeValue((text) => {
    const typed = step.typed?.(text);
    pick.prompt = typed !== undefined && 'fault' in typed ? typed.fault : undefined;
  });
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    const typed = step.typed?.(pick.value);
    if (item?.fill !== undefined) {
      pick.value = item.fill;
    } else if (item !== undefined && item.standsForText !== true) {
      end(item);
    } else if (typed === undefined) {
      if (item !== undefined && pick.value === '') end(item);
    } else if ('chosen' in typed) {
      // What cannot be sent stays to be corrected; the reason stands below it.
      end({ label: pick.value, chosen: typed.chosen });
    }
  });
  pick.onDidTriggerButton(() => {
    end('back');
  });
  pick.onDidTriggerItemButton(({ item, button }) => {
    if (item.chosen === undefined || step.onButton === undefined) return;
    void step.onButton(item.chosen, button).then((chosen) => {
      if (chosen !== undefined) end({ ...item, chosen });
      else pick.items = pick.items.filter((other) => other !== item);
    });
  });
  pick.onDidHide(() => {
    reject(new vscode.CancellationError());
    pick.dispose();
  });
  pick.show();
  return promise;
}
