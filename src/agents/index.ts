import * as vscode from 'vscode';
import { CancelledError, isPaymentsError } from '../api/model/errors';
import { createRedactor } from '../api/model/redact';
import type { Handlers } from '../commands/commands';
import { success, type Done, type Outcome } from '../commands/outcome';
import type { actFor as ActFor } from '../services/caller';
import type { Services } from '../services/services';
import { LOCAL_SANDBOX_KEY } from '../sandbox/server/data/key';
import { failureOf } from '../ui/failures';
import { plainText } from '../util/plainText';
import type { Service } from '../api/model/exchange';
import { accessOf, demandAccess } from './limits/access';
import { ConfirmedTargets } from './limits/confirmed';
import { resultText } from './limits/results';
import { type AgentTool, readInput } from './limits/inputs';
import type { Lookups } from './lookups';
import { planCall, prepare } from './prepare';
import type { AgentTools } from './register';
import { BY_HAND, createTools } from './tools';

/** Tools whose data is the extension's own. */
const OWN_WORDS: readonly AgentTool[] = [
  'payments_list_environments',
  'payments_describe_api',
  'payments_set_sandbox_scenario',
];

/**
 * The tools of the editor's agents: the same paths as the commands, within limits that are kept here.
 * @param actFor of the bundle that opens the connections: this one has a store of its own
 */
export function createAgentTools(
  services: Services,
  handlers: Handlers,
  lookups: Lookups,
  actFor: typeof ActFor,
): AgentTools {
  const { environments, log, settings } = services;
  const tools = createTools(services, handlers, lookups);
  const confirmed = new ConfirmedTargets();

  async function run(tool: AgentTool, given: unknown, signal: AbortSignal): Promise<Outcome<unknown>> {
    try {
      const plan = await planCall(services, tool, given);
      confirmed.demandSame(tool, given, plan);
      if (plan.refusal !== undefined) throw plan.refusal;
      signal.throwIfAborted();
      const input = readInput(tool, given);
      const caller = {
        origin: 'agent',
        signal,
        // Asked again when a connection is opened: the settings may have changed since the tool was called.
        accessTo: (environment: Parameters<typeof accessOf>[0], service: Service = 'api') => {
          const { production } = settings.values.agents;
          const access = accessOf(environment, environments.all, production, service);
          demandAccess(environment, access, 'read', BY_HAND.read);
          return access === 'write' ? 'write' : 'read';
        },
      } as const;
      // Its own schema has just checked the input.
      const call = tools[tool] as (checked: unknown) => Promise<Done<unknown>>;
      const done = await actFor(caller, () => call(input));
      return success(done);
    } catch (error) {
      if (signal.aborted && !isPaymentsError(error))
        return failureOf(new CancelledError('The call was cancelled. Nothing more was sent.'));
      if (!isPaymentsError(error)) log.error(error instanceof Error ? error : String(error));
      return failureOf(error);
    }
  }

  return {
    prepare: (tool, given) => prepare(services, confirmed, tool, given),

    async invoke(tool, given, token) {
      const abort = new AbortController();
      if (token.isCancellationRequested) abort.abort();
      const listener = token.onCancellationRequested(() => abort.abort());
      try {
        const outcome = await run(tool, given, abort.signal);
        // Also the keys of environments that left the settings.
        const redactor = createRedactor([LOCAL_SANDBOX_KEY, ...(await services.keys.every())]);
        const redact = (text: string): string => redactor.text(text);
        note(log, tool, outcome, redact);
        return resultText(outcome, {
          redact,
          fromOutside: outcome.ok
            ? !OWN_WORDS.includes(tool)
            : ['api', 'http', 'decode', 'unknown-outcome'].includes(outcome.error.kind),
          keepLinks: tool === 'payments_copy_as_code',
          howToGetMore: howToGetMore(tool),
        });
      } finally {
        listener.dispose();
      }
    },
  };
}

function note(
  log: vscode.LogOutputChannel,
  tool: AgentTool,
  outcome: Outcome<unknown>,
  redact: (text: string) => string,
): void {
  if (outcome.ok) log.info(`agent: ${tool}`);
  else log.warn(`agent: ${tool}: ${outcome.error.kind}: ${plainText(redact(outcome.error.message), 500)}`);
}

function howToGetMore(tool: AgentTool): string {
  if (tool === 'payments_find_files' || tool === 'payments_find_operations') return 'Give a narrower query.';
  if (tool === 'payments_send_request' || tool === 'payments_next_page') {
    return 'To get the rest, send the request again with a smaller query.limit (50 or less), then call payments_next_page with the exchangeId of each outcome. What has no pages can be read by the user in the Requests view.';
  }
  return 'The user can read all of it in the Requests view.';
}
