import * as vscode from 'vscode';
import { currencies, formatMoney, parseAmount } from '../ui/formats/amounts';
import { checkTypedAmount } from './topUpRules';
import { askChoice, askText, keep, runSteps, type Step } from '../ui/steps';
import { shownLanguage } from '../util/text';

export interface TopUp {
  /** Finite and above 0, with every digit that was typed. */
  readonly amount: number;
  /** Three letters, upper case. */
  readonly currency: string;
}

/**
 * Asks for what is not given yet, in two steps with a way back.
 * @param title names the environment
 * @param lastCurrency the first one in the list
 * @returns undefined when it was dismissed
 */
export async function askTopUp(
  title: string,
  given: { readonly [K in keyof TopUp]: TopUp[K] | undefined },
  lastCurrency: string | undefined,
): Promise<TopUp | undefined> {
  let { amount, currency } = given;
  let typed = '';

  const askCurrency: Step = async (place) =>
    keep(
      await askChoice(place, {
        placeholder: vscode.l10n.t('Which currency? Type a code or a name.'),
        items: currencyItems(currency ?? lastCurrency),
      }),
      (code) => (currency = code),
    );
  const askAmount: Step = async (place) => {
    const locale = shownLanguage();
    const reply = await askText(place, {
      prompt: vscode.l10n.t('How much {0}? As you write it: {1}', currency ?? '', exampleAmount(locale)),
      value: typed,
      check: (text) => {
        const parsed = parseAmount(text, locale);
        if (!parsed.ok) return parsed.reason;
        const problem = checkTypedAmount(parsed, currency ?? '');
        if (problem !== undefined) return problem;
        // Said back, so that 1,234 and 1.234 are not taken for each other.
        const money = formatMoney(parsed.amount, currency ?? '', locale);
        return {
          message: vscode.l10n.t('Adds {0}', money),
          severity: vscode.InputBoxValidationSeverity.Info,
        };
      },
    });
    return keep(reply, (text) => {
      typed = text;
      const parsed = parseAmount(text, locale);
      amount = parsed.ok ? parsed.amount : undefined;
    });
  };

  const steps = [
    ...(given.currency === undefined ? [askCurrency] : []),
    ...(given.amount === undefined ? [askAmount] : []),
  ];
  const done = await runSteps(title, steps);
  return done && amount !== undefined && currency !== undefined ? { amount, currency } : undefined;
}

/** Offered before the others. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'BRL', 'CAD', 'AUD', 'INR'];

function currencyItems(first: string | undefined) {
  const all = currencies(shownLanguage());
  const rank = (code: string): number => {
    const place = COMMON.indexOf(code);
    return code === first ? -1 : place < 0 ? COMMON.length : place;
  };
  return all
    .toSorted((one, other) => rank(one.code) - rank(other.code))
    .map(({ code, name }) => ({ label: code, description: name, value: code }));
}

function exampleAmount(locale: string): string {
  return (1234.5).toLocaleString(locale, { minimumFractionDigits: 2 });
}
