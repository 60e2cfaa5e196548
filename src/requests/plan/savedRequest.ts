import type * as vscode from 'vscode';

/** A request of an `.http` file. */
export interface SavedRequest {
  /** Its title, its name, or what it does. */
  readonly name: string;
  readonly method: string;
  /** As it is written, without the variable of the environment's address. */
  readonly path: string;
  readonly uri: vscode.Uri;
  /** Of the request line when the file was read, counted from 0. */
  readonly line: number;
  /** Its lines of the file then: the file may have changed since, and its lines have moved. */
  readonly text: string;
}

/** Saved requests, for a choice. */
export interface SavedChoices {
  all(): Promise<readonly SavedRequest[]>;
  remove(saved: SavedRequest): Promise<void>;
  /** The line where it is by now. @throws PreflightError when the file changed so that it is not found */
  lineOf(saved: SavedRequest): Promise<number>;
}
