import { PreflightError } from '../../api/model/errors';
import type { Environment } from '../../services/environments/environmentModel';
import type { AgentTool } from './inputs';

/** Questions that are remembered, of calls and for each call: more are not open at once. */
const MOST = 100;

/** What a call would do: what of it the user is asked. */
interface Call {
  /** None where nobody needs to be asked, or where it is refused. */
  readonly question?: string;
  readonly environment?: Environment;
  /** What the named ones lead to. */
  readonly files?: readonly string[];
}

/**
 * Where writes were to go when the user was asked. The active environment or an address may change while the question is
 * open: what was confirmed for one account must not reach another, and what could not be asked is not done.
 */
export class ConfirmedTargets {
  /** The targets of each call that were not used up by it yet; undefined where nothing was asked. */
  readonly #asked = new Map<string, (string | undefined)[]>();

  /** Remembers what the user is asked about a call, or that nothing is. */
  remember(tool: AgentTool, input: unknown, now: Call): void {
    const call = callOf(tool, input);
    const targets = [...(this.#asked.get(call) ?? []), targetOf(now)].slice(-MOST);
    this.#asked.delete(call);
    this.#asked.set(call, targets);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MOST && oldest !== undefined) this.#asked.delete(oldest);
  }

  /**
   * Refuses a write that would go elsewhere, or with other files, than the user was asked, or that the user could not be
   * asked about. A call of which nothing is remembered passes.
   * @throws PreflightError
   */
  demandSame(tool: AgentTool, input: unknown, now: Call): void {
    const call = callOf(tool, input);
    const targets = this.#asked.get(call) ?? [];
    const target = targetOf(now);
    const other = target === undefined ? -1 : targets.findIndex((asked) => asked !== target);
    const [asked] = targets.splice(other < 0 ? Math.max(0, targets.indexOf(target)) : other, 1);
    if (targets.length === 0) this.#asked.delete(call);
    if (other < 0) return;
    if (asked === undefined) {
      throw new PreflightError(
        'The user could not be asked about this call. Nothing was sent. Call again, so that the user is asked.',
      );
    }
    const { environment, files = [] } = now;
    const [what, place] =
      files.length === 0
        ? ['The environment', '']
        : ['The environment, or which files the paths lead to,', ` with ${files.join(', ')}`];
    throw new PreflightError(
      `${what} changed after the user was asked: the call would go to "${environment?.id}"${place} now. Nothing was sent. Call again, so that the user is asked about that.`,
    );
  }
}

function callOf(tool: AgentTool, input: unknown): string {
  return `${tool} ${JSON.stringify(input)}`;
}

/** The Local Sandbox has a new address whenever it starts, and is the same account there. */
function targetOf({ question, environment, files = [] }: Call): string | undefined {
  if (question === undefined) return undefined;
  const { id, type, addresses } = environment ?? {};
  const account = type === 'local' ? [id] : [id, type, addresses?.apiUrl, addresses?.filesUrl];
  return JSON.stringify([...account, files]);
}
