import * as vscode from 'vscode';
import { CancelledError, ConfigurationError, isPaymentsError } from '../api/model/errors';
import type { Handlers } from '../commands/commands';
import type { Done } from '../commands/outcome';
import type { Connection, Connections } from '../services/connections';
import type { Environments } from '../services/environments';
import { readEnvironmentTarget } from '../commands/environmentTarget';
import type { Environment } from '../services/environmentModel';
import { optionsOf, refuse } from '../commands/arguments';
import { askModalSafely } from '../ui/confirm';
import { plainText } from '../util/plainText';
import { formatMoney } from '../ui/formats/amounts';
import { commandAction, showMessage, withActions, withRequestId, type Action } from '../ui/messages';
import type { Storage } from '../storage/types/storageTypes';
import { withLateProgress } from '../ui/progress';
import { confirmUnresolved, unresolvedReason } from '../ui/unresolved';
import { askTopUp, type TopUp } from './questions';
import { checkAmount, checkCurrency, RecentTopUps } from './topUpRules';
import { shownLanguage } from '../util/text';

export interface BalanceParts {
  readonly connections: Connections;
  readonly environments: Environments;
  /** Keeps the currency used last. */
  readonly state: vscode.Memento;
  readonly storage: () => Promise<Storage>;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
}

const LAST_CURRENCY = 'paymentsApi.lastCurrency';

/** The balance commands: the sandbox top-up ("Sandbox balance top-up"). There is none for production. */
export function createBalanceCommands(parts: BalanceParts): Pick<Handlers, 'topUpSandbox'> {
  const { connections, environments, state, setUp, storage } = parts;
  const recent = new RecentTopUps();
  return {
    async topUpSandbox(given) {
      const { environment: named, amount: givenAmount, currency: givenCurrency } = readArguments(given);
      const environment = environments.get(named);
      refuseProduction(environment);
      const amount = givenAmount === undefined ? undefined : acceptAmount(givenAmount);
      const currency = givenCurrency === undefined ? undefined : acceptCurrency(givenCurrency);
      const topUp =
        amount !== undefined && currency !== undefined
          ? // A caller who gave all the answers is not asked anything: it may well mean to repeat itself.
            { amount, currency }
          : await ask(environment, { amount, currency });
      if (amount === undefined || currency === undefined)
        await confirmSame(await connections.open(environment.id), topUp);

      const connection = await connections.open(environment.id);
      // Questions take a while, and settings may say something else by now.
      refuseProduction(connection.environment);
      return send(connection, topUp);
    },
  };

  async function send({ client, environment }: Connection, topUp: TopUp): Promise<Done<{ message: string }>> {
    const placed = { ...topUp, environment: environment.id };
    let added = false;
    recent.begin(placed);
    try {
      const answer = await withLateProgress(
        vscode.l10n.t('Adding {0} to {1}', money(topUp), environment.name),
        (signal) => client.topUp(topUp, { signal }),
      );
      added = true;
      await state.update(LAST_CURRENCY, topUp.currency);
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

  async function ask(
    environment: Environment,
    given: { readonly [K in keyof TopUp]: TopUp[K] | undefined },
  ): Promise<TopUp> {
    if (!(await setUp(environment.id))) throw cancelled();
    const title = vscode.l10n.t('Top up {0}', environment.name);
    const topUp = await askTopUp(title, given, state.get<string>(LAST_CURRENCY));
    if (topUp === undefined) throw cancelled();
    return topUp;
  }

  /** Asks where the same may be added a second time. */
  async function confirmSame({ client, environment }: Connection, topUp: TopUp): Promise<void> {
    const { history } = await storage();
    const reason = unresolvedReason(history, environment.id, client.topUpHash(topUp));
    if (reason !== undefined) {
      const question = vscode.l10n.t('Add {0} to {1} again?', money(topUp), environment.name);
      await confirmUnresolved(question, reason, vscode.l10n.t('Top Up Again'));
    } else if (recent.has({ ...topUp, environment: environment.id })) {
      await confirmRepeat(topUp, environment);
    }
  }
}

/** Options as a caller gives them, or the row of the Environments view that a menu passes. */
function readArguments(given: unknown): Readonly<Record<string, unknown>> {
  const isTarget = typeof given === 'string' || optionsOf(given)['environmentId'] !== undefined;
  return isTarget ? { environment: readEnvironmentTarget(given) } : optionsOf(given);
}

function refuseProduction(environment: Environment): void {
  if (environment.type !== 'production') return;
  const message = vscode.l10n.t(
    'Top-ups work only in a sandbox. {0} is a production environment. Nothing was sent.',
    environment.name,
  );
  throw new ConfigurationError({ message }, { environment: environment.id });
}

function acceptAmount(amount: unknown): number {
  const problem = checkAmount(amount);
  if (problem !== undefined || typeof amount !== 'number') throw refuse(problem ?? '');
  return amount;
}

function acceptCurrency(currency: unknown): string {
  const problem = checkCurrency(currency);
  if (problem !== undefined || typeof currency !== 'string') throw refuse(problem ?? '');
  return currency.trim().toUpperCase();
}

async function confirmRepeat(topUp: TopUp, environment: Environment): Promise<void> {
  const isAgreed = await askModalSafely(
    vscode.l10n.t(
      'The same top-up was sent less than a minute ago: {0} to {1}.',
      money(topUp),
      environment.name,
    ),
    vscode.l10n.t('Sending it again adds the amount a second time.'),
    vscode.l10n.t('Do Not Send'),
    vscode.l10n.t('Top Up Again'),
  );
  if (!isAgreed) throw cancelled();
}

/** Where a balance can be looked at: the interface has no request for it. */
function balanceActions({ id, dashboardUrl }: Environment): Action[] {
  return dashboardUrl === undefined
    ? []
    : [commandAction(vscode.l10n.t('Open Dashboard'), 'openDashboard', id)];
}

function showSuccess(
  topUp: TopUp,
  environment: Environment,
  answer: { readonly message: string; readonly requestId?: string; readonly exchangeId: string },
): void {
  const { requestId, exchangeId } = answer;
  const added = vscode.l10n.t('Added {0} to {1}.', money(topUp), environment.name);
  // What the service says is data: one plain line of it.
  const said = plainText(answer.message, 300).replace(/[^.!?…]$/u, '$&.');
  const text = said === '' ? added : vscode.l10n.t('{0} The service says: {1}', added, said);
  showMessage(
    'info',
    withRequestId(text, requestId),
    requestId === undefined
      ? []
      : [commandAction(vscode.l10n.t('Copy Request ID'), 'copyRequestId', exchangeId)],
  );
}

function money({ amount, currency }: TopUp): string {
  return formatMoney(amount, currency, shownLanguage());
}

function cancelled(): CancelledError {
  return new CancelledError({ message: vscode.l10n.t('Cancelled. No money was added.') });
}
