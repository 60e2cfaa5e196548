import { DatabaseSync } from 'node:sqlite';
import { plainText } from '../../util/plainText';
import { listed, t } from '../../util/text';
import { text } from './rowValues';

/** What may have been carried out without an answer, of each kind; the first query that fits the tables counts. */
const QUERIES: readonly (readonly string[])[] = [
  [
    `SELECT name AS what FROM files WHERE forgotten_at IS NULL
     AND (may_have_acted = 1 OR state IN ('uploading', 'unknown')) ORDER BY key DESC`,
    "SELECT name AS what FROM files WHERE forgotten_at IS NULL AND state IN ('uploading', 'unknown') ORDER BY key DESC",
  ],
  [
    `SELECT (exchange ->> 'method') || ' ' || (exchange ->> 'path') AS what FROM writes ORDER BY started_at DESC`,
  ],
  [
    `SELECT method || ' ' || path AS what FROM exchanges
     WHERE may_have_acted = 1 AND operation <> 'uploadFile' ORDER BY key DESC`,
    `SELECT method || ' ' || path AS what FROM exchanges
     WHERE outcome = 'unknown-outcome' AND operation <> 'uploadFile' ORDER BY key DESC`,
  ],
];

const NAMED = 10;
const LONGEST = 100;

/**
 * A sentence about what a database that is left behind says may have been carried out.
 * @returns undefined where there is nothing, or where it cannot be read
 */
export function describeUnresolved(file: string): string | undefined {
  const found = unresolvedIn(file);
  if (found.length === 0) return undefined;
  const named = found.slice(0, NAMED).map((each) => `“${plainText(each, LONGEST)}”`);
  const more = found.length - named.length;
  return more > 0
    ? t(
        'In it, no answer is known of {0} and {1} more: they may have been carried out. Check before you send them again.',
        listed(named),
        more,
      )
    : t(
        'In it, no answer is known of {0}: this may have been carried out. Check before you send it again.',
        listed(named),
      );
}

function unresolvedIn(file: string): string[] {
  let db: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { readOnly: true });
    db = opened;
    return QUERIES.flatMap((queries) => firstThatFits(opened, queries));
  } catch {
    return [];
  } finally {
    db?.close();
  }
}

function firstThatFits(db: DatabaseSync, queries: readonly string[]): string[] {
  for (const query of queries) {
    try {
      return db
        .prepare(query)
        .all()
        .map((row) => text(row, 'what'));
    } catch {
      // Another version's tables.
    }
  }
  return [];
}
