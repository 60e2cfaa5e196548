import * as vscode from 'vscode';

/** How far the uploads of this window are: of each row, the part of the file handed to the network, 0 to 1. */
export class UploadProgress implements vscode.Disposable {
  readonly #parts = new Map<number, number>();
  readonly #changed = new vscode.EventEmitter<number>();

  /** Fires with the key of a row, as often as a piece of it is sent. */
  readonly onDidChange = this.#changed.event;

  of(key: number): number | undefined {
    return this.#parts.get(key);
  }

  set(key: number, part: number): void {
    this.#parts.set(key, part);
    this.#changed.fire(key);
  }

  end(key: number): void {
    this.#parts.delete(key);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
