import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin, Service } from '../api/model/exchange';
import type { Environment } from './environments/environmentModel';

/** On whose behalf the work goes on, where it is not the user's own. */
export interface Caller {
  /** Marks every exchange. */
  readonly origin: Origin;
  /** Ends every request, down to the socket. */
  readonly signal: AbortSignal;
  /**
   * Decides what the caller may do in an environment, when a connection to it is opened and with each request.
   * @throws ConfigurationError when it may do nothing there
   */
  readonly accessTo: (environment: Environment, service?: Service) => 'read' | 'write';
}

const callers = new AsyncLocalStorage<Caller>();

/** Does work on behalf of a caller: every connection that it opens is held to what the caller may do. */
export function actFor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  return callers.run(caller, work);
}

/** The caller that the present work is done for; undefined for the user. */
export function currentCaller(): Caller | undefined {
  return callers.getStore();
}
