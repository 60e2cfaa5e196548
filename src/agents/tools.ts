import * as vscode from 'vscode';
import { realpath, stat } from 'node:fs/promises';
import { NotFoundError, PreflightError } from '../api/model/errors';
import type { Exchange } from '../api/model/exchange';
import type { Done } from '../commands/outcome';
import type { Environment } from '../services/environmentModel';
import { parsePlainly } from '../util/exactJson';
import { describeApi } from './describe';
import { accessOf, demandAccess, wentToProduction, type Access, type ByHand } from './limits/access';
import type { RateLimit } from './limits/rateLimit';
import { checkAgentRequest, isWrite } from './limits/requests';
import { MAX_RECORDS } from './limits/results';
import { findWorkspaceFile } from './limits/workspaceFiles';
import type { ToolInput } from './inputs';
import type { AgentTool } from './limits/toolNames';
import type { AgentParts } from './agentParts';

// The texts below are for the model that called; what the user reads is in prepare.ts.

type Run<T extends AgentTool> = (input: ToolInput<T>) => Promise<Done<unknown>>;
export type Tools = { readonly [T in AgentTool]: Run<T> };

/** What the user does where an agent must not. */
export const BY_HAND = {
  upload: {
    what: 'upload files',
    instead: 'select the files in the explorer and choose "Upload to Payments API".',
  },
  send: { what: 'send writes', instead: 'the command "Payments API: Send Request" asks and sends it.' },
  read: { what: 'read', instead: 'the command "Payments API: Send Request", or the views of Payments API.' },
  topUp: { what: 'top up balances', instead: 'there is no top-up in production, by hand either.' },
} as const satisfies Record<string, ByHand>;

/** What an agent may do in an environment, by the settings as they are now. */
export function currentAccess(
  { environments, limits }: Pick<AgentParts, 'environments' | 'limits'>,
  environment: Environment,
): Access {
  return accessOf(environment, environments.all, limits().production);
}

/** What each tool does, after its input was checked. Each throws PaymentsError and gives what a command gives. */
export function createTools(parts: AgentParts, rate: RateLimit): Tools {
  const { environments, handlers, limits } = parts;

  /** The environment that a tool acts in, once it may. */
  const environmentFor = (id: string | undefined, needed: 'read' | 'write', byHand: ByHand): Environment => {
    const environment = environments.get(id);
    demandAccess(environment, currentAccess(parts, environment), needed, byHand);
    return environment;
  };

  const beforeSending = (): void => {
    rate.take(limits().maxPerMinute);
  };

  /** An exchange that an agent may look at. */
  const exchangeFor = (exchange: Exchange | undefined): Exchange => {
    if (exchange === undefined) throw notKnown();
    const { environment: id, environmentType } = exchange;
    const now = environments.all.find((environment) => environment.id === id);
    // What was production when it was sent stays so, whatever the settings say by now.
    const isProduction = wentToProduction(exchange, environments.all);
    const environment: Environment =
      isProduction || now === undefined
        ? { id, name: id, type: isProduction ? 'production' : environmentType }
        : now;
    demandAccess(environment, currentAccess(parts, environment), 'read', BY_HAND.read);
    return exchange;
  };

  return {
    async payments_list_environments() {
      const all = await Promise.all(environments.all.map((environment) => describe(parts, environment)));
      return { data: { active: environments.get().id, environments: all } };
    },

    payments_describe_api() {
      return Promise.resolve({ data: describeApi() });
    },

    async payments_upload_files({ files, purpose, environment: id }) {
      const { maxUploads } = limits();
      if (files.length > maxUploads) {
        throw new PreflightError({
          message: `${files.length} files were given, and agents may upload ${maxUploads} in one call (the user's setting paymentsApi.agents.maxUploads). Nothing was sent. Upload them in several calls, if the user wants all of them.`,
        });
      }
      const environment = environmentFor(id, 'write', BY_HAND.upload);
      const uris = await workspaceFiles(files);
      beforeSending();
      return handlers.uploadFiles(uris[0], uris, {
        purpose,
        environment: environment.id,
        duplicates: 'skip',
      });
    },

    async payments_get_file({ fileId, environment: id }) {
      const environment = environmentFor(id, 'read', BY_HAND.read);
      beforeSending();
      const { record, requestId, exchangeId } = await parts.files.fetch({
        environment: environment.id,
        fileId,
      });
      return { data: record, requestId, exchangeId };
    },

    async payments_find_files({ query, environment: id }) {
      const environment = environmentFor(id, 'read', BY_HAND.read);
      return handlers.findFiles(query ?? '', { environment: environment.id, limit: MAX_RECORDS + 1 });
    },

    async payments_top_up_sandbox({ amount, currency, environment: id }) {
      const environment = environmentFor(id, 'write', BY_HAND.topUp);
      const { maxTopUp } = limits();
      if (amount > maxTopUp) {
        throw new PreflightError({
          message: `Agents may top up ${maxTopUp} at most in one call (the user's setting paymentsApi.agents.maxTopUp). Nothing was sent. Give a smaller amount, or ask the user to do it by hand with the command "Payments API: Top Up Sandbox Balance".`,
        });
      }
      beforeSending();
      return handlers.topUpSandbox({ amount, currency, environment: environment.id });
    },

    async payments_send_request(input) {
      const write = isWrite(input);
      const environment = environmentFor(
        input.environment,
        write ? 'write' : 'read',
        write ? BY_HAND.send : BY_HAND.read,
      );
      checkAgentRequest(input, currentAccess(parts, environment));
      beforeSending();
      const { path, method, query, headers, body } = input;
      return handlers.sendRequest({
        path,
        ...(method !== undefined && { method }),
        ...(query !== undefined && { query }),
        ...(headers !== undefined && { headers }),
        ...(body !== undefined && { body }),
        environment: environment.id,
        reveal: false,
      });
    },

    async payments_next_page({ exchangeId }) {
      const exchange = exchangeFor(await parts.requests.find(exchangeId));
      if (isWrite(exchange)) {
        throw new PreflightError({
          message: 'Only reads have further pages; this request was a write. Nothing was sent.',
        });
      }
      beforeSending();
      return handlers.nextPage(exchange.id, { reveal: false });
    },

    async payments_find_request({ requestId }) {
      const exchange = exchangeFor(await parts.requests.findByRequestId(requestId.trim()));
      return { data: summary(exchange), ...idsOf(exchange) };
    },

    async payments_support_report({ exchangeId }) {
      const exchange = exchangeFor(await parts.requests.find(exchangeId));
      return { data: parts.requests.report(exchange), ...idsOf(exchange) };
    },

    async payments_copy_as_code({ exchangeId, target }) {
      const exchange = exchangeFor(await parts.requests.find(exchangeId));
      return { data: await parts.requests.code(exchange, target), ...idsOf(exchange) };
    },

    payments_set_sandbox_scenario({ scenario }) {
      return handlers.setLocalSandboxScenario(scenario);
    },
  };
}

