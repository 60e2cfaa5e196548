import type * as vscode from 'vscode';
import type { DescribedOperations } from '../../../services/descriptions/describedOperations';
import type { Environments } from '../../../services/environments/environments';
import type { Operations } from '../../../services/descriptions/operations';

/** What is known while one writes a request; loaded at its first use. */
export interface EditingProviders {
  readonly operations: Pick<Operations, 'all' | 'match'>;
  /** What descriptions say of one. */
  readonly ask: DescribedOperations['ask'];
  /** Whether there are any beside the documented ones. */
  readonly hasAdded: () => boolean;
  /** Paths sent before and ids of files known here, of the active environment. */
  readonly known: () => Promise<{
    readonly sent: readonly { readonly method: string; readonly path: string }[];
    readonly fileIds: readonly string[];
  }>;
}

/** Where the editor's help takes its values from. */
export interface EditingSources {
  readonly environments: Environments;
  /** Fires when the environments, which one is active, what was sent, or a description changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Of the workspace. */
  readonly state: vscode.Memento;
  /** The ids of the requests of a file that were answered in this window. */
  readonly answered: (file: vscode.Uri) => Promise<readonly string[]>;
  readonly providers: () => Promise<EditingProviders>;
}
