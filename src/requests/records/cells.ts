import { numberSource } from '../../util/exactJson';

/** Records as rows and columns: a column for each leaf, named by its path. Pure. */

/**
 * The content of a cell. A number keeps the text that the service wrote, a list or an empty object is its JSON, and
 * `undefined` is a field that the record does not have, which is not the same as `null`.
 */
export type Cell =
  string | boolean | null | undefined | { readonly number: string } | { readonly json: string };

/** The column of a record that is no object, such as a text in a list of texts. */
const VALUE = 'value';

/** Columns in the order in which their fields first appeared, and the rows that fill them. */
export interface TableData {
  readonly columns: readonly string[];
  /** Each as long as the columns that were known when it came. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Takes records as they come, page by page. */
export class TableBuilder implements TableData {
  readonly columns: string[] = [];
  readonly rows: Cell[][] = [];
  readonly #index = new Map<string, number>();

  /** @param records of `parseExactly` */
  add(records: readonly unknown[]): void {
    for (const record of records) {
      const row: Cell[] = [];
      for (const [path, value] of leaves(record)) row[this.#column(path)] = cellOf(value);
      // A hole is no value that a message could carry.
      this.rows.push(Array.from(row));
    }
  }

  #column(path: string): number {
    const known = this.#index.get(path);
    if (known !== undefined) return known;
    const index = this.columns.push(path) - 1;
    this.#index.set(path, index);
    return index;
  }
}

/** The leaves of a record with their paths, such as `owner.name`. */
function* leaves(record: unknown): Iterable<readonly [path: string, value: unknown]> {
  if (!isBranch(record)) yield [VALUE, record];
  else yield* below(record, '');
}

function* below(branch: Branch, prefix: string): Iterable<readonly [path: string, value: unknown]> {
  for (const [key, value] of Object.entries(branch)) {
    const path = prefix + segment(key);
    if (isBranch(value)) yield* below(value, `${path}.`);
    else yield [path, value];
  }
}

/**
 * A copy of a record without the leaves of some columns; objects that are left empty go with them.
 * @param hidden paths of columns
 */
export function withoutColumns(record: unknown, hidden: ReadonlySet<string>): unknown {
  return isBranch(record) ? pruned(record, '', hidden) : record;
}

function pruned(branch: Branch, prefix: string, hidden: ReadonlySet<string>): Branch {
  return Object.fromEntries(
    Object.entries(branch).flatMap(([key, value]): [string, unknown][] => {
      const path = prefix + segment(key);
      if (!isBranch(value)) return hidden.has(path) ? [] : [[key, value]];
      const rest = pruned(value, `${path}.`, hidden);
      return isBranch(rest) ? [[key, rest]] : [];
    }),
  );
}

type Branch = Readonly<Record<string, unknown>>;

/** An object with fields; an empty one is a leaf, or it would be gone. */
function isBranch(value: unknown): value is Branch {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    numberSource(value) === undefined &&
    Object.keys(value).length > 0
  );
}

/** A key within a path; one with a dot is quoted, so that no two fields share a column. */
function segment(key: string): string {
  return key === '' || /[.[\]"]/.test(key) ? `[${JSON.stringify(key)}]` : key;
}

function cellOf(value: unknown): Cell {
  const source = numberSource(value);
  if (source !== undefined) return { number: source };
  if (typeof value === 'number') return { number: String(value) };
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  return { json: JSON.stringify(value) };
}
