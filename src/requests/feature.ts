import * as vscode from 'vscode';
import type { Exchange } from '../api/model/exchange';
import type { Handlers } from '../commands/commands';
import type { Services } from '../services/services';
import { settingUp, type SetUpEnvironment } from '../commands/settingUp';
import { BodyWork } from '../services/descriptions/bodyWork';
import { DescribedOperations } from '../services/descriptions/describedOperations';
import { isTestCall } from '../services/environments/testCalls';
import { createCompareCommands } from './compare/compareCommands';
import { Comparisons } from './compare/comparisons';
import { createCollectCommand } from './paging/collect';
import { exchangeFolding } from './document/exchangeFolding';
import { exchangeLinks } from './document/exchangeLinks';
import { createResponseCommands } from './export/responseCommands';
import { createSelectionCommands } from './export/selectionCommands';
import { codeFor, createCopyCommands } from './export/copyCommands';
import { Documents } from './exchange/exchangeDocuments';
import { idsOf } from '../commands/outcome';
import { Exchanges, requireExchange } from './exchange/exchanges';
import { withoutKeys } from './exchange/laterKeys';
import { isImported } from './exchange/imported';
import { createFindCommand } from './view/findRequest';
import { createHarCommands } from './export/harCommands';
import { idsIn } from './export/harScope';
import { createHistoryCommands } from './view/historyCommands';
import { createHttpCommands } from '../httpFiles/run/httpCommands';
import { RequestRunner, type RunnerParts } from '../httpFiles/run/runRequest';
import { createExpectationCommands } from '../httpFiles/run/expectationCommands';
import { KnownAnswers } from '../httpFiles/run/knownAnswers';
import { Verdicts } from '../httpFiles/run/verdicts';
import { SharedVariables } from '../httpFiles/sharedVariables';
import { markDifferences } from './document/differenceMarks';
import { KnownChecks } from './checks/knownChecks';
import { createPageCommand } from './paging/pageCommands';
import { followActivePage } from './paging/pagingContext';
import { PagePositions } from './records/paging';
import type { RequestProviders } from './providers';
import { RequestIdLinks } from './document/requestIdLinks';
import { createReports } from './export/reports';
import { createSavedCommands } from './saved/savedCommands';
import { SavedRequests } from './saved/savedRequests';
import { SavedCollection } from './saved/savedRows';
import { createSendCommands } from './send/sendCommands';
import { RunningRequests } from './view/pendingRequests';
import { isNarrowed } from './view/requestFilter';
import { queryOf } from './view/requestRows';
import { RequestTree } from './view/requestsTree';
import { Tables } from './table/tables';
import { environmentTitle } from '../ui/environmentTitle';
import type { ViewContent } from '../ui/views/views';
import type { Readiness } from '../ui/views/welcome';

/**
 * Requests: every exchange kept, and found again by its request id.
 * @param readiness what environments need before they can be used
 * @param uploadFile uploads the file of a request file the way of every upload
 * @param operations what asks for what an operation needs and sends it, and what writes it
 */
