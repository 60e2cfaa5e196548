import type * as vscode from 'vscode';

/** A request of an `.http` file. */
export interface SavedRequest {
  /** Its title, its name, or what it does. */
  readonly name: string;
  readonly method: string;
  /** As it is written, without the variable of the environment's address. */
  readonly path: string;
  readonly uri: vscode.Uri;
  /** Of the request line, counted from 0. */
  readonly line: number;
}

/** Saved requests, for a choice. */
export interface SavedChoices {
  all(): Promise<readonly SavedRequest[]>;
  remove(saved: SavedRequest): Promise<void>;
}
