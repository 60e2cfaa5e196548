import { PreflightError } from '../../api/model/errors';
import type { Environment } from '../../services/environments/environmentModel';
import type { AgentTool } from './inputs';

/** Questions that are remembered, of calls and for each call: more are not open at once. */
const MOST = 100;

/**
 * Where writes were to go when the user was asked. The active environment or an address may change while the question is
 * open: what was confirmed for one account must not reach another.
 */
export class ConfirmedTargets {
  /** The targets that were asked about, by call, and not used up by that call yet. */
  readonly #asked = new Map<string, string[]>();

  /** Remembers what the user is asked about a call. @param files what the named ones lead to */
  remember(tool: AgentTool, input: unknown, environment: Environment, files: readonly string[] = []): void {
    const call = callOf(tool, input);
    const targets = [...(this.#asked.get(call) ?? []), targetOf(environment, files)].slice(-MOST);
    this.#asked.delete(call);
    this.#asked.set(call, targets);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MOST && oldest !== undefined) this.#asked.delete(oldest);
  }

  /**
   * Refuses a call that would go elsewhere, or with other files, than the user was asked. A call without a question passes.
   * @throws PreflightError
   */
  demandSame(tool: AgentTool, input: unknown, environment: Environment, files: readonly string[] = []): void {
    const call = callOf(tool, input);
    const targets = this.#asked.get(call) ?? [];
    const target = targetOf(environment, files);
    const other = targets.findIndex((asked) => asked !== target);
    targets.splice(Math.max(0, other), 1);
    if (targets.length === 0) this.#asked.delete(call);
    if (other < 0) return;
    const [what, now] =
      files.length === 0
        ? ['The environment', '']
        : ['The environment, or which files the paths lead to,', ` with ${files.join(', ')}`];
    throw new PreflightError(
      `${what} changed after the user was asked: the call would go to "${environment.id}"${now} now. Nothing was sent. Call again, so that the user is asked about that.`,
    );
  }
}

function callOf(tool: AgentTool, input: unknown): string {
  return `${tool} ${JSON.stringify(input)}`;
}

/** The Local Sandbox has a new address whenever it starts, and is the same account there. */
function targetOf({ id, type, addresses }: Environment, files: readonly string[]): string {
  const account = type === 'local' ? [id] : [id, type, addresses?.apiUrl, addresses?.filesUrl];
  return JSON.stringify([...account, files]);
}
