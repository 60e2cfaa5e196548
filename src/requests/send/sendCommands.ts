import { CancelledError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { RequestPlan } from '../../api/model/requestPlan';
import { checkMethod } from '../../api/rules/inputRules';
import { isRead } from '../../api/rules/methods';
import { planRequest } from '../../api/rules/plan';
import { environmentOf, optionsOf } from '../../commands/arguments';
import type { Handlers } from '../../commands/commands';
import type { ExchangeTarget, SentRequest } from '../../commands/table/commandTypes';
import type { Done } from '../../commands/outcome';
import { isByPerson, type SetUpEnvironment } from '../../commands/settingUp';
import { writeRequest, type Written } from '../../httpFiles/format/write';
import { openAt, openHttpText } from '../../httpFiles/openHttpText';
import type { Reachable } from '../../services/connections';
import type { Environment } from '../../services/environments/environmentModel';
import type { PermitOptions } from '../../services/sender';
import type { Services } from '../../services/services';
import { isTestCall } from '../../services/environments/testCalls';
import type { ExchangeSummary } from '../../storage/types/storageTypes';
import { environmentTitle } from '../../ui/environmentTitle';
import { doneWith, sendWithProgress } from '../../ui/sending';
import type { Exchanges } from '../exchange/exchanges';
import { layOutJson } from '../../bodies/jsonLayout';
import type { Documents } from '../exchange/exchangeDocuments';
import { methodOf, readRequest, readTyped } from '../plan/requestInput';
import { planAgain, planAnywhere, refuseImported, writtenAs } from '../plan/resend';
import type { SavedRequests } from '../saved/savedRequests';
import { askRequest, needsEditor, type Chosen } from './sendQuestions';
import { t } from '../../util/text';

export interface SendParts {
  readonly setUp: SetUpEnvironment;
  readonly exchanges: Exchanges;
  readonly documents: Documents;
  readonly saved: SavedRequests;
  readonly sendFromFile: Handlers['sendFromFile'];
  /** Asks for what an operation needs, and sends it or writes it. */
  readonly sendOperation: Handlers['sendOperation'];
}

const RECENT = 20;

/** Sending: from a caller, by the user's choice, or again. */
export function createSendCommands(services: Services, parts: SendParts) {
  const { context, connections, environments, operations, sender, storage } = services;
  const { documents, exchanges, saved } = parts;

  /** The request of an exchange, for where it went. @throws PreflightError when it was not kept as it was sent */
  const planOf = async (
    exchange: Exchange,
    anyLimit = true,
  ): Promise<{ plan: RequestPlan; environment: Reachable }> => {
    refuseImported(exchange);
    const environment = await connections.ready(exchange.environment);
    return { plan: planAgain(exchange, environment, anyLimit), environment };
  };

  const send = async (
    plan: RequestPlan,
    options: PermitOptions,
    reveal: unknown,
  ): Promise<Done<SentRequest>> => {
    const permit = await sender.permit(plan, options);
    return doneWith(await sendWithProgress(sender, permit, { show: documents.showing(reveal) }));
  };

  /** What was chosen as a request that can be sent, or the text that is written on first. */
  const read = async (
    chosen: Exclude<Chosen, { kind: 'saved' | 'operation' }>,
    environmentId: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<RequestPlan | Written> => {
    if (chosen.kind === 'recent') {
      const exchange = await exchanges.get(chosen.exchangeId);
      const plan = planAnywhere(exchange, await connections.ready(environmentId));
      return chosen.edit || needsEditor(plan.method, plan.target) ? forEditing(plan) : plan;
    }
    const typed = readTyped(given, chosen.input);
    if (typed !== undefined) return typed;
    const { method, path: target, service } = chosen.input;
    if (!needsEditor(method, target)) return planRequest(chosen.input);
    const example = isRead(method) ? undefined : operations.match(method, target)?.body?.example;
    if (example === undefined) return { method, service, target };
    const body = JSON.stringify(example, undefined, 2);
    return { method, service, target, headers: [['Content-Type', 'application/json']], body };
  };

  const openText = (request: Written) =>
    openHttpText(context, { method: request.method, path: request.target }, writeRequest(request));

  const choose = async (environment: Environment, method: string): Promise<Chosen> => {
    const { history } = await storage.get();
    const recent = history.list({ environment: environment.id, limit: RECENT * 5 }).items;
    return askRequest({
      where: {
        environmentName: environmentTitle(environment),
        addresses: environments.get(environment.id).addresses,
      },
      recent: distinct(recent).slice(0, RECENT),
      saved: await saved.all(),
      operations: operations.all(environment.type),
      method,
      removeSaved: (request) => saved.remove(request),
    });
  };

  const handlers = {
    async sendRequest(given) {
      const options = optionsOf(given);
      const { path = '/', reveal } = options;
      const environment = environments.get(environmentOf(options));
      const isPerson = options['path'] === undefined || options['interactive'] === true;
      const method = checkMethod(methodOf(options));
      // What a description describes goes to the API address, also below `/files`.
      const service = options['service'] === 'api' ? 'api' : undefined;
      // What is not valid is refused before anything is asked.
      const plan = readRequest({ ...options, path }, isPerson, service);
      // A person is asked for a missing key first; a caller gets an error.
      if (isPerson) await parts.setUp(environment.id);
      const where = { environment: environment.id, isPerson };
      if (options['path'] !== undefined) return send(plan, where, reveal);
      const chosen = await choose(environment, method);
      if (chosen.kind === 'saved') {
        const shown = chosen.saved;
        if (!chosen.edit)
          return parts.sendFromFile(shown.uri, {
            shown,
            interactive: true,
            environment: environment.id,
            reveal: reveal !== false,
          });
        await openAt(shown.uri, shown);
      } else if (chosen.kind === 'operation') {
        const { method, path, source } = chosen.operation;
        const { data, ...ids } = await parts.sendOperation(
          { method, path, source },
          { environment: environment.id, reveal: reveal !== false },
        );
        if ('status' in data) return { data, ...ids };
      } else {
        const request = await read(chosen, environment.id, options);
        if ('operation' in request) return send(request, where, reveal);
        await openText(request);
      }
      throw new CancelledError(t('Not sent yet: the request is open in an editor. Send it from there.'));
    },

    sendAgain: async (target: ExchangeTarget | undefined, given?: unknown) => {
      const exchange = await exchanges.named(target);
      const isAsked = isByPerson([target, given]);
      const { plan, environment } = await planOf(exchange, isAsked);
      // Whoever calls: a write is not sent a second time unseen.
      const isPerson = !isRead(plan.method) || isAsked;
      const options = { environment: environment.id, isPerson, isAgain: true };
      return send(plan, options, optionsOf(given)['reveal']);
    },
  } satisfies Partial<Handlers>;
  return {
    handlers,
    planOf: async (exchangeId: string) => (await planOf(await exchanges.get(exchangeId))).plan,

    /** Opens the request of an exchange as an `.http` text. @returns the text */
    async edit(exchange: Exchange): Promise<string> {
      const { plan } = await planOf(exchange);
      const request = forEditing(plan);
      await openText(request);
      return writeRequest(request);
    },
  };
}

/** The text of a request, its JSON laid out to be read. */
function forEditing(plan: RequestPlan): Written {
  const written = writtenAs(plan);
  return { ...written, body: written.body && (layOutJson(written.body) ?? written.body) };
}

/** Each request once, as it was last sent; transfers of files are no requests of this kind. */
function distinct(recent: readonly ExchangeSummary[]): ExchangeSummary[] {
  const requests = recent.filter(
    ({ operation, path }) => (operation === 'request' || operation === 'topUp') && !isTestCall(path),
  );
  const seen = new Set<string>();
  return requests.filter(({ method, path }) => {
    const key = `${method} ${path}`;
    return !seen.has(key) && seen.add(key);
  });
}
