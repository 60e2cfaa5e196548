import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { DatabaseConnection, Row } from '../sqlite/connection';
import { number, optionalText, text } from '../sqlite/rowValues';
import type { Store } from './store';
import { processExists } from './processes';

const BEAT_MS = 20_000;
const SILENCE_MS = 90_000;

/** Asked once: neither changes while this process lives. */
const host = hostname();
const ownStart = processStart(process.pid);

/** Sessions of this very process that are not closed: their pid says nothing about which of them live. */
const living = new Set<string>();

/**
 * Owns the writes that a window has in flight. A window that dies cannot say so: its session counts as dead when its
 * process is gone, or, where processes cannot be checked (another host on the same disk), after a missed heartbeat.
 */
export class WindowSession {
  readonly id = randomUUID();
  readonly #store: Store;
  readonly #isBusy: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #claimed = false;

  /** @param isBusy whether this session has anything in flight, and so needs to be seen alive */
  constructor(store: Store, isBusy: () => boolean) {
    this.#store = store;
    this.#isBusy = isBusy;
    living.add(this.id);
  }

  /** Writes the session down, to be called in the transaction that gives it rows. */
  claim(db: DatabaseConnection): void {
    this.#claimed = true;
    db.run(
      `INSERT INTO sessions (id, pid, host, process_start, heartbeat) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET heartbeat = excluded.heartbeat`,
      this.id,
      process.pid,
      host,
      ownStart ?? null,
      Date.now(),
    );
  }

  /** Whether its row may have been written. */
  get claimed(): boolean {
    return this.#claimed;
  }

  /** Beats for as long as there is something in flight. Does not keep the process alive. */
  keepAlive(): void {
    this.#timer ??= setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  /** Ends it. Its row may only go when no file refers to it any more. */
  end(): void {
    living.delete(this.id);
    clearInterval(this.#timer);
  }

  #beat(): void {
    if (this.#isBusy() && this.#store.isOpen) {
      this.#store.tryToWrite((db) => this.claim(db));
      return;
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * The sessions that own what is in flight but cannot end it any more.
 * @param silenceMs how long one whose process cannot be asked may be silent
 */
export function deadSessions(db: DatabaseConnection, silenceMs = SILENCE_MS): string[] {
  return db
    .all('SELECT * FROM sessions')
    .filter((session) => !isAlive(session, silenceMs))
    .map((session) => text(session, 'id'));
}

function isAlive(session: Row, silenceMs: number): boolean {
  if (living.has(text(session, 'id'))) return true;
  const beating = Date.now() - number(session, 'heartbeat') < silenceMs;
  if (text(session, 'host') !== host) return beating;
  const pid = number(session, 'pid');
  // This process's living sessions are known, so another with its pid is of an earlier process.
  if (pid === process.pid || !processExists(pid)) return false;
  const start = optionalText(session, 'process_start');
  // The start time distinguishes a process from a later one with the same pid, even after a long sleep.
  return start === undefined ? beating : start === processStart(pid);
}

/** When a process started, in ticks since boot, where the system has it in a file (Linux, proc(5), field 22). */
function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
