import * as vscode from 'vscode';
import { CancelledError, ConfigurationError } from '../api/errors';
import type { Handlers } from '../commands';
import type { Connections } from '../connections';
import type { Environments } from '../environments/environments';
import type { Environment } from '../environments/model';
import { isObject, refuse } from '../ui/arguments';
import { tell, withRequestId, type Action, commandAction } from '../ui/messages';
import { withCancellableProgress } from '../ui/progress';
import { askTopUp, type TopUp } from './questions';
import { checkAmount, checkCurrency, isRepeat, type PastTopUp } from './rules';

export interface BalanceParts {
  readonly connections: Connections;
  readonly environments: Environments;
  /** Keeps the currency used last. */
  readonly state: vscode.Memento;
}

const LAST_CURRENCY = 'paymentsApi.lastCurrency';

/** The balance commands: the sandbox top-up ("Sandbox balance top-up"). There is none for production. */
export function createBalanceCommands(parts: BalanceParts): Pick<Handlers, 'topUpSandbox'> {
  let last: PastTopUp | undefined;
  return {
    async topUpSandbox(given) {
      const options = isObject(given) ? given : {};
      const environment = parts.environments.get(options['environment']);
      refuseProduction(environment);
      const amount = options['amount'] === undefined ? undefined : acceptAmount(options['amount']);
      const currency = options['currency'] === undefined ? undefined : acceptCurrency(options['currency']);
      const complete = amount !== undefined && currency !== undefined;
      const topUp = complete
        ? { amount, currency }
        : await askTopUp(environment.name, { amount, currency }, parts.state.get<string>(LAST_CURRENCY));
      if (topUp === undefined) throw cancelled();
      // A caller who gave all the answers is not asked again: it may well mean to repeat itself.
      if (!complete) await confirmRepeat(last, topUp, environment);

      const { client } = await parts.connections.open(environment.id);
      const answer = await withCancellableProgress(
        vscode.l10n.t('Adding {0} {1} to {2}', topUp.amount, topUp.currency, environment.name),
        (signal) => client.topUp(topUp, { signal }),
      );
      last = { ...topUp, environment: environment.id, at: Date.now() };
      await parts.state.update(LAST_CURRENCY, topUp.currency);
      tell('info', withRequestId(successText(topUp, environment, answer.message), answer.requestId), [
        ...copyRequestId(answer.requestId, answer.exchangeId),
      ]);
      return {
        data: { message: answer.message },
        requestId: answer.requestId,
        exchangeId: answer.exchangeId,
      };
    },
  };
}

function refuseProduction(environment: Environment): void {
  if (environment.type !== 'production') return;
  throw new ConfigurationError(
    {
      message: vscode.l10n.t(
        '{0} is a production environment: balances can be topped up in a sandbox only. Nothing was sent.',
        environment.name,
      ),
    },
    { environment: environment.id },
  );
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

async function confirmRepeat(
  last: PastTopUp | undefined,
  topUp: TopUp,
  environment: Environment,
): Promise<void> {
  if (last === undefined || !isRepeat(last, { ...topUp, environment: environment.id, at: Date.now() }))
    return;
  const again = vscode.l10n.t('Top Up Again');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The same top-up was made less than a minute ago: {0} {1} to {2}.',
      topUp.amount,
      topUp.currency,
      environment.name,
    ),
    { modal: true, detail: vscode.l10n.t('Doing it again adds the amount a second time.') },
    again,
  );
  if (answer !== again) throw cancelled();
}

function successText(topUp: TopUp, environment: Environment, message: string): string {
  const text = vscode.l10n.t('Added {0} {1} to {2}.', topUp.amount, topUp.currency, environment.name);
  return message === '' ? text : vscode.l10n.t('{0} The service says: {1}', text, message);
}

function copyRequestId(requestId: string | undefined, exchangeId: string): Action[] {
  return requestId === undefined
    ? []
    : [commandAction(vscode.l10n.t('Copy Request ID'), 'copyRequestId', exchangeId)];
}

function cancelled(): CancelledError {
  return new CancelledError({ message: vscode.l10n.t('Cancelled. No money was added.') });
}
