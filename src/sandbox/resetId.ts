import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Identifies the state of the Local Sandbox between two resets: the id changes with every reset, in whatever window or process
 * it is made, and with a new database. The sandbox need not run.
 */
export class ResetId {
  readonly #file: string;
  #db: DatabaseSync | undefined;
  /** Of the file that is open: a damaged database is set aside, and another one takes its name. */
  #number: bigint | undefined;
  /** Of the database as it was last read; see `PRAGMA data_version`. */
  #version: unknown;
  #id: string | undefined;

  /** @param file path of the Local Sandbox's database */
  constructor(file: string) {
    this.#file = file;
  }

  /** The id now; undefined as long as there was never a Local Sandbox. A look without a change costs microseconds. */
  get current(): string | undefined {
    try {
      const number = statSync(this.#file, { bigint: true, throwIfNoEntry: false })?.ino;
      if (number !== this.#number) {
        this.close();
        this.#id = undefined;
      }
      if (number === undefined) return undefined;
      this.#number = number;
      this.#db ??= new DatabaseSync(this.#file, { readOnly: true, timeout: 100 });
      const version = this.#db.prepare('PRAGMA data_version').get()?.['data_version'];
      if (version === this.#version && this.#id !== undefined) return this.#id;
      // Every reset makes a new key for signing links.
      const secret = this.#db.prepare('SELECT secret FROM state').get()?.['secret'];
      if (!(secret instanceof Uint8Array)) return this.#id;
      this.#version = version;
      this.#id = createHash('sha256').update('reset ').update(secret).digest('hex').slice(0, 16);
    } catch {
      // Being created or locked at this moment: the next look finds it.
      this.close();
    }
    return this.#id;
  }

  /** Lets go of the file; the next look opens it again. */
  close(): void {
    this.#db?.close();
    this.#db = undefined;
    this.#version = undefined;
  }
}
