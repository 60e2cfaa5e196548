import type { AgentTools } from './agents/register';
import { createBalanceCommands } from './balances/topUp';
import type { Handlers } from './commands/commands';
import { createEnvironmentsFeature } from './environments/feature';
import { createFilesFeature } from './files/feature';
import { readAnswers } from './files/upload/uploadQuestions';
import { createOperationsFeature } from './operations/feature';
import { createRequestsFeature } from './requests/feature';
import { actFor } from './services/caller';
import { createServices } from './services/createServices';
import type { EarlyServices } from './services/earlyServices';
import { TestingFeature } from './testing/feature';
import { askConsent } from './ui/consent';
import { logExchange } from './ui/log';
import { showMessage } from './ui/messages';
import { showStorageProblem } from './ui/storageProblem';
import type { ViewName } from './ui/views/viewNames';
import type { ViewContent } from './ui/views/views';
import { lazily } from './util/lazily';

/** Everything that is loaded at its first use. */
export type Features = ReturnType<typeof createFeatures>;

/** Wires the features. It holds no logic of theirs. */
export function createFeatures(early: EarlyServices) {
  const { log, settings, environments } = early;
  const services = createServices(early, {
    ask: askConsent(early.context, () => services.keys),
    onWarning: (message) => showMessage('warning', message),
    onStorageProblem: (problem) => showStorageProblem(problem, services.storage),
    onBegin: (begun) => requests.begin(begun),
    onExchange: (exchange) => {
      logExchange(log, exchange, settings.values.logBodies);
      requests.note(exchange);
    },
  });
  const { setUp, readiness, ...environmentsFeature } = createEnvironmentsFeature(services);
  const files = createFilesFeature(services, setUp, readiness);
  const requests = createRequestsFeature(
    services,
    setUp,
    readiness,
    ({ uri, purpose, isPerson, signal, report, ...written }) => {
      const answers = readAnswers({ purpose, duplicates: 'skip', interactive: isPerson });
      const environmentId = written.environment.id;
      return files.upload({ resources: [uri], environmentId, answers, written, signal, report });
    },
    {
      sendOperation: (operation, options) => operations.handlers.sendOperation(operation, options),
      newRequest: (operation, options) => operations.handlers.newRequest(operation, options),
    },
  );
  const testing = new TestingFeature({
    services,
    setUp,
    checkOf: (id) => services.checks.recent(id),
    ...requests.forTesting,
  });
  const operations = createOperationsFeature(services, requests.handlers, requests);
  const handlers: Handlers = {
    ...files.handlers,
    ...requests.handlers,
    ...environmentsFeature.handlers,
    ...createBalanceCommands(services, setUp),
    ...operations.handlers,
    showLog() {
      log.show();
      return Promise.resolve({ data: {} });
    },
  };
  const agentTools = lazily(async () => {
    const { createAgentTools } = await import('./agents');
    return createAgentTools(
      services,
      handlers,
      { fetchFile: files.fetch, outline: operations.outline, ...requests.forAgents },
      actFor,
    );
  });

  return {
    handlers,
    /** The tools of the editor's agents. */
    agentTools: (): Promise<AgentTools> => agentTools.get(),
    views: {
      files: files.view,
      operations: operations.view,
      requests: requests.view,
      environments: environmentsFeature.view,
    } satisfies Record<ViewName, ViewContent>,
    /** The details panels, ready to take over restored ones. */
    panels: files.panels,
    rawJson: files.rawJson,
    fileIds: files.idProviders,
    requestProviders: requests.providers,
    tables: requests.tables,
    testing,
    /** Stores a key as if the user had typed it. For the extension's own tests. */
    setApiKey: (environment: string, apiKey: string) =>
      services.keys.store(environments.get(environment), apiKey),
    /** Ends the requests under way, the Local Sandbox and the database. */
    async close() {
      testing.dispose();
      files.dispose();
      requests.dispose();
      await services.close();
    },
  };
}
