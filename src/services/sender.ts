import type { Answer, CallOptions } from '../api/model/clientTypes';
import { CancelledError, PreflightError } from '../api/model/errors';
import type { RequestPlan } from '../api/model/requestPlan';
import { changedMeanwhile, type Connections, type Reachable } from './connections';
import type { Asker, Decision, WriteRules } from './writeRules';

/** Words for a question about a write that is repeated, where it is more than a request. */
export interface QuestionWords {
  readonly question: string;
  readonly action: string;
}

/** Asks a person about writes, all at once. @returns whether they agreed */
export type Ask = (writes: readonly Decision[], words?: QuestionWords) => Promise<boolean>;

/** What may be sent, and where: what a person was shown of it, or what needs no question. */
export interface Permit<T = unknown> {
  readonly plan: RequestPlan<T>;
  /** With the addresses and the account that were shown. */
  readonly environment: Reachable;
  /** See `CallOptions.shown`. */
  readonly shown: string | null | undefined;
  /** Sent although the service asked to wait: the person chose that. */
  readonly despiteHold?: boolean;
}

export interface PermitOptions extends Asker {
  /** Id of the environment; the active one when undefined. */
  readonly environment?: string;
  /** The environment that the request was made for, in the place of its id. */
  readonly at?: Reachable;
  readonly words?: QuestionWords;
}

/** Sends requests: the way of every one that is no upload. */
export class Sender {
  readonly #connections: Connections;
  readonly #rules: WriteRules;
  readonly #ask: Ask;

  constructor(connections: Connections, rules: WriteRules, ask: Ask) {
    this.#connections = connections;
    this.#rules = rules;
    this.#ask = ask;
  }

  /**
   * Whether a request may be sent; a person is asked where the rules say so.
   * @throws ConfigurationError when it cannot go there; CancelledError when the person did not agree
   */
  async permit<T>(plan: RequestPlan<T>, options: PermitOptions): Promise<Permit<T>> {
    const [permit] = await this.permitAll([plan], options);
    if (permit === undefined) throw new Error('No permit');
    return { ...permit, plan };
  }

  /** Whether several requests may be sent, with one question for all. @throws as `permit` */
  async permitAll(plans: readonly RequestPlan[], options: PermitOptions): Promise<Permit[]> {
    const { environment: id, at, words, ...asker } = options;
    const environment = at ?? (await this.#connections.ready(id));
    const decisions: Decision[] = [];
    for (const plan of plans) decisions.push(await this.#rules.decide(plan, environment, asker));
    const asked = decisions.filter(({ asks }) => asks);
    const isRepeated = asked.some(({ isAgain, earlier }) => isAgain || earlier !== undefined);
    if (asked.length > 0 && !(await this.#ask(asked, isRepeated ? words : undefined))) {
      throw new CancelledError();
    }
    return decisions.map(({ plan, earlier, heldSeconds }) => ({
      plan,
      environment,
      shown: options.isPerson ? (earlier?.exchangeId ?? null) : undefined,
      despiteHold: heldSeconds !== undefined,
    }));
  }

  /**
   * Sends what was permitted, if everything is still as it was then.
   * @throws PaymentsError for every failure
   */
  async send<T>(
    { plan, environment, shown, despiteHold = false }: Permit<T>,
    call: CallOptions = {},
  ): Promise<Answer<T>> {
    const { client, environment: now } = await this.#connections.open(environment.id);
    refuseMoved(now, environment);
    return client.send(plan, { ...call, shown, despiteHold });
  }
}

/** The Local Sandbox has a new address whenever it starts, and is the same account there. */
function targetOf({ type, addresses, identity }: Reachable): string {
  return JSON.stringify([
    type,
    identity,
    ...(type === 'local' ? [] : [addresses.apiUrl, addresses.filesUrl]),
  ]);
}

/**
 * Refuses what was agreed to for an environment that leads elsewhere now, or has another key: a question may have been
 * open while that was changed.
 * @throws PreflightError
 */
export function refuseMoved(now: Reachable, agreed: Reachable): void {
  // The question about production names the key.
  const isOtherKey = now.type === 'production' && now.keyMark !== agreed.keyMark;
  if (targetOf(now) === targetOf(agreed) && !isOtherKey) return;
  throw new PreflightError(changedMeanwhile(now.name));
}
