import * as vscode from 'vscode';
import { CancelledError, isOfKind, isPaymentsError } from '../api/model/errors';
import { optionsOf } from './arguments';

/**
 * Lets a command that a person started go on after what is missing of its environment, an address or a key, was entered.
 * Code that passes arguments gets the error instead: no person may be there to answer.
 * @param setUp leads through what is missing; resolves false when the user gave up
 */
export function settingUp(setUp: (environmentId: string) => Promise<boolean>) {
  return <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args);
      } catch (error) {
        const environment = isPaymentsError(error) ? error.environment : undefined;
        if (!isByPerson(args) || environment === undefined || !isOfKind(error, 'configuration')) throw error;
        await requireSetUp(setUp, environment);
        return work(...args);
      }
    };
}

/** The same before anything is asked that would have to be asked again. @throws CancelledError when the user gave up */
export async function requireSetUp(
  setUp: (environmentId: string) => Promise<boolean>,
  environment: string,
): Promise<void> {
  if (await setUp(environment)) return;
  throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
}

/** Menus pass a row; links and buttons in the editor pass a mark of their own. */
function isByPerson([target, options]: readonly unknown[]): boolean {
  return typeof target !== 'string' || optionsOf(options)['interactive'] === true;
}
