import * as z from '../../../api/model/zod';
import type { Cell } from '../../records/cells';
import type { Texts } from '../../../util/text';

/** The messages between a table and its webview, and the checks of what comes from there. */

/** A message has no `undefined` in its lists: 0, which no cell is, takes the place of a missing field. */
export type SentCell = Exclude<Cell, undefined> | 0;

/** How a column was left: in its order, by the path of its field. */
export type ColumnLayout = Readonly<z.infer<typeof column>>;

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
  /** Comes first: the language of the page. */
  | ({ readonly type: 'init' } & Texts)
  | {
      readonly type: 'table';
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

/** The most columns that are remembered of one table. */
const MOST_COLUMNS = 500;

const column = z.object({
  path: z.string().check(z.maxLength(500)),
  width: z.number().check(z.gte(1), z.lte(10_000)),
  hidden: z.catch(z.boolean(), false),
});

/** Columns as they were left, as far as they can be read: they come from a webview, or from an older version. */
export function readLayout(value: unknown): ColumnLayout[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_COLUMNS).flatMap((item: unknown) => {
    const { data } = column.safeParse(item);
    return data === undefined ? [] : [{ ...data, width: Math.round(data.width) }];
  });
}

const places = z.array(z.int().check(z.gte(0)));
const message = z.union([
  z.object({ type: z.enum(['ready', 'nextPage', 'allPages', 'wholeList', 'cancel']) }),
  z.object({
    type: z.literal('copy'),
    what: z.enum(['cell', 'rows', 'column']),
    rows: places,
    columns: places,
  }),
  z.object({ type: z.literal('export'), format: z.enum(['csv', 'json']), rows: places, columns: places }),
  z.object({ type: z.literal('layout'), layout: z.pipe(z.unknown(), z.transform(readLayout)) }),
]);

export type TableWebviewMessage = z.infer<typeof message>;

/**
 * Reads a message that came from a webview.
 * @returns undefined for anything that is not one of ours: the sender may be anybody in that frame
 */
export function readWebviewMessage(value: unknown): TableWebviewMessage | undefined {
  return message.safeParse(value).data;
}

const saved = z.object({ exchanges: z.array(z.string()) });

/** The exchanges that a webview kept over a reload of the window; none when it kept nothing usable. */
export function readSavedExchanges(value: unknown): string[] {
  return saved.safeParse(value).data?.exchanges ?? [];
}
