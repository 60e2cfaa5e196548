import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** A database with its prepared statements, each prepared once. */
export class DatabaseConnection {
  readonly raw: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #written = 0;

  constructor(raw: DatabaseSync) {
    this.raw = raw;
  }

  /** How many statements were run that may write. */
  get written(): number {
    return this.#written;
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  /** The number in the first column of the first row. */
  number(sql: string, ...values: SQLInputValue[]): number | undefined {
    const [value] = Object.values(this.get(sql, ...values) ?? {});
    return typeof value === 'number' ? value : undefined;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** @returns the number of rows changed */
  run(sql: string, ...values: SQLInputValue[]): number {
    this.#written += 1;
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Runs an INSERT with a value for each named column. @returns the new row's key */
  insert(table: string, values: Record<string, SQLInputValue>): number {
    this.#written += 1;
    const columns = Object.keys(values);
    const marks = columns.map(() => '?').join(', ');
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`;
    return Number(this.#prepare(sql).run(...Object.values(values)).lastInsertRowid);
  }

  /** All of `work` or none of it. Immediate: a later upgrade of a read to a write could not wait its turn. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // SQLite ends the transaction by itself after some errors, a full disk among them.
      if (this.raw.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** Closes it, once or more often. */
  close(): void {
    this.#statements.clear();
    if (this.raw.isOpen) this.raw.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.raw.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
