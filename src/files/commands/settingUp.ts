import * as vscode from 'vscode';
import { CancelledError, isOfKind, isPaymentsError } from '../../api/errors';

/**
 * Lets a command that a person started go on after what is missing of its environment, an address or a key, was entered.
 * Code that names a file by its id gets the error instead: nobody may be there to answer.
 * @param setUp leads through what is missing; resolves false when the user gave up
 */
export function settingUp(setUp: (environmentId: string) => Promise<boolean>) {
  return <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args);
      } catch (error) {
        const environment = isPaymentsError(error) ? error.environment : undefined;
        const isByPerson = typeof args[0] !== 'string';
        if (!isByPerson || environment === undefined || !isOfKind(error, 'configuration')) throw error;
        if (!(await setUp(environment))) {
          throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
        }
        return work(...args);
      }
    };
}
