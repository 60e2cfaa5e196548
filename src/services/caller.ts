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

/** A call, until the work for it has ended. */
interface Call {
  readonly caller: Caller;
  isOver: boolean;
}

const calls = new AsyncLocalStorage<Call>();

/**
 * Does work on behalf of a caller: every connection that it opens is held to what the caller may do. What follows once that
 * work has ended is the user's own, such as a click in a message that it has shown.
 */
export async function actFor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  const call: Call = { caller, isOver: false };
  try {
    return await calls.run(call, work);
  } finally {
    call.isOver = true;
  }
}

/** The caller that the present work is done for; undefined for the user. */
export function currentCaller(): Caller | undefined {
  const call = calls.getStore();
  return call?.isOver === false ? call.caller : undefined;
}
