import type * as vscode from 'vscode';
import type { Environments } from './environments';
import type { KeyVault } from './keyVault';
import type { Settings } from './settings';

/** What activation makes. */
export interface EarlyServices {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly environments: Environments;
}

/** What every feature uses. */
export interface Services extends EarlyServices {
  readonly keys: KeyVault;
}
