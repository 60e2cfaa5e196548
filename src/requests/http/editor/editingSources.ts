import type * as vscode from 'vscode';
import type { Environments } from '../../../services/environments';

/** Where the editor's help takes its values from. */
export interface EditingSources {
  readonly environments: Environments;
  /** Fires when the environments, or which one is active, changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Paths sent before and ids of files known here, of the active environment. */
  readonly known: () => Promise<{ readonly paths: readonly string[]; readonly fileIds: readonly string[] }>;
}
