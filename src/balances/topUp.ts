import * as vscode from 'vscode';
import type { TopUpInput } from '../api/model/clientTypes';
import { isPaymentsError, CancelledError } from '../api/model/errors';
import type { Handlers } from '../commands/commands';
import type { SetUpEnvironment } from '../commands/settingUp';
import type { Done } from '../commands/outcome';
import { checkAmount, checkCurrency } from '../api/rules/inputRules';
import { planTopUp } from '../api/rules/plan';
import type { Permit } from '../services/sender';
import { noTopUp } from '../services/writeRules';
import { readEnvironmentTarget } from '../commands/environmentTarget';
import type { Environment } from '../services/environments/environmentModel';
import type { Services } from '../services/services';
import { environmentOf, optionsOf } from '../commands/arguments';
import { plainText } from '../util/plainText';
import { formatMoney, currencies, decimalsOf } from '../ui/formats/amounts';
import { showMessage, withActions, withRequestId, type Action, titledAction } from '../ui/messages';
import { sendWithProgress } from '../ui/sending';
import { RecentTopUps, amountsOf, splitTyped } from './topUpRules';
import { askChoice, askText, keep, runSteps, type Choice, type Step } from '../ui/questions/steps';
import { shownLanguage, t } from '../util/text';

const LAST_CURRENCY = 'paymentsApi.lastCurrency';

/** The balance commands: the sandbox top-up. There is none for production. */
export function createBalanceCommands({ context, environments, sender }: Services, setUp: SetUpEnvironment) {
  const state = context.workspaceState;
  const recent = new RecentTopUps();
  return {
    async topUpSandbox(given) {
      const options = readArguments(given);
      const { amount: givenAmount, currency: givenCurrency } = options;
      const environment = environments.get(environmentOf(options));
      if (environment.type === 'production') throw noTopUp(environment);
      const amount = givenAmount === undefined ? undefined : checkAmount(givenAmount);
      const code = typeof givenCurrency === 'string' ? givenCurrency.trim() : givenCurrency;
      const currency = code === undefined ? undefined : checkCurrency(code);
      // A caller who gave all the answers is not asked anything: it may well mean to repeat itself.
      const isPerson = amount === undefined || currency === undefined;
      const topUp = isPerson ? await ask(environment, { amount, currency }) : { amount, currency };
      const isAgain = isPerson && recent.has({ ...topUp, environment: environment.id });
      const words = {
        question: isAgain
          ? t('The same top-up was sent less than a minute ago: {0} to {1}.', money(topUp), environment.name)
          : t('Add {0} to {1} again?', money(topUp), environment.name),
        action: t('Top Up Again'),
      };
      const permit = await sender.permit(planTopUp(topUp), {
        environment: environment.id,
        isPerson,
        isAgain,
        words,
      });
      return send(permit, topUp);
    },
  } satisfies Partial<Handlers>;

  async function send(
    permit: Permit<Readonly<Record<string, unknown>>>,
    topUp: TopUpInput,
  ): Promise<Done<{ message: string }>> {
    const { environment } = permit;
    const placed = { ...topUp, environment: environment.id };
    let added = false;
    recent.begin(placed);
    try {
      const title = t('Adding {0} to {1}', money(topUp), environment.name);
      const answer = await sendWithProgress(sender, permit, { title });
      added = true;
      // What was added counts, also where the editor cannot keep this.
      state.update(LAST_CURRENCY, topUp.currency).then(undefined, () => undefined);
      showSuccess(topUp, environment, answer);
      const { message, requestId, exchangeId } = answer;
      return { data: { message }, requestId, exchangeId };
    } catch (error) {
      // It may have been added: doing it again without a thought may add it twice.
      const mayBeAdded = isPaymentsError(error) && error.facts.mayHaveActed === true;
      added ||= mayBeAdded;
      throw mayBeAdded ? withActions(error, balanceActions(environment)) : error;
    } finally {
      recent.end(placed, added);
    }
  }

  async function ask(environment: Environment, given: Given): Promise<TopUpInput> {
    await setUp(environment.id);
    const title = t('Top up {0}', environment.name);
    return askTopUp(title, given, state.get<string>(LAST_CURRENCY));
  }
}

