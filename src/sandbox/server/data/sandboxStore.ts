/** Everything a Local Sandbox remembers. Each method is one short transaction. */
import type { DatabaseSync } from 'node:sqlite';
import type { MadeItem } from '../../../descriptions/mock/mockAnswer';
import { letters } from '../../../descriptions/mock/newId';
import { FILE_TYPES, type FileType, type Purpose } from '../../../api/rules/limits';
import { inTransaction } from './sandboxDatabase';
import Big from 'big.js';
import type { Listing } from './listing';
import { isScenario, type Scenario } from './scenarios';

/** A stored file without its bytes. */
export interface StoredFile {
  /** Position in the order of upload; what cursors point at. */
  readonly seq: number;
  readonly id: string;
  readonly purpose: string;
  readonly name: string;
  readonly mimeType: string;
  /** Milliseconds since the epoch. */
  readonly uploadedAt: number;
}

export interface NewFile {
  readonly purpose: Purpose;
  readonly name: string;
  readonly type: FileType;
  readonly content: Uint8Array;
}

export interface Balance {
  readonly currency: string;
  /** An exact decimal, as text: a JSON number could not keep it. */
  readonly amount: string;
}

/** As `StoredFile` names them. */
const FILE_COLUMNS = 'seq, id, purpose, name, mime_type AS mimeType, uploaded_at AS uploadedAt';

export class SandboxStore {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  addFile({ purpose, name, type, content }: NewFile): StoredFile {
    const row = this.#db
      .prepare(
        `INSERT INTO files (id, purpose, name, mime_type, uploaded_at, content)
         VALUES (?, ?, ?, ?, ?, ?) RETURNING ${FILE_COLUMNS}`,
      )
      .get(newFileId(type), purpose, name, FILE_TYPES[type].mimeType, Date.now(), content);
    return row as unknown as StoredFile;
  }

  file(id: string): StoredFile | undefined {
    const row = this.#db.prepare(`SELECT ${FILE_COLUMNS} FROM files WHERE id = ?`).get(id);
    return row as StoredFile | undefined;
  }

  /** @param id of a file that is there */
  content(id: string): Uint8Array {
    return this.#value('SELECT content FROM files WHERE id = ?', id) as Uint8Array;
  }

  /** The files, newest first. */
  files(): Listing<StoredFile> {
    const page = (where: string, order: 'ASC' | 'DESC', ...values: number[]) =>
      this.#db
        .prepare(`SELECT ${FILE_COLUMNS} FROM files ${where} ORDER BY seq ${order} LIMIT ?`)
        .all(...values) as unknown as StoredFile[];
    return {
      name: 'files',
      total: () => Number(this.#value('SELECT count(*) FROM files')),
      position: (file) => file.seq,
      first: (limit) => page('', 'DESC', limit),
      after: (position, limit) => page('WHERE seq < ?', 'DESC', position, limit),
      before: (position, limit) => page('WHERE seq > ?', 'ASC', position, limit).reverse(),
    };
  }

  /** Adds to a balance; the first top-up of a currency opens it. @returns the balance then */
  topUp(currency: string, amount: number): string {
    return inTransaction(this.#db, () => {
      const held = this.#value('SELECT amount FROM balances WHERE currency = ?', currency);
      // Without rounding: 0.1 and 0.2 are 0.3.
      const sum = new Big(typeof held === 'string' ? held : 0).plus(amount).toFixed();
      this.#db.prepare('INSERT OR REPLACE INTO balances VALUES (?, ?)').run(currency, sum);
      return sum;
    });
  }

  /** All balances, in the order of their currencies. */
  balances(): Balance[] {
    const select = 'SELECT currency, amount FROM balances ORDER BY currency';
    return this.#db.prepare(select).all() as unknown as Balance[];
  }

  /** What was made at a path by an operation of a description: its JSON, `removed`, or undefined where nothing was. */
  made(path: string): MadeItem | 'removed' | undefined {
    const row = this.#db.prepare('SELECT item FROM made WHERE path = ?').get(path);
    if (row === undefined) return undefined;
    return typeof row['item'] === 'string' ? (JSON.parse(row['item']) as MadeItem) : 'removed';
  }

  keepMade(path: string, item: MadeItem): void {
    const insert = 'INSERT OR REPLACE INTO made VALUES (?, ?, ?)';
    this.#db.prepare(insert).run(path, JSON.stringify(item), Date.now());
  }

  removeMade(path: string): void {
    this.#db.prepare('UPDATE made SET item = NULL WHERE path = ?').run(path);
  }

  /** Asked outside the routes, too: a database that was damaged meanwhile gives `normal`, and the routes answer 500. */
  get scenario(): Scenario {
    try {
      const scenario = this.#value('SELECT scenario FROM state');
      return isScenario(scenario) ? scenario : 'normal';
    } catch {
      return 'normal';
    }
  }

  setScenario(scenario: Scenario): void {
    this.#db.prepare('UPDATE state SET scenario = ?, answered = 0').run(scenario);
  }

  /** Counts a request that meets the scenario: 1 for the first since it was set, over all windows. */
  countRequest(): number {
    return Number(this.#value('UPDATE state SET answered = answered + 1 RETURNING answered'));
  }

  /** What content links and cursors are signed with; another one after every reset. */
  get secret(): Uint8Array {
    return this.#value('SELECT secret FROM state') as Uint8Array;
  }

  /** Back to a new sandbox: no files, no balances, the normal scenario, no link or cursor that still works. */
  reset(): void {
    inTransaction(this.#db, () => {
      this.#db.exec('DELETE FROM files; DELETE FROM balances; DELETE FROM made;');
      this.#db.exec("UPDATE state SET scenario = 'normal', answered = 0, secret = randomblob(32)");
    });
  }

  close(): void {
    this.#db.close();
  }

  /** The first column of the first row. */
  #value(sql: string, ...values: string[]): unknown {
    return Object.values(this.#db.prepare(sql).get(...values) ?? {})[0];
  }
}

/** A new id of the form shown: a prefix, a unique part, and the extension of the file's type. */
function newFileId(type: FileType): string {
  const unique = letters('0123456789abcdefghjkmnpqrstvwxyz', 26);
  return `file_${unique}${FILE_TYPES[type].extensions[0]}`;
}
