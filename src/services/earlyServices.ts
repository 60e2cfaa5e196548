import type * as vscode from 'vscode';
import type { Environments } from './environments/environments';
import type { Settings } from './environments/settings';

/** What activation makes. */
export interface EarlyServices {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly environments: Environments;
  /** Called when what the editor shows of `.http` files is out of date. */
  readonly httpFilesChanged: () => void;
}

/** What the editor keeps the scenario of the Local Sandbox under, as long as one is on. */
export const SCENARIO_ON = 'scenario';
