import { ConfigurationError, PreflightError } from '../api/model/errors';
import type { RequestPlan } from '../api/model/requestPlan';
import { writeHash } from '../api/call/writeHash';
import { isRead, onlyReads } from '../api/rules/methods';
import { isTopUp } from '../api/rules/plan';
import type { UnresolvedWrite } from '../storage';
import { t } from '../util/text';
import { currentCaller } from './caller';
import type { Reachable } from './connections';
import type { Environment } from './environments/environmentModel';
import type { StorageService } from './storage';

/** An earlier write of the same method, target and body, whose result is not known. */
export interface EarlierWrite extends UnresolvedWrite {
  /** What went wrong with it, in words. */
  readonly why?: string | undefined;
}

/** Who wants a request to be sent. */
export interface Asker {
  /** A person is there to be asked; code is asked in production only. */
  readonly isPerson: boolean;
  /** The person repeats a request on purpose. */
  readonly isAgain?: boolean;
}

/** What the rules say about a request. */
export interface Decision {
  readonly plan: RequestPlan;
  readonly environment: Reachable;
  /** What the journal recognizes the write by; absent for a read. */
  readonly hash?: string;
  readonly earlier?: EarlierWrite | undefined;
  readonly isAgain: boolean;
  /** The service asked to wait for so long still, and a person may send all the same. */
  readonly heldSeconds?: number | undefined;
  /** Whether a person is asked before it is sent. */
  readonly asks: boolean;
}

/** What may be sent, and what a person is asked first: decided here and nowhere else. */
export class WriteRules {
  readonly #storage: Pick<StorageService, 'get'>;
  readonly #heldSeconds: (environment: Reachable) => number | undefined;
  readonly #underWay = new Set<string>();

  /** @param heldSeconds for how long the service of an environment asked to wait, while it does */
  constructor(
    storage: Pick<StorageService, 'get'>,
    heldSeconds: (environment: Reachable) => number | undefined,
  ) {
    this.#storage = storage;
    this.#heldSeconds = heldSeconds;
  }

  /**
   * Decides about one request.
   * @throws ConfigurationError when it may not be sent there at all
   */
  async decide(plan: RequestPlan, environment: Reachable, asker: Asker): Promise<Decision> {
    const { isPerson, isAgain = false } = asker;
    const access = currentCaller()?.accessTo(environment, plan.service);
    // Code is refused by the call itself.
    const heldSeconds = isPerson ? this.#heldSeconds(environment) : undefined;
    const isHeld = heldSeconds !== undefined;
    if (isRead(plan.method)) return { plan, environment, heldSeconds, isAgain: false, asks: isHeld };
    if (access === 'read') throw onlyReads(environment.id, environment.name);
    if (environment.type === 'production' && isTopUp(plan)) throw noTopUp(environment);
    const hash = writeHash(plan, environment.addresses);
    const earlier = isPerson ? await this.earlier(environment.id, hash) : undefined;
    const asks = environment.type === 'production' || earlier !== undefined || isAgain || isHeld;
    return { plan, environment, hash, earlier, isAgain, heldSeconds, asks };
  }

  /** The last write with that hash, if nobody knows what became of it. */
  async earlier(environment: string, hash: string): Promise<EarlierWrite | undefined> {
    const { history } = await this.#storage.get();
    const last = history.unresolvedWrite(environment, hash);
    if (last === undefined) return undefined;
    return { ...last, why: history.get(last.exchangeId)?.error?.message };
  }

  /**
   * Does one thing at a time at a place, such as a line of a file: a key that is held down presses itself again.
   * @throws PreflightError while it is under way there
   */
  async once<T>(place: string, work: () => Promise<T>): Promise<T> {
    if (this.#underWay.has(place)) {
      const message = t('This request is being sent already. Wait for its answer before you send it again.');
      throw new PreflightError(message);
    }
    this.#underWay.add(place);
    try {
      return await work();
    } finally {
      this.#underWay.delete(place);
    }
  }
}

/** The sandbox top-up does not exist in production ("Top up a sandbox balance" in docs/api.md). */
export function noTopUp({ id, name }: Pick<Environment, 'id' | 'name'>): ConfigurationError {
  const message = t(
    'Top-ups work only in a sandbox. {0} is a production environment. Nothing was sent.',
    name,
  );
  return new ConfigurationError(message, { environment: id });
}
