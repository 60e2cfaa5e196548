import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import { CancelledError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Handlers } from '../../commands/commands';
import type { Done } from '../../commands/outcome';
import type { Connections } from '../../services/connections';
import type { Environments } from '../../services/environments';
import type { ExchangeSummary, Storage } from '../../storage/types/storageTypes';
import { optionsOf, refuse } from '../../commands/arguments';
import { requireSetUp } from '../../commands/settingUp';
import { askModalSafely } from '../../ui/confirm';
import { confirmUnresolved } from '../../ui/unresolved';
import { isTestCall } from '../../services/testCalls';
import { environmentTitle } from '../../ui/progress';
import { openAt, openDraft } from './openDraft';
import { readDraftFile } from '../plan/requestFiles';
import { readExchangeTarget, type Exchanges } from '../exchange/exchanges';
import { requireExchange } from '../exchange/exchanges';
import { askRequest, needsEditor, type Chosen } from './sendQuestions';
import { checkMethod } from '../../api/rules/inputRules';
import { isRead } from '../../api/rules/methods';
import { readDraft, type RequestDraft } from '../plan/requestInput';
import { exampleBody, KNOWN_REQUESTS, LOCAL_REQUESTS } from '../exchange/requestSchema';
import { draftOf, pathAnywhere, refuseImported, relativePath } from '../plan/resend';
import type { SavedChoices } from '../plan/savedRequest';
import type { Sender, SendSettings, SentRequest } from './sender';

export interface SendParts {
  readonly environments: Environments;
  readonly connections: Connections;
  readonly storage: () => Promise<Storage>;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
  readonly exchanges: Exchanges;
  readonly sender: Sender;
  readonly saved: SavedChoices;
  readonly sendFromFile: Handlers['sendFromFile'];
}

/** The commands, and what they give to others. */
export interface SendingCommands {
  readonly handlers: SendCommands;
  /** The request of an exchange. @throws PreflightError when it was not kept as it was sent */
  readonly draftFrom: (exchangeId: string) => Promise<RequestDraft>;
}

/** The commands that send. */
export type SendCommands = Pick<Handlers, 'sendRequest' | 'sendAgain' | 'editRequest' | 'sendDraft'>;

const RECENT = 20;

