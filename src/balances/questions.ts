import * as vscode from 'vscode';
import { currencies, parseAmount } from '../ui/formats';

export interface TopUp {
  readonly amount: number;
  /** Three letters, upper case. */
  readonly currency: string;
}

/**
 * Asks for what is not given yet, in two steps with a way back.
 * @param lastCurrency stands first in the list
 * @returns undefined when it was dismissed
 */
export async function askTopUp(
  environmentName: string,
  given: { readonly [K in keyof TopUp]: TopUp[K] | undefined },
  lastCurrency: string | undefined,
): Promise<TopUp | undefined> {
  const steps = (given.amount === undefined ? 1 : 0) + (given.currency === undefined ? 1 : 0);
  const title = vscode.l10n.t('Top up {0}', environmentName);
  let { currency } = given;
  for (;;) {
    if (given.currency === undefined) {
      currency = await askCurrency({ title, step: 1, totalSteps: steps }, currency ?? lastCurrency);
    }
    if (currency === undefined) return undefined;
    if (given.amount !== undefined) return { amount: given.amount, currency };
    const amount = await askAmount({ title, step: steps, totalSteps: steps }, currency, steps > 1);
    if (amount === undefined) return undefined;
    if (amount !== 'back') return { amount, currency };
  }
}

interface Step {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

async function askCurrency(step: Step, first: string | undefined): Promise<string | undefined> {
  const all = currencies(vscode.env.language);
  const ordered = [...all.filter(({ code }) => code === first), ...all.filter(({ code }) => code !== first)];
  const pick = vscode.window.createQuickPick();
  Object.assign(pick, step, { ignoreFocusOut: true, matchOnDescription: true });
  pick.placeholder = vscode.l10n.t('Which currency? Type a code or a name.');
  pick.items = ordered.map(({ code, name }) => ({ label: code, description: name }));
  return settle(pick, () => pick.selectedItems[0]?.label);
}

async function askAmount(
  step: Step,
  currency: string,
  canGoBack: boolean,
): Promise<number | 'back' | undefined> {
  const locale = vscode.env.language;
  const input = vscode.window.createInputBox();
  Object.assign(input, step, { ignoreFocusOut: true });
  input.prompt = vscode.l10n.t(
    'How much {0}? As you write it: {1}',
    currency,
    (1234.5).toLocaleString(locale, { minimumFractionDigits: 2 }),
  );
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  const read = (): number | undefined => {
    const parsed = parseAmount(input.value, locale);
    if (parsed.ok && parsed.amount > 0) {
      input.validationMessage = undefined;
      return parsed.amount;
    }
    input.validationMessage = parsed.ok ? vscode.l10n.t('The amount must be above 0.') : parsed.reason;
    return undefined;
  };
  input.onDidChangeValue(read);
  return settle(input, read, input.onDidTriggerButton);
}

/** Shows an input and waits for its end: an accepted answer, the way back, or dismissal. */
function settle<T>(
  input: vscode.QuickInput & { onDidAccept: vscode.Event<void> },
  read: () => T | undefined,
): Promise<T | undefined>;
function settle<T>(
  input: vscode.QuickInput & { onDidAccept: vscode.Event<void> },
  read: () => T | undefined,
  onBack: vscode.Event<unknown>,
): Promise<T | 'back' | undefined>;
function settle<T>(
  input: vscode.QuickInput & { onDidAccept: vscode.Event<void> },
  read: () => T | undefined,
  onBack?: vscode.Event<unknown>,
): Promise<T | 'back' | undefined> {
  return new Promise((resolve) => {
    const end = (answer: T | 'back' | undefined): void => {
      resolve(answer);
      input.dispose();
    };
    input.onDidAccept(() => {
      const answer = read();
      if (answer !== undefined) end(answer);
    });
    onBack?.(() => {
      end('back');
    });
    input.onDidHide(() => {
      end(undefined);
    });
    input.show();
  });
}
