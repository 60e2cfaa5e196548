import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { registerAgentTools } from './agents/register';
import { registerCommands } from './commands/registry';
import { showEnvironmentStatus } from './environments/view/statusBar';
import { Environments } from './services/environments/environments';
import type { Features } from './features';
import { registerFileIdProviders } from './files/editor/fileIdProviders';
import { registerRecordDocuments } from './files/editor/recordDocuments';
import { registerRequestProviders } from './requests/providers';
import { registerHttpEditing } from './requests/http/editor/registration';
import { databaseFile } from './services/databaseFile';
import { SCENARIO_ON } from './services/earlyServices';
import { Settings } from './services/environments/settings';
import { failureOf } from './ui/failures';
import { openLog } from './ui/openLog';
import { createFailureReporter } from './ui/messages';
import { lazily, type Lazy } from './util/lazily';
import { setTexts, t } from './util/text';
import { registerTesting } from './testing/register';
import { registerViews } from './ui/views/views';
import { DETAILS_VIEW_TYPE, registerRestorer, TABLE_VIEW_TYPE } from './ui/panels/webviewRestoring';

/** What the extension's own tests are given, in test mode only. */
export interface TestApi {
  /** Stores the key as if the user had typed it for the addresses then set. */
  readonly setApiKey: (environment: string, apiKey: string) => Promise<void>;
}

let running: Lazy<Features> | undefined;

/** Wires the parts. Only this bundle is loaded here; the features follow at their first use. */
export function activate(context: vscode.ExtensionContext): TestApi | undefined {
  const log = openLog();
  context.subscriptions.push(log);
  try {
    return start(context, log);
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(t('Payments API Explorer could not start. See its log for details.'));
    throw error;
  }
}

function start(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): TestApi | undefined {
  // Texts of this extension are in the editor's language only where they were translated.
  const { bundle } = vscode.l10n;
  setTexts({ language: bundle === undefined ? 'en' : vscode.env.language, texts: bundle ?? {} });
  const settings = new Settings();
  const environments = new Environments(settings, context.workspaceState);

  const httpFiles = new vscode.EventEmitter<void>();
  const httpFilesChanged = () => httpFiles.fire();
  const features = lazily(async (): Promise<Features> => {
    const { createFeatures } = await import('./features');
    return createFeatures({ context, log, settings, environments, httpFilesChanged });
  });
  const database = databaseFile(context);
  /** Where nothing was ever kept, no id is known: a text is no reason to load anything. */
  const wasUsed = () => features.loaded !== undefined || existsSync(database);
  context.subscriptions.push(
    settings,
    environments,
    httpFiles,
    environments.onDidChange(httpFilesChanged),
    showEnvironmentStatus(environments),
    registerCommands(context.extension.packageJSON, async () => (await features.get()).handlers, {
      toFailure: failureOf,
      report: createFailureReporter(log, environments),
    }),
    registerAgentTools(context.extension.packageJSON, async () => (await features.get()).agentTools()),
    registerViews(() => features.get()),
    registerRestorer(TABLE_VIEW_TYPE, async () => (await features.get()).tables),
    registerRestorer(DETAILS_VIEW_TYPE, async () => (await features.get()).panels()),
    registerRecordDocuments(async (file) => (await features.get()).rawJson(file)),
    registerFileIdProviders(
      async () => (await features.get()).fileIds,
      () => settings.values.fileIdLinks && wasUsed(),
    ),
    registerRequestProviders(
      async () => (await features.get()).requestProviders,
      () => settings.values.requestIdLinks && wasUsed(),
    ),
    registerHttpEditing({
      environments,
      state: context.workspaceState,
      onDidChange: httpFiles.event,
      providers: async () => (await features.get()).requestProviders.editing,
      answered: async (file) => (await features.loaded)?.requestProviders.answered(file) ?? [],
    }),
    registerTesting(environments, async () => (await features.get()).testing),
  );
  running = features;
  // So that a scenario that is on is shown.
  if (context.globalState.get(SCENARIO_ON) !== undefined) void features.get();

  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return { setApiKey: async (environment, apiKey) => (await features.get()).setApiKey(environment, apiKey) };
}

/** Ends what is running: requests, the Local Sandbox, the database. The editor waits for it. */
export async function deactivate(): Promise<void> {
  await (await running?.loaded)?.close();
  running = undefined;
}