export function createRequestsFeature(
  services: Services,
  setUp: SetUpEnvironment,
  readiness: Readiness,
  uploadFile: RunnerParts['uploadFile'],
  operations: Pick<Handlers, 'sendOperation' | 'newRequest'>,
) {
  const { environments, context } = services;
  const storage = () => services.storage.get();
  const exchanges = new Exchanges(storage);
  const reports = createReports(services);
  const environmentName = (id: string): string => {
    const environment = environments.all.find((each) => each.id === id);
    return environment === undefined ? id : environmentTitle(environment);
  };
  const described = new DescribedOperations(services.descriptions);
  const descriptionsChanged = services.descriptions.onDidChange(services.httpFilesChanged);
  const positions = new PagePositions();
  const verdicts = new Verdicts(services.httpFilesChanged);
  const checks = new KnownChecks(services);
  const marks = markDifferences(exchanges, checks, services.operations);
  const bodies = new BodyWork(services.descriptions.worker);
  const documents = new Documents({
    exchanges,
    bodies,
    checks,
    environmentName,
    report: async (exchange) => reports.on((await withoutKeys(services.keys))(exchange)),
    opensBeside: () => services.settings.values.answersBeside,
    pageName: (exchange) => positions.nameOf(exchange),
    expected: (id) => verdicts.wordsFor(id),
  });
  const saved = new SavedRequests(vscode.Uri.joinPath(context.globalStorageUri, 'requests'));
  const running = new RunningRequests();
  const collection = new SavedCollection(saved);
  const tree = new RequestTree(services, running, collection, readiness);
  const pagingContext = followActivePage(exchanges);
  const tables = new Tables({
    exchanges,
    services,
    setUp,
    extensionUri: context.extensionUri,
    state: context.globalState,
  });
  const comparisons = new Comparisons(exchanges, bodies, context.globalState, environmentName);
  const withSetUp = settingUp(setUp);
  const shared = new SharedVariables(context.workspaceState, services.httpFilesChanged);
  const runner = new RequestRunner(services, {
    verdicts,
    answers: new KnownAnswers(),
    uploadFile,
    async findExchange({ exchangeId, fileId, environment }) {
      const kept = fileId === undefined ? undefined : (await storage()).files.remembered(environment, fileId);
      const id = exchangeId ?? kept?.exchangeId;
      return id === undefined ? undefined : exchanges.find(id);
    },
  });
  const http = createHttpCommands(services, {
    runner,
    shared,
    setUp,
    show: (reveal) => documents.showing(reveal),
    isOwn: (uri) => saved.isOwn(uri),
  });
  const sendFromFile: Handlers['sendFromFile'] = (uri, options) => http.handlers.sendFromFile(uri, options);
  const sending = createSendCommands(services, {
    setUp,
    exchanges,
    documents,
    saved,
    sendFromFile,
    sendOperation: operations.sendOperation,
  });
  const har = createHarCommands(services, exchanges, documents, (id) => tree.selectedIds(id));

  return {
    handlers: {
      ...sending.handlers,
      sendAgain: withSetUp(sending.handlers.sendAgain),
      ...http.handlers,
      ...createExpectationCommands({
        context,
        environments,
        verdicts,
        shared,
        find: (target) => exchanges.named(target),
        textOf: (exchange) => codeFor(exchange, 'http'),
      }),
      ...createSavedCommands({
        keys: services.keys,
        saved,
        every: () => collection.all(),
        planOf: sending.planOf,
        sendFromFile,
      }),
      ...createCopyCommands(services, exchanges, documents, reports, http.unsent, operations.newRequest),
      ...createResponseCommands(services, exchanges, documents),
      ...createSelectionCommands(
        services,
        exchanges,
        reports,
        (options) => har.exportHar(options),
        (exchange) => sending.edit(exchange),
      ),
      ...har,
      ...createHistoryCommands(services, exchanges, tree),
      nextPage: withSetUp(createPageCommand('next', services, exchanges, positions, documents)),
      previousPage: withSetUp(createPageCommand('previous', services, exchanges, positions, documents)),
      collectAllPages: withSetUp(createCollectCommand(services, exchanges)),
      async checkAnswer(target) {
        const exchange = await exchanges.named(target);
        return { data: await checks.checkOrReason(exchange), ...idsOf(exchange) };
      },
      openAsTable: tables.open,
      ...createCompareCommands(services, comparisons, setUp),
      findRequest: createFindCommand(storage, documents),
      async showExchange(target) {
        const exchange = await exchanges.getKept(requireExchange(target));
        await documents.show(exchange);
        return { data: exchange, ...idsOf(exchange) };
      },
    } satisfies Partial<Handlers>,
    view: {
      tree,
      attach: tree.attach.bind(tree),
    } satisfies ViewContent,
    /** What the Testing view sends with. */
    forTesting: { runner, shared },
    /** What agents of the editor may look up, without opening or copying anything. */
    forAgents: {
      /** An exchange made here; undefined for an unknown one, and for one of a file that was opened. */
      find: async (id: string) => (isImported({ id }) ? undefined : exchanges.find(id)),
      findByRequestId: async (id: string) => (await storage()).history.findByRequestId(id),
      report: reports.on,
      code: codeFor,
    },
    providers: {
      editing: {
        operations: services.operations,
        ask: (name, operation, ...rest) => described.ask(name, operation, ...rest),
        hasAdded: () => services.descriptions.operations.length > 0,
        async known() {
          const { history, files } = await storage();
          const environment = environments.active.id;
          return {
            sent: history.recentPaths(environment, 50).filter(({ path }) => !isTestCall(path)),
            fileIds: files.list({ environment, limit: 50 }).items.flatMap(({ fileId }) => fileId ?? []),
          };
        },
      },
      answered: (file) => verdicts.answered(file),
      read: async (uri, changed) => (await comparisons.read(uri)) ?? documents.read(uri, changed),
      folding: exchangeFolding,
      links: exchangeLinks(exchanges, environments),
      ids: new RequestIdLinks(async () => (await services.storage.ifUsed())?.history),
    } satisfies RequestProviders,
    /** The requests that the filter of the view leaves, oldest first; undefined while there is none. */
    async filtered() {
      if (!isNarrowed(tree.filter)) return undefined;
      const stored = await storage();
      const query = queryOf(tree.listing(stored));
      const { environment } = query;
      return { environment, ids: idsIn(stored.history, environment, query) };
    },
    /** The saved requests and those in files of the workspace. */
    written: () => collection.all(),
    /** Tables of answers, ready to take over restored ones. */
    tables,
    /** Called for every call as it begins; `note` follows. */
    begin: running.begin.bind(running),
    /** Called for every exchange as it is made. */
    note: (exchange: Exchange) => {
      running.end(exchange);
      exchanges.note(exchange);
      // What a person sent, one by one.
      const { id, origin, operation } = exchange;
      if (origin !== 'view' && origin !== 'agent' && operation !== 'uploadFile') tree.newest.came(id);
    },
    dispose: () => {
      const parts = [descriptionsChanged, pagingContext, marks, tables, comparisons, exchanges];
      for (const part of [...parts, tree, running, collection, saved, verdicts]) part.dispose();
    },
  };
}
