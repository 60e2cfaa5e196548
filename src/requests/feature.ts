import * as vscode from 'vscode';
import type { BegunExchange, Exchange } from '../api/model/exchange';
import type { Handlers } from '../commands/commands';
import type { Connections } from '../services/connections';
import type { Services } from '../services/services';
import type { Storage } from '../storage/types/storageTypes';
import { settingUp } from '../commands/settingUp';
import { isTestCall } from '../services/testCalls';
import { createCompareCommands, type CompareCommands } from './compare/compareCommands';
import { Comparisons } from './compare/comparisons';
import { createCollectCommand } from './paging/collect';
import { exchangeFolding } from './document/exchangeFolding';
import { ExchangeLinks } from './document/exchangeLinks';
import { createActionMenus } from './document/exchangeActions';
import { createResponseCommands } from './export/responseCommands';
import { createSelectionCommands } from './export/selectionCommands';
import { codeFor, createCopyCommands } from './export/copyCommands';
import { Documents } from './exchange/exchangeDocuments';
import { Exchanges } from './exchange/exchanges';
import { createFindCommand } from './view/findRequest';
import { createHarCommands } from './export/harCommands';
import { createHistoryCommands, type HistoryCommands } from './view/historyCommands';
import { createHttpCommands, type HttpCommands } from './http/run/httpCommands';
import { HttpSender, type HttpSenderParts } from './http/run/httpSender';
import { KnownAnswers } from './http/run/knownAnswers';
import { RequestLenses } from './document/lenses';
import { createPageCommand } from './paging/pageCommands';
import { requireExchange } from './exchange/exchanges';
import { followActivePage } from './paging/pagingContext';
import { PagePositions } from './records/paging';
import type { RequestProviders } from './providers';
import { RequestIdLinks } from './document/requestIdLinks';
import { Reports } from './export/reports';
import { createSavedCommands, type SavedCommands } from './saved/savedCommands';
import { SavedRequests } from './saved/savedRequests';
import { SavedCollection } from './saved/savedRows';
import { createSendCommands, type SendCommands } from './send/sendCommands';
import { Sender } from './send/sender';
import { RunningRequests } from './view/pendingRequests';
import { RequestTree } from './view/requestsTree';
import { TableLayouts } from './table/layouts';
import { tableStrings } from './table/model/tableStrings';
import type { TableRestorer } from './table/tableRestoring';
import { Tables } from './table/tables';
import { environmentTitle } from '../ui/progress';
import type { ViewContent } from '../ui/views/views';
import type { Readiness } from '../ui/views/welcome';

/** The commands about requests. */
export type RequestCommands = Pick<
  Handlers,
  | keyof SendCommands
  | keyof HistoryCommands
  | 'nextPage'
  | 'previousPage'
  | 'collectAllPages'
  | keyof CompareCommands
  | 'openAsTable'
  | 'showExchange'
  | 'findRequest'
  | 'copyRequestId'
  | 'copySupportReport'
  | 'copyAsCode'
  | 'reportUnknownRequest'
  | 'copyResponseBody'
  | 'saveResponse'
  | 'showResponseBody'
  | 'copyJsonPath'
  | 'copyFromRequest'
  | 'moreRequestActions'
  | 'exportSelectedHar'
  | 'exportSupportBundle'
  | 'exportAsHttpFile'
  | 'exportHar'
  | 'openHar'
  | keyof HttpCommands
  | keyof SavedCommands
>;

export interface RequestsParts {
  readonly services: Services;
  readonly connections: Connections;
  readonly storage: () => Promise<Storage>;
  /** The same, where anything was ever kept: reading any text is no reason to make a database. */
  readonly usedStorage: () => Promise<Storage | undefined>;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
  /** What environments need before they can be used. */
  readonly readiness: Readiness;
  readonly extensionVersion: string;
  /** Uploads the file of a request file the way of every upload. */
  readonly uploadFile: HttpSenderParts['uploadFile'];
}

export interface RequestsFeature {
  readonly handlers: RequestCommands;
  readonly view: ViewContent;
  readonly providers: RequestProviders;
  /** What agents of the editor may look up. */
  readonly forAgents: RequestLookups;
  /** Tables of answers, ready to take over restored ones. */
  readonly tables: TableRestorer;
  /** Called for every call as it begins; `note` follows. */
  begin(begun: BegunExchange): void;
  /** Called for every exchange as it is made. */
  note(exchange: Exchange): void;
  dispose(): void;
}

/** Looking up what was exchanged, without opening or copying anything. */
export interface RequestLookups {
  /** An exchange made here; undefined for an unknown one, and for one of a file that was opened. */
  find(exchangeId: string): Promise<Exchange | undefined>;
  findByRequestId(requestId: string): Promise<Exchange | undefined>;
  report(exchange: Exchange): string;
  /** The request as code. @throws PreflightError when there is no such target */
  code(exchange: Exchange, target: string): Promise<string>;
}

