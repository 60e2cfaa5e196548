import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import { answered } from './answered';

/** The position of a question among the others. */
export interface Place {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

/** Where to go from a step: on, back, to the step of that index, or (undefined) nowhere: it was dismissed. */
export type Way = 'next' | 'back' | number | undefined;
export type Step = (place: Place) => Promise<Way>;

/** An answer, the way back, or undefined when the question was dismissed. */
export type Reply<T> = { readonly answer: T } | 'back' | undefined;

/**
 * Asks one question after the other, with a way back to each.
 * @throws CancelledError when one was dismissed: nothing may have changed then
 */
export async function runSteps(title: string, steps: readonly Step[]): Promise<void> {
  let at = 0;
  for (let step = steps[0]; step !== undefined; step = steps[at]) {
    const way = await step({ title, step: at + 1, totalSteps: steps.length, canGoBack: at > 0 });
    if (way === undefined) throw new CancelledError();
    if (typeof way === 'number') at = way;
    else at += way === 'next' ? 1 : -1;
  }
}

/** Keeps an answer and goes on; anything else is the way to go. */
export function keep<T>(reply: Reply<T>, store: (answer: T) => void): Way {
  if (typeof reply !== 'object') return reply;
  store(reply.answer);
  return 'next';
}

export interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Called as one types. A text is what is wrong; a message of another severity does not stop anyone. */
  readonly check: (text: string) => string | vscode.InputBoxValidationMessage | undefined;
}

/** Asks for a line of text, checked as it is typed. */
export function askText(place: Place, question: TextQuestion): Promise<Reply<string>> {
  const input = vscode.window.createInputBox();
  Object.assign(input, placed(place), {
    prompt: question.prompt,
    value: question.value ?? '',
    password: question.password ?? false,
    ...(question.placeholder !== undefined && { placeholder: question.placeholder }),
  });
  const check = (): boolean => {
    const found = question.check(input.value);
    input.validationMessage = found;
    return (
      found === undefined ||
      (typeof found === 'object' && found.severity < vscode.InputBoxValidationSeverity.Error)
    );
  };
  input.onDidChangeValue(check);
  // No error is shown before the first letter.
  if (input.value !== '') check();
  return settle(input, () => (check() ? { answer: input.value.trim() } : undefined));
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface PickQuestion<T> {
  readonly placeholder: string;
  readonly items: readonly Choice<T>[];
  /**
   * Reads what is typed: rows that it means, in the place of the others, or a text that says what is wrong with it.
   * Undefined for words to find an item by.
   */
  readonly typed?: (text: string) => readonly Choice<T>[] | string | undefined;
}

/** Asks for one of several. */
export function askChoice<T>(
  place: Place,
  { placeholder, items, typed }: PickQuestion<T>,
): Promise<Reply<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  Object.assign(pick, placed(place), { placeholder, items, matchOnDescription: true, matchOnDetail: true });
  let rows = items;
  pick.onDidChangeValue((text) => {
    const meant = typed?.(text);
    rows = typeof meant === 'string' ? [] : (meant?.map((row) => ({ ...row, alwaysShow: true })) ?? items);
    pick.prompt = typeof meant === 'string' ? meant : undefined;
    pick.items = rows;
  });
  return settle(pick, () => {
    const [selected] = pick.selectedItems;
    // Whoever types fast confirms before the rows are shown: the only one is meant then, and nothing else.
    const chosen = selected !== undefined && rows.includes(selected) ? selected : undefined;
    const [only, ...others] = rows;
    const answer = chosen ?? (others.length === 0 ? only : undefined);
    return answer === undefined ? undefined : { answer: answer.value };
  });
}

function placed({ title, step, totalSteps, canGoBack }: Place): Partial<vscode.InputBox> {
  return {
    title,
    ignoreFocusOut: true,
    ...(totalSteps > 1 && { step, totalSteps }),
    buttons: canGoBack ? [vscode.QuickInputButtons.Back] : [],
  };
}

/** Shows an input until an answer is accepted, the way back is taken, or it is dismissed. */
async function settle<T>(
  input: vscode.InputBox | vscode.QuickPick<Choice<T>>,
  read: () => { answer: T } | undefined,
): Promise<Reply<T>> {
  try {
    return await answered<Reply<T>>(input, read, (button) =>
      button === vscode.QuickInputButtons.Back ? 'back' : undefined,
    );
  } catch {
    return undefined;
  }
}
