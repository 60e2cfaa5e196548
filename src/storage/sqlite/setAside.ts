import { DatabaseSync } from 'node:sqlite';
import { plainText } from '../../util/plainText';
import { firstOf, listed, t } from '../../util/text';
import { text } from './rowValues';
import { rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { COMPANIONS, moveAside, renameTogether } from '../../util/files';

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
  const named = found.map((each) => `“${plainText(each, LONGEST)}”`);
  return t(
    'In it, no answer is known of {0}: this may have been carried out. Check before you send it again.',
    listed(firstOf(named, NAMED)),
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

/**
 * Gives a database another name beside the old one, with what belongs to it.
 * @param number of the file that is meant, see `fileNumber`
 * @param label what the new name says of it
 * @returns the new path, or undefined when another window was first
 * @throws the system's error when it cannot be renamed
 */
export function setAside(file: string, number: bigint | undefined, label: string): string | undefined {
  const extension = extname(file);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(dirname(file), `${basename(file, extension)}.${label}-${stamp}${extension}`);
  return moveAside(file, number, aside) ? aside : undefined;
}

/** Takes that back: where the new file could not be made, nothing of it is kept. */
export function putBack(aside: string, file: string): void {
  for (const name of [file, ...COMPANIONS.map((companion) => file + companion)])
    rmSync(name, { force: true });
  renameTogether(aside, file, [...COMPANIONS, '']);
}
