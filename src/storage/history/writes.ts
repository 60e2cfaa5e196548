import { type ErrorFacts, PreflightError } from '../../api/model/errors';
import type { BegunWrite, Exchange } from '../../api/model/exchange';
import type { DatabaseConnection } from '../sqlite/connection';
import { number, optionalJson, optionalText, text } from '../sqlite/rowValues';
import type { Recorder } from '../store/changes';
import type { UnresolvedWrite } from '../types/storageTypes';
import { insertExchange } from './exchangeRows';
import { t } from '../../util/text';

/** The journal of writes: each is in `writes` from before its first byte until its exchange is kept. */

const interrupted = (): ErrorFacts => ({
  kind: 'unknown-outcome',
  message: t(
    'The window closed before an answer came, so it may or may not have been carried out. Check before you send it again.',
  ),
  mayHaveActed: true,
});

/** Another window, or another press of a key, was faster than the person who agreed to this write. */
const sentMeanwhile = () =>
  new PreflightError(
    t(
      'The same request was sent a moment ago, and its result is not known. Nothing was sent. Look at it in the Requests view before you send it again.',
    ),
  );

/**
 * Writes one down, in the transaction that is committed before its first byte.
 * @throws PreflightError when the person who agreed to it was not shown the last write of the same kind
 */
export function insertWrite(
  db: DatabaseConnection,
  write: BegunWrite,
  generation: number,
  session: string,
): void {
  const { writeHash, shown, ...exchange } = write;
  if (shown !== undefined && (findUnresolved(db, generation, writeHash)?.exchangeId ?? null) !== shown)
    throw sentMeanwhile();
  db.insert('writes', {
    id: write.id,
    generation,
    session,
    write_hash: writeHash,
    started_at: write.startedAt,
    exchange: JSON.stringify(exchange),
  });
}

/** Takes one out of the journal, as its exchange is kept. @returns what the same write is recognized by */
export function takeWrite(db: DatabaseConnection, id: string): string | undefined {
  const row = db.get('DELETE FROM writes WHERE id = ? RETURNING write_hash', id);
  return row === undefined ? undefined : optionalText(row, 'write_hash');
}

/** Turns what a session left in the journal into exchanges of unknown outcome. */
export function abandonWrites(db: DatabaseConnection, changed: Recorder, session: string): void {
  const left = db.all(
    'SELECT writes.*, environment FROM writes JOIN generations ON generations.id = generation WHERE session = ?',
    session,
  );
  for (const row of left) {
    const begun = optionalJson(row, 'exchange') as Omit<BegunWrite, 'writeHash'> | undefined;
    if (begun !== undefined) {
      const exchange: Exchange = {
        ...begun,
        durationMs: 0,
        attempts: [],
        outcome: interrupted().kind,
        error: interrupted(),
      };
      insertExchange(db, exchange, number(row, 'generation'), text(row, 'write_hash'));
    }
    db.run('DELETE FROM writes WHERE id = ?', text(row, 'id'));
    changed({ what: 'history', environment: text(row, 'environment') });
  }
}

/**
 * The last write with that hash that is under way, or may have been carried out without an answer that says so. Only a
 * later success makes it irrelevant: one that was refused, or not sent at all, says nothing about an earlier one. Later is
 * what began later and was kept later: two may cross, and the clock may be set back.
 */
export function findUnresolved(
  db: DatabaseConnection,
  generation: number,
  writeHash: string,
): UnresolvedWrite | undefined {
  const same = 'generation = ?1 AND write_hash = ?2';
  const latest = 'ORDER BY started_at DESC LIMIT 1';
  const open = db.get(`SELECT id, started_at FROM writes WHERE ${same} ${latest}`, generation, writeHash);
  if (open !== undefined) {
    return { exchangeId: text(open, 'id'), startedAt: number(open, 'started_at'), isUnderWay: true };
  }
  const last = db.get(
    `SELECT id, started_at FROM exchanges,
       (SELECT coalesce(max(started_at), -1) AS ok_time, coalesce(max(key), -1) AS ok_key
        FROM exchanges WHERE ${same} AND ok = 1)
     WHERE ${same} AND may_have_acted = 1 AND (started_at > ok_time OR key > ok_key) ${latest}`,
    generation,
    writeHash,
  );
  if (last === undefined) return undefined;
  return { exchangeId: text(last, 'id'), startedAt: number(last, 'started_at'), isUnderWay: false };
}
