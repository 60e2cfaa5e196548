import { numberSource } from '../../util/exactJson';
import { isObject } from '../../util/objects';

/** Records as rows and columns: a column for each leaf, named by its path. Pure. */

/**
 * The content of a cell. A number keeps the text that the service wrote, a list or an empty object is its JSON, and
 * `undefined` is a field that the record does not have, which is not the same as `null`.
 */
export type Cell =
  | string
  | boolean
  | null
  | undefined
  | { readonly number: string }
  | { readonly json: string };

/** The column of a record that is no object, such as a text in a list of texts. */
const VALUE = 'value';

/** So many columns at most: with more, rows would cost their number times that of the columns, with next to nothing in them. */
const MOST_COLUMNS = 200;
/** A longer path has no column: many of them would not fit into memory. In characters. */
const LONGEST_PATH = 500;
/** Holds what has no column of its own, as JSON. */
const OTHER_FIELDS = '…';

/** A place in a record. Not by path: a long name would be in the path of each field below it. */
interface Place {
  column?: number;
  readonly below: Map<string, Place>;
}

/** Takes records as they come, page by page. */
export class TableBuilder {
  /** In the order in which their fields first appeared. */
  readonly columns: string[] = [];
  /** Each as long as the columns that were known when it came. */
  readonly rows: Cell[][] = [];
  readonly #root: Place = { below: new Map() };
  #other: number | undefined;

  /** @param records of `parseExactly` */
  add(records: readonly unknown[]): void {
    for (const record of records) {
      const row: Cell[] = [];
      const rest = this.#fill(row, isBranch(record) ? record : { [VALUE]: record }, this.#root, '');
      if (rest !== undefined) {
        this.#other ??= this.columns.push(OTHER_FIELDS) - 1;
        row[this.#other] = { json: JSON.stringify(rest) };
      }
      // A hole is no value that a message could carry.
      this.rows.push(Array.from(row));
    }
  }

  /** @returns the fields without a column of their own */
  #fill(row: Cell[], branch: Branch, place: Place, prefix: string): Branch | undefined {
    const rest: [string, unknown][] = [];
    for (const [key, value] of Object.entries(branch)) {
      const at = place.below.get(key) ?? { below: new Map<string, Place>() };
      if (isBranch(value)) {
        const left = this.#fill(row, value, at, `${prefix}${segment(key)}.`);
        if (left !== undefined) rest.push([key, left]);
      } else {
        const isTitle = prefix.length + key.length <= LONGEST_PATH && this.columns.length < MOST_COLUMNS;
        if (at.column === undefined && isTitle) at.column = this.columns.push(prefix + segment(key)) - 1;
        if (at.column === undefined) rest.push([key, value]);
        else row[at.column] = cellOf(value);
      }
      if (at.column !== undefined || at.below.size > 0) place.below.set(key, at);
    }
    return rest.length === 0 ? undefined : Object.fromEntries(rest);
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
  return isObject(value) && Object.keys(value).length > 0;
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