/** An environment as an agent sees it: nothing of its key but whether there is one. */
async function describe(parts: AgentParts, environment: Environment) {
  const { id, name, type, addresses, problem } = environment;
  const access = currentAccess(parts, environment);
  const key = await parts.keys.state(environment);
  const state = {
    none: 'none',
    lost: 'none',
    fixed: 'built in',
    set: 'set',
    'address-changed': 'address changed',
  };
  return {
    id,
    name,
    type,
    agentsMay: access === 'none' ? 'nothing' : access === 'read' ? 'read' : 'read and write',
    ...(access !== 'none' && addresses !== undefined && { apiUrl: addresses.apiUrl }),
    ready: type === 'local' || (addresses !== undefined && key.kind === 'set'),
    key: state[key.kind],
    ...(problem !== undefined && { problem }),
  };
}

/**
 * The files that an agent named, inside the workspace.
 * @throws PreflightError when one of them is not: then none is sent
 */
async function workspaceFiles(paths: readonly string[]): Promise<vscode.Uri[]> {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  const access = { realpath, isFile: async (path: string) => (await stat(path)).isFile() };
  const checks = await Promise.all(paths.map((path) => findWorkspaceFile(path, folders, access)));
  const refused = checks.flatMap((check, index) =>
    check.ok ? [] : [`${(paths[index] ?? '').slice(0, 200)}: ${check.reason}`],
  );
  if (refused.length > 0) {
    throw new PreflightError({
      message: `Agents may upload files inside the folders of the workspace only, and no hidden ones. ${refused.slice(0, 10).join('; ')}. Nothing was sent. Correct the paths, or ask the user to upload by hand: ${BY_HAND.upload.instead}`,
    });
  }
  return checks.flatMap((check) => (check.ok ? [vscode.Uri.file(check.path)] : []));
}

/** What an agent gets of a stored exchange: without headers. */
function summary(exchange: Exchange): Readonly<Record<string, unknown>> {
  const { id, environment, environmentType, operation, origin, method, path, status, outcome } = exchange;
  const { error, durationMs, attempts, paging, request } = exchange;
  return {
    id,
    environment,
    environmentType,
    operation,
    origin: origin ?? 'user',
    method,
    path,
    status,
    outcome,
    error,
    requestId: exchange.requestId,
    startedAt: new Date(exchange.startedAt).toISOString(),
    durationMs,
    paging,
    request: request.body?.kind === 'json' ? parsed(request.body.text) : request.body,
    attempts: attempts.map(({ response, waitedMs, error: failure }) => ({
      status: response?.status,
      requestId: response?.requestId,
      waitedMs,
      error: failure?.message,
    })),
    response: parsed(attempts.at(-1)?.response?.body),
  };
}

function parsed(body: string | undefined): unknown {
  return body === undefined ? undefined : (parsePlainly(body) ?? body);
}

function idsOf({ id, requestId }: Exchange): Pick<Done<unknown>, 'requestId' | 'exchangeId'> {
  return { exchangeId: id, requestId };
}

function notKnown(): NotFoundError {
  return new NotFoundError({
    message:
      'No request by that id is kept here. Use the exchangeId or requestId of an earlier outcome; older requests may have been dropped.',
  });
}
