import * as vscode from 'vscode';
import { realpath, stat } from 'node:fs/promises';
import { NotFoundError, PreflightError } from '../api/model/errors';
import type { Exchange, Service } from '../api/model/exchange';
import { serviceOf } from '../api/rules/plan';
import type { Handlers } from '../commands/commands';
import { type Done, idsOf } from '../commands/outcome';
import type { Environment } from '../services/environments/environmentModel';
import type { Services } from '../services/services';
import { describeApi } from './describe';
import { summary } from './exchangeSummary';
import { accessOf, demandAccess, wentToProduction, type Access, type ByHand } from './limits/access';
import { rateLimit } from './limits/rateLimit';
import { isWrite } from './limits/requests';
import { MAX_RECORDS } from './limits/results';
import { findWorkspaceFile, type FoundFile } from './limits/workspaceFiles';
import type { AgentTool, ToolInput } from './limits/inputs';
import type { Lookups } from './lookups';

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
  { environments, settings }: Services,
  environment: Environment,
  service: Service,
): Access {
  return accessOf(environment, environments.all, settings.values.agents.production, service);
}

/** What each tool does, after its input and what `planCall` limits were checked. Each throws PaymentsError and gives what a command gives. */
export function createTools(services: Services, handlers: Handlers, lookups: Lookups): Tools {
  const { environments, settings } = services;
  const rate = rateLimit();

  /** The environment that a tool acts in, once it may. */
  const environmentFor = (
    id: string | undefined,
    service: Service,
    needed: 'read' | 'write',
    byHand: ByHand,
  ): Environment => {
    const environment = environments.get(id);
    demandAccess(environment, currentAccess(services, environment, service), needed, byHand);
    return environment;
  };

  const beforeSending = (): void => rate(settings.values.agents.maxPerMinute);

  /** An exchange that an agent may look at. */
  const exchangeFor = (exchange: Exchange | undefined): Exchange => {
    if (exchange === undefined)
      throw new NotFoundError(
        'No request by that id is kept here. Use the exchangeId or requestId of an earlier outcome; older requests may have been dropped.',
      );
    const { environment: id, environmentType } = exchange;
    const now = environments.all.find((environment) => environment.id === id);
    // What was production when it was sent stays so, whatever the settings say by now.
    const isProduction = wentToProduction(exchange, environments.all);
    const environment: Environment =
      isProduction || now === undefined
        ? { id, name: id, type: isProduction ? 'production' : environmentType }
        : now;
    const access = currentAccess(services, environment, serviceOf(exchange.path));
    demandAccess(environment, access, 'read', BY_HAND.read);
    return exchange;
  };

  return {
    async payments_list_environments() {
      const all = await Promise.all(environments.all.map((environment) => describe(services, environment)));
      return { data: { active: environments.get().id, environments: all } };
    },

    async payments_describe_api() {
      const operations = (await handlers.findOperations('', { limit: Number.MAX_SAFE_INTEGER })).data.length;
      return { data: describeApi(operations) };
    },

    payments_find_operations({ query }) {
      return handlers.findOperations(query ?? '', { limit: MAX_RECORDS + 1 });
    },

    async payments_describe_operation({ method, path }) {
      return { data: await lookups.outline({ method, path }) };
    },

    async payments_upload_files({ files, purpose, environment: id }) {
      const environment = environmentFor(id, 'files', 'write', BY_HAND.upload);
      const uris = (await findFiles(files)).map(({ path }) => vscode.Uri.file(path));
      beforeSending();
      return handlers.uploadFiles(uris[0], uris, {
        purpose,
        environment: environment.id,
        duplicates: 'skip',
      });
    },

    async payments_get_file({ fileId, environment: id }) {
      const environment = environmentFor(id, 'files', 'read', BY_HAND.read);
      beforeSending();
      const { record, requestId, exchangeId } = await lookups.fetchFile({
        environment: environment.id,
        fileId,
      });
      return { data: record, requestId, exchangeId };
    },

    async payments_find_files({ query, environment: id }) {
      const environment = environmentFor(id, 'files', 'read', BY_HAND.read);
      return handlers.findFiles(query ?? '', { environment: environment.id, limit: MAX_RECORDS + 1 });
    },

    async payments_top_up_sandbox({ amount, currency, environment: id }) {
      const environment = environmentFor(id, 'api', 'write', BY_HAND.topUp);
      beforeSending();
      return handlers.topUpSandbox({ amount, currency, environment: environment.id });
    },

    async payments_send_request(input) {
      const write = isWrite(input);
      const environment = environmentFor(
        input.environment,
        serviceOf(input.path),
        write ? 'write' : 'read',
        write ? BY_HAND.send : BY_HAND.read,
      );
      beforeSending();
      return handlers.sendRequest({ ...input, environment: environment.id, reveal: false });
    },

    async payments_next_page({ exchangeId }) {
      const exchange = exchangeFor(await lookups.find(exchangeId));
      beforeSending();
      return handlers.nextPage(exchange.id, { reveal: false });
    },

    async payments_find_request({ requestId }) {
      const exchange = exchangeFor(await lookups.findByRequestId(requestId.trim()));
      return { data: summary(exchange), ...idsOf(exchange) };
    },

    async payments_support_report({ exchangeId }) {
      const exchange = exchangeFor(await lookups.find(exchangeId));
      return { data: lookups.report(exchange), ...idsOf(exchange) };
    },

    async payments_copy_as_code({ exchangeId, target }) {
      const exchange = exchangeFor(await lookups.find(exchangeId));
      return { data: await lookups.code(exchange, target), ...idsOf(exchange) };
    },

    payments_set_sandbox_scenario({ scenario }) {
      return handlers.setLocalSandboxScenario(scenario);
    },
  };
}

const MAY = { none: 'nothing', read: 'read', write: 'read and write' } as const satisfies Record<
  Access,
  string
>;

/** An environment as an agent sees it: nothing of its key but whether there is one. */
async function describe(services: Services, environment: Environment) {
  const { id, name, type, addresses, problem } = environment;
  const [access, files] = [
    currentAccess(services, environment, 'api'),
    currentAccess(services, environment, 'files'),
  ];
  const key = await services.keys.state(environment);
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
    agentsMay: MAY[access],
    ...(files !== access && { agentsMayWithFiles: MAY[files] }),
    ...(access !== 'none' && addresses !== undefined && { apiUrl: addresses.apiUrl }),
    ready: type === 'local' || (addresses !== undefined && key.kind === 'set'),
    key: state[key.kind],
    ...(problem !== undefined && { problem }),
  };
}

/**
 * Finds the files that an agent named in the folders of the workspace.
 * @throws PreflightError when one of them is not there: then none is sent
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() === true;
  const access = { realpath, isFile };
  const checks = await Promise.all(paths.map((path) => findWorkspaceFile(path, folders, access)));
  const refused = checks.flatMap((check, index) =>
    check.ok ? [] : [`${(paths[index] ?? '').slice(0, 200)}: ${check.reason}`],
  );
  if (refused.length > 0) {
    throw new PreflightError(
      `Agents may upload files inside the folders of the workspace only, and no hidden ones. ${refused.slice(0, 10).join('; ')}. Nothing was sent. Correct the paths, or ask the user to upload by hand: ${BY_HAND.upload.instead}`,
    );
  }
  return checks.filter((check) => check.ok);
}
