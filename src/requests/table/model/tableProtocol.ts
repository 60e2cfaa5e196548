import { isObject } from '../../../util/objects';
import type { Cell } from '../../records/cells';
import type { TableStrings } from './tableStrings';

/** The messages between a table and its webview, and the checks of what comes from there. */

/** A message has no `undefined` in its lists: 0, which no cell is, takes the place of a missing field. */
export type SentCell = Exclude<Cell, undefined> | 0;

/** How a column was left: in its order, by the path of its field. */
export interface ColumnLayout {
  readonly path: string;
  readonly width: number;
  readonly hidden: boolean;
}

export interface TablePart {
  /** Names of all columns so far; text is not yet made fit to be shown. */
  readonly columns: readonly string[];
  /** The rows that this message adds. */
  readonly rows: readonly (readonly SentCell[])[];
  /** How many there are in all pages, where the service says so. */
  readonly total?: number;
  readonly hasMore: boolean;
  /** Whether the list begins before the first row. */
  readonly startsLater: boolean;
  /** How many rows come before the first one, where that is known. */
  readonly before?: number;
}

export type TableHostMessage =
  | {
      readonly type: 'table';
      readonly strings: TableStrings;
      readonly locale: string;
      /** What the table is of, and where from. */
      readonly title: string;
      readonly production: boolean;
      readonly exchanges: readonly string[];
      readonly layout: readonly ColumnLayout[];
      readonly part: TablePart;
    }
  | { readonly type: 'append'; readonly exchanges: readonly string[]; readonly part: TablePart }
  /** What is under way, or what became of it; read out as it changes. */
  | {
      readonly type: 'status';
      readonly text: string;
      readonly kind: 'info' | 'error';
      readonly busy: boolean;
    };

/** Places of rows and columns, in the order in which they are shown. */
export interface Places {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

export type TableWebviewMessage =
  | { readonly type: 'ready' | 'nextPage' | 'allPages' | 'wholeList' | 'cancel' }
  | ({ readonly type: 'copy'; readonly what: 'cell' | 'rows' | 'column' } & Places)
  | ({ readonly type: 'export'; readonly format: 'csv' | 'json' } & Places)
  | { readonly type: 'layout'; readonly layout: readonly ColumnLayout[] };

/**
 * Reads a message that came from a webview.
 * @returns undefined for anything that is not exactly one of ours: the sender may be anybody in that frame
 */
export function readWebviewMessage(value: unknown): TableWebviewMessage | undefined {
  if (!isObject(value)) return undefined;
  const { type, what, format } = value;
  switch (type) {
    case 'ready':
    case 'nextPage':
    case 'allPages':
    case 'wholeList':
    case 'cancel':
      return { type };
    case 'copy': {
      const places = readPlaces(value);
      const isKnown = what === 'cell' || what === 'rows' || what === 'column';
      return places !== undefined && isKnown ? { type, what, ...places } : undefined;
    }
    case 'export': {
      const places = readPlaces(value);
      const isKnown = format === 'csv' || format === 'json';
      return places !== undefined && isKnown ? { type, format, ...places } : undefined;
    }
    case 'layout':
      return { type, layout: readLayout(value['layout']) };
    default:
      return undefined;
  }
}

/** Columns as they were left, as far as they can be read: they come from a webview, or from an older version. */
export function readLayout(value: unknown): ColumnLayout[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_LAYOUT).flatMap((item: unknown) => {
    if (!isObject(item)) return [];
    const { path, width, hidden } = item;
    if (typeof path !== 'string' || path.length > MAX_PATH) return [];
    if (typeof width !== 'number' || !(width >= 1 && width <= 10_000)) return [];
    return [{ path, width: Math.round(width), hidden: hidden === true }];
  });
}

/** The exchanges that a webview kept over a reload of the window; none when it kept nothing usable. */
export function readSavedExchanges(value: unknown): string[] {
  const exchanges = isObject(value) ? value['exchanges'] : undefined;
  return Array.isArray(exchanges) ? exchanges.filter((id): id is string => typeof id === 'string') : [];
}

/** The most columns that are remembered of one table, and the longest path in characters. */
const MAX_LAYOUT = 500;
const MAX_PATH = 500;

function readPlaces({ rows, columns }: Readonly<Record<string, unknown>>): Places | undefined {
  return isPlaces(rows) && isPlaces(columns) ? { rows, columns } : undefined;
}

function isPlaces(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && Number(item) >= 0);
}