/** Options as a caller gives them, or the row of the Environments view that a menu passes. */
function readArguments(given: unknown): Readonly<Record<string, unknown>> {
  const isTarget = typeof given === 'string' || optionsOf(given)['environmentId'] !== undefined;
  return isTarget ? { environment: readEnvironmentTarget(given) } : optionsOf(given);
}

/** Where a balance can be looked at: the interface has no request for it. */
function balanceActions({ id, dashboardUrl }: Environment): Action[] {
  return dashboardUrl === undefined ? [] : [titledAction('openDashboard', id)];
}

function showSuccess(
  topUp: TopUpInput,
  environment: Environment,
  answer: { readonly message: string; readonly requestId?: string; readonly exchangeId: string },
): void {
  const { requestId, exchangeId } = answer;
  const added = t('Added {0} to {1}.', money(topUp), environment.name);
  // What the service says is data: one plain line of it.
  const said = plainText(answer.message, 300).replace(/[^.!?…]$/u, '$&.');
  const text = said === '' ? added : t('{0} The service says: {1}', added, said);
  showMessage('info', withRequestId(text, requestId), [
    titledAction('showExchange', exchangeId),
    ...(requestId === undefined ? [] : [titledAction('copyRequestId', exchangeId)]),
  ]);
}

function money({ amount, currency }: TopUpInput): string {
  return formatMoney(amount, currency);
}

/** What is known of a top-up before anything is asked. */
export type Given = { readonly [K in keyof TopUpInput]: TopUpInput[K] | undefined };

/**
 * Asks for what is not given yet, in two steps with a way back. The first one takes an amount as well: `250 EUR`,
 * `EUR 250`, or `250` and then a currency.
 * @param title names the environment
 * @param lastCurrency the first one in the list
 * @throws CancelledError when it was dismissed
 */
async function askTopUp(title: string, given: Given, lastCurrency: string | undefined): Promise<TopUpInput> {
  const locale = shownLanguage();
  let { amount, currency } = given;
  let typed = '';

  const askCurrency: Step = async (place) => {
    const items = currencyItems(currency ?? lastCurrency);
    const reply = await askChoice<Partial<TopUpInput>>(place, {
      placeholder: t('Which currency? Type a code or a name.'),
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
      prompt: t('How much {0}? As you write it: {1}', code, exampleAmount(code, locale)),
      value: typed,
      check: (text) => {
        const amounts = amountsOf(text, locale)(code);
        if (typeof amounts === 'string') return amounts;
        // Said back, so that 1,234 and 1.234 are not taken for each other.
        const money = amounts.map((each) => formatMoney(each, code));
        return {
          message: t('Adds {0}', money.join(' / ')),
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
        : await askChoice(place, { placeholder: t('Which amount is meant?'), items });
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
function rowsOf(text: string, items: readonly Choice<Partial<TopUpInput>>[], locale: string) {
  const typed = splitTyped(text);
  if (typed === undefined) return undefined;
  const amountsIn = amountsOf(typed.amount, locale);
  let problem = t('Which currency? Type a code or a name.');
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

function currencyItems(first: string | undefined): Choice<Partial<TopUpInput>>[] {
  const rank = (code: string): number => {
    const place = COMMON.indexOf(code);
    return code === first ? -1 : place < 0 ? COMMON.length : place;
  };
  return currencies()
    .toSorted((one, other) => rank(one.code) - rank(other.code))
    .map(({ code, name }) => ({ label: code, description: name, value: { currency: code } }));
}

/** With the decimals of the currency. */
function exampleAmount(currency: string, locale: string): string {
  const digits = decimalsOf(currency);
  return (1234.5).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
