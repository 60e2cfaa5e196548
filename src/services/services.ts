import type * as vscode from 'vscode';
import type { Environments } from './environments';
import type { KeyVault } from './keyVault';
import type { Settings } from './settings';

/** What activation makes and every feature stands on. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly environments: Environments;
  readonly keys: KeyVault;
}