/** Sending: from a caller, by the user's choice, from a request file, or again. */
export function createSendCommands(parts: SendParts): SendingCommands {
  const { environments, exchanges, sender, saved } = parts;
  /** Request files whose write is under way: a key that is held down presses itself again. */
  const beingSent = new Set<string>();

  const draftFrom = async (exchangeId: string) => draftOfExchange(await exchanges.get(exchangeId));

  const draftOfExchange = async (
    exchange: Exchange,
  ): Promise<{ draft: RequestDraft; environment: string }> => {
    refuseImported(exchanges.isImported(exchange.id));
    const environment = await parts.connections.ready(exchange.environment);
    const path = relativePath(exchange, environment, parts.connections.identityOf(environment));
    return { draft: draftOf(exchange, path), environment: environment.id };
  };

  /** A recent request for where its environment is by now: that is where the question says it goes. */
  const draftToHere = async (exchangeId: string, environmentId: unknown): Promise<RequestDraft> => {
    const exchange = await exchanges.get(exchangeId);
    return draftOf(exchange, pathAnywhere(exchange, await parts.connections.ready(environmentId)));
  };

  /** Sends what was chosen, or opens it in an editor where there is something to write first. */
  const take = async (
    draft: RequestDraft,
    edit: boolean,
    settings: SendSettings,
  ): Promise<Done<SentRequest>> => {
    if (!edit) return sender.send(draft, settings);
    throw await openedInstead(() => openDraft(draft));
  };

  const run = async (chosen: Chosen, settings: SendSettings): Promise<Done<SentRequest>> => {
    if (chosen.kind === 'saved') {
      const { uri, line } = chosen.saved;
      if (chosen.edit) throw await openedInstead(() => openAt(uri, line));
      return parts.sendFromFile(uri, { line, interactive: true, ...(settings as { environment: string }) });
    }
    if (chosen.kind === 'recent') {
      const draft = await draftToHere(chosen.exchangeId, settings.environment);
      return take(draft, chosen.edit || needsEditor(draft), settings);
    }
    const { method, path, anyLimit } = chosen;
    const body = isRead(method) ? undefined : exampleBody(method, path);
    const draft = {
      method,
      path,
      ...(body !== undefined && { body }),
      ...(anyLimit === true && { anyLimit }),
    };
    return take(draft, chosen.edit || needsEditor(draft), settings);
  };

  const handlers: SendCommands = {
    async sendRequest(given) {
      const options = optionsOf(given);
      const { reveal } = options;
      const environment = environments.get(options['environment']);
      const settings = { environment: environment.id, reveal };
      const interactive = options['path'] === undefined || options['interactive'] === true;
      // A person is asked for a missing key first; a caller gets an error.
      if (interactive) await requireSetUp(parts.setUp, environment.id);
      if (options['path'] !== undefined) return sender.send(readDraft(options), { ...settings, interactive });
      const { history } = await parts.storage();
      const recent = history.list({ environment: environment.id, limit: RECENT * 5 }).items;
      const own = environment.type === 'local' ? LOCAL_REQUESTS : [];
      const chosen = await askRequest({
        environmentName: environmentTitle(environment),
        addresses: environments.get(environment.id).addresses,
        recent: distinct(recent).slice(0, RECENT),
        saved: await saved.all(),
        paths: [
          ...history.recentPaths(environment.id, 100).filter(({ path }) => !isTestCall(path)),
          ...KNOWN_REQUESTS,
          ...own,
        ],
        ...(options['method'] !== undefined && { method: checkMethod(options['method']) }),
        removeSaved: (request) => saved.remove(request),
      });
      return run(chosen, { ...settings, interactive: true });
    },

    async sendAgain(target, given) {
      const exchange = await exchanges.get(requireExchange(target));
      let { draft, environment } = await draftOfExchange(exchange);
      if (!isRead(draft.method)) {
        const reason = await sender.unresolved(draft, environment);
        await confirmAgain(draft, environmentTitle(environments.get(environment)), reason);
        // The environment may have changed to another service while the question was open.
        ({ draft, environment } = await draftOfExchange(exchange));
      }
      return sender.send(draft, { environment, reveal: optionsOf(given)['reveal'] });
    },

    async editRequest(target) {
      const id = readExchangeTarget(target);
      const draft =
        id === undefined ? { method: 'GET', path: '/files/{fileId}' } : (await draftFrom(id)).draft;
      await openDraft(draft);
      return { data: { method: draft.method, path: draft.path } };
    },

    async sendDraft(uri, options) {
      const { draft, environment, file } = await readDraftFile(uri);
      const { environment: shown, reveal, interactive: asks, groupId } = optionsOf(options);
      // The editor passes the file, alone or with its group; the line above the request passes a mark of its own.
      const interactive = asks === true || groupId !== undefined || !(uri instanceof vscode.Uri);
      const settings = { environment: shown ?? environment, reveal, interactive };
      if (interactive) await requireSetUp(parts.setUp, environments.get(settings.environment).id);
      if (isRead(draft.method)) return sender.send(draft, settings);
      if (beingSent.has(file)) throw alreadyBeingSent();
      beingSent.add(file);
      try {
        return await sender.send(draft, settings);
      } finally {
        beingSent.delete(file);
      }
    },
  };
  return { handlers, draftFrom: async (exchangeId) => (await draftFrom(exchangeId)).draft };
}

/** Opens a request to be edited. @returns why nothing was sent */
async function openedInstead(open: () => Promise<unknown>): Promise<CancelledError> {
  await open();
  return new CancelledError({
    message: vscode.l10n.t('Not sent yet: the request is open in an editor. Send it from there.'),
  });
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

function alreadyBeingSent() {
  return refuse(
    vscode.l10n.t('This request is being sent already. Wait for its answer before you send it again.'),
  );
}

async function confirmAgain(
  { method, path }: RequestDraft,
  environment: string,
  unresolved: string | undefined,
): Promise<void> {
  const again = vscode.l10n.t('Send Again');
  if (unresolved !== undefined) {
    await confirmUnresolved(
      vscode.l10n.t('Send {0} {1} to {2} again?', method, path, environment),
      unresolved,
      again,
    );
    return;
  }
  const isAgreed = await askModalSafely(
    vscode.l10n.t('Send {0} {1} to {2} again?', method, path, environment),
    vscode.l10n.t('This request writes data. Sending it again may have the same effect a second time.'),
    vscode.l10n.t('Do Not Send'),
    again,
  );
  if (!isAgreed) throw cancelled(vscode.l10n.t('Cancelled: the request was not sent again.'));
}