/** Requests: every exchange kept, and found again by its request id. */
export function createRequestsFeature(parts: RequestsParts): RequestsFeature {
  const { services, connections, storage, usedStorage, setUp, extensionVersion, uploadFile } = parts;
  const { environments, keys, context } = services;
  const exchanges = new Exchanges(storage);
  const reports = new Reports(environments, extensionVersion);
  const environmentName = (id: string): string => {
    const environment = environments.all.find((each) => each.id === id);
    return environment === undefined ? id : environmentTitle(environment);
  };
  const documents = new Documents({
    exchanges,
    report: (exchange) => reports.on(exchange),
    environmentName,
  });
  const positions = new PagePositions();
  const sender = new Sender(connections, keys, documents, storage);
  const saved = new SavedRequests(
    vscode.Uri.joinPath(context.globalStorageUri, 'requests'),
    context.globalState,
  );
  const running = new RunningRequests();
  const collection = new SavedCollection(saved);
  const tree = new RequestTree({
    environments,
    storage,
    running,
    saved: collection,
    readiness: parts.readiness,
    state: context.workspaceState,
  });
  const pagingContext = followActivePage(exchanges);
  const tables = new Tables({
    exchanges,
    connections,
    setUp,
    extensionUri: context.extensionUri,
    layouts: new TableLayouts(context.globalState),
    strings: tableStrings(vscode.l10n),
  });
  const comparisons = new Comparisons(exchanges, context.globalState, environmentName);
  const withSetUp = settingUp(setUp);
  const pages = { exchanges, connections, positions, sender };
  const httpSender = new HttpSender({
    connections,
    keys,
    sender,
    answers: new KnownAnswers(),
    uploadFile,
    async findExchange({ exchangeId, fileId, environment }) {
      const kept = fileId === undefined ? undefined : (await storage()).files.remembered(environment, fileId);
      const id = exchangeId ?? kept?.exchangeId;
      return id === undefined ? undefined : exchanges.find(id);
    },
    show: (exchange) => documents.show(exchange),
  });

  const http = createHttpCommands({
    environments,
    connections,
    keys,
    sender: httpSender,
    setUp,
    isOwn: (uri) => saved.isOwn(uri),
  });
  const sending = createSendCommands({
    environments,
    connections,
    storage,
    setUp,
    exchanges,
    sender,
    saved,
    sendFromFile: http.handlers.sendFromFile,
  });

  const har = createHarCommands({
    environments,
    storage,
    exchanges,
    documents,
    extensionVersion,
    selected: (id) => tree.selectedIds(id),
  });

  return {
    handlers: {
      ...sending.handlers,
      sendAgain: withSetUp(sending.handlers.sendAgain),
      ...http.handlers,
      ...createSavedCommands({
        saved,
        draftFrom: sending.draftFrom,
        sendFromFile: http.handlers.sendFromFile,
      }),
      ...createCopyCommands({ exchanges, reports, documents, environments, unsent: http.unsent }),
      ...createResponseCommands(exchanges, documents),
      ...createSelectionCommands(exchanges, environments, reports, har.exportHar),
      ...createActionMenus(exchanges),
      ...har,
      ...createHistoryCommands({ environments, storage, exchanges, tree }),
      nextPage: withSetUp(createPageCommand(pages, 'next')),
      previousPage: withSetUp(createPageCommand(pages, 'previous')),
      collectAllPages: withSetUp(createCollectCommand({ exchanges, connections })),
      openAsTable: tables.open,
      ...createCompareCommands({ comparisons, connections, environments, exchanges, sender, storage, setUp }),
      findRequest: createFindCommand(storage, documents),
      async showExchange(target) {
        const exchange = await exchanges.getKept(requireExchange(target));
        await documents.show(exchange);
        const { id, requestId } = exchange;
        return { data: exchange, exchangeId: id, ...(requestId !== undefined && { requestId }) };
      },
    },
    view: {
      tree,
      attach: (view: vscode.TreeView<unknown>) => {
        tree.attach(view);
      },
    },
    forAgents: {
      find: async (id) => (exchanges.isImported(id) ? undefined : exchanges.find(id)),
      findByRequestId: async (requestId) => (await storage()).history.findByRequestId(requestId),
      report: (exchange) => reports.on(exchange),
      code: codeFor,
    },
    providers: {
      async knownForCompletion() {
        const { history, files } = await storage();
        const environment = environments.active.id;
        return {
          paths: history
            .recentPaths(environment, 50)
            .map(({ path }) => path)
            .filter((path) => !isTestCall(path)),
          fileIds: files.list({ environment, limit: 50 }).items.flatMap(({ fileId }) => fileId ?? []),
        };
      },
      read: async (uri) => (await comparisons.read(uri)) ?? documents.read(uri),
      lenses: new RequestLenses(exchanges, positions, environments),
      folding: exchangeFolding,
      links: new ExchangeLinks(exchanges, environments),
      ids: new RequestIdLinks(async () => (await usedStorage())?.history),
    },
    tables,
    begin: (begun) => {
      running.begin(begun);
    },
    note: (exchange) => {
      running.end(exchange);
      exchanges.note(exchange);
    },
    dispose: () => {
      pagingContext.dispose();
      tables.dispose();
      tree.dispose();
      running.dispose();
      collection.dispose();
      saved.dispose();
    },
  };
}
