import * as vscode from 'vscode';
import { CancelledError } from '../api/model/errors';
import { currencies, decimalsOf, formatMoney } from '../ui/formats/amounts';
import { askChoice, askText, keep, runSteps, type Choice, type Step } from '../ui/questions/steps';
import { shownLanguage } from '../util/text';
import type { TopUp } from './topUpRules';
import { amountsOf, splitTyped } from './typedAmount';

/** What is known of a top-up before anything is asked. */
export type Given = { readonly [K in keyof TopUp]: TopUp[K] | undefined };

/**
 * Asks for what is not given yet, in two steps with a way back. The first one takes an amount as well: `250 EUR`,
 * `EUR 250`, or `250` and then a currency.
 * @param title names the environment
 * @param lastCurrency the first one in the list
 * @throws CancelledError when it was dismissed
 */
export async function askTopUp(
  title: string,
  given: Given,
  lastCurrency: string | undefined,
): Promise<TopUp> {
  const locale = shownLanguage();
  let { amount, currency } = given;
  let typed = '';

  const askCurrency: Step = async (place) => {
    const items = currencyItems(currency ?? lastCurrency);
    const reply = await askChoice<Partial<TopUp>>(place, {
      placeholder: vscode.l10n.t('Which currency? Type a code or a name.'),
      items,
      ...(given.amount === undefined && { typed: (text) => rowsOf(text, items, locale) }),
    });
    const way = keep(reply, (chosen) => {
      ({ currency } = chosen);
      amount = chosen.amount ?? given.amount;
    });
    return way === 'next' && amount !== undefined ? DONE : way;
  };
  const askAmount: Step = async (place) => {
    const code = currency ?? '';
    const reply = await askText(place, {
      prompt: vscode.l10n.t('How much {0}? As you write it: {1}', code, exampleAmount(code, locale)),
      value: typed,
      check: (text) => {
        const amounts = amountsOf(text, locale)(code);
        if (typeof amounts === 'string') return amounts;
        // Said back, so that 1,234 and 1.234 are not taken for each other.
        const money = amounts.map((each) => formatMoney(each, code));
        return {
          message: vscode.l10n.t('Adds {0}', money.join(' / ')),
          severity: vscode.InputBoxValidationSeverity.Info,
        };
      },
    });
    if (typeof reply !== 'object') return reply;
    typed = reply.answer;
    const amounts = amountsOf(typed, locale)(code);
    const [only, ...others] = typeof amounts === 'string' ? [] : amounts;
    if (only === undefined) return 'back';
    const items = [only, ...others].map((value) => ({ label: formatMoney(value, code), value }));
    const meant =
      others.length === 0
        ? { answer: only }
        : await askChoice(place, { placeholder: vscode.l10n.t('Which amount is meant?'), items });
    return keep(meant, (answer) => (amount = answer));
  };

  const steps = [
    ...(given.currency === undefined ? [askCurrency] : []),
    ...(given.amount === undefined ? [askAmount] : []),
  ];
  await runSteps(title, steps);
  if (amount === undefined || currency === undefined) throw new CancelledError();
  return { amount, currency };
}

/** Beyond the last step. */
const DONE = 2;

/** What a typed text with an amount means: in the currency that it names, else in each one. */
function rowsOf(text: string, items: readonly Choice<Partial<TopUp>>[], locale: string) {
  const typed = splitTyped(text);
  if (typed === undefined) return undefined;
  const amountsIn = amountsOf(typed.amount, locale);
  let problem = vscode.l10n.t('Which currency? Type a code or a name.');
  const rows = items
    .filter(({ label }) => label.startsWith(typed.code))
    .flatMap(({ label: currency }) => {
      const amounts = amountsIn(currency);
      if (typeof amounts === 'string') {
        problem = amounts;
        return [];
      }
      return amounts.map((amount) => ({
        label: currency,
        description: formatMoney(amount, currency),
        value: { amount, currency },
      }));
    });
  return rows.length === 0 ? problem : rows;
}

/** Offered before the others. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'BRL', 'CAD', 'AUD', 'INR'];

function currencyItems(first: string | undefined): Choice<Partial<TopUp>>[] {
  const all = currencies();
  const rank = (code: string): number => {
    const place = COMMON.indexOf(code);
    return code === first ? -1 : place < 0 ? COMMON.length : place;
  };
  return all
    .toSorted((one, other) => rank(one.code) - rank(other.code))
    .map(({ code, name }) => ({ label: code, description: name, value: { currency: code } }));
}

/** With the decimals of the currency. */
function exampleAmount(currency: string, locale: string): string {
  const digits = decimalsOf(currency);
  return (1234.5).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
