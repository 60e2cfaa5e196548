import { isPaymentsError } from '../api/model/errors';
import { optionsOf } from './arguments';

/** Leads through what is missing for an environment, an address or a key. @throws CancelledError when the user gave up */
export type SetUpEnvironment = (environmentId: string) => Promise<void>;

/**
 * Lets a command that a person started go on after what is missing of its environment, an address or a key, was entered.
 * Code that passes arguments gets the error instead: no person may be there to answer.
 */
export function settingUp(setUp: SetUpEnvironment) {
  return <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args);
      } catch (error) {
        const { environment, missing } = isPaymentsError(error) ? error : {};
        if (!isByPerson(args) || environment === undefined || missing === undefined) throw error;
        await setUp(environment);
        return work(...args);
      }
    };
}

/** Menus pass a row; links and buttons in the editor pass a mark of their own. */
export function isByPerson([target, options]: readonly unknown[]): boolean {
  return typeof target !== 'string' || optionsOf(options)['interactive'] === true;
}
