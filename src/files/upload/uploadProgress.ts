import { formatBytes } from '../../ui/formats/formats';
import { plainText } from '../../util/plainText';
import { listed, t } from '../../util/text';

/** How a batch gets on. */
export interface BatchProgress {
  /** Bytes of the whole batch handed to the network so far, and in all. */
  readonly sent: number;
  readonly total: number;
  /** Files that are done, and how many there are. */
  readonly done: number;
  readonly count: number;
  /** Names of the files in flight. */
  readonly active: readonly string[];
  /** How much longer the service asked to wait, in milliseconds; 0 when it did not. */
  readonly pauseMs: number;
}

/** What the progress of a batch says. */
export function describeProgress({ sent, total, done, count, active, pauseMs }: BatchProgress): string {
  const bytes = t('{0} of {1}', formatBytes(sent), formatBytes(total));
  if (active.length === 0 && pauseMs === 0)
    return done < count ? t('Waiting for an upload of the same file to end') : bytes;
  const pause = t('waiting {0} s: the service asked for it', Math.ceil(pauseMs / 1000));
  const shown = active.slice(0, 2).map((name) => plainText(name, 40));
  const names = listed(shown) + (active.length > 2 ? ' …' : '');
  const now = pauseMs > 0 ? pause : names;
  return count === 1
    ? `${names} · ${pauseMs > 0 ? pause : bytes}`
    : t('{0} of {1} done · {2} · {3}', done, count, bytes, now);
}

/** A file whose progress is followed. */
interface Followed {
  readonly name: string;
  readonly size: number;
}

/** Reports no more often than this, in milliseconds: every one of them is a message to the window. */
const REPORT_MS = 100;
const PAUSE_TICK_MS = 1000;

/** How far the uploads of this window are: of each row, the part of the file handed to the network, 0 to 1. */
export class UploadProgress {
  readonly #parts = new Map<number, number>();
  readonly #listeners = new Set<(key: number) => void>();

  /** Calls back with the key of a row, as often as a piece of it is sent. */
  onDidChange(listener: (key: number) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  of(key: number): number | undefined {
    return this.#parts.get(key);
  }

  /**
   * Follows a batch.
   * @param report called at most ten times a second
   */
  follow(files: readonly Followed[], report: (progress: BatchProgress) => void): BatchTracker {
    return new BatchTracker(files, report, (key, part) => {
      if (part === undefined) this.#parts.delete(key);
      else {
        this.#parts.set(key, part);
        for (const listener of this.#listeners) listener(key);
      }
    });
  }
}

/** Adds up what the files of a batch report, and passes it on for each row and for the whole. */
export class BatchTracker {
  readonly #total: number;
  readonly #count: number;
  readonly #listener: (progress: BatchProgress) => void;
  readonly #row: (key: number, part: number | undefined) => void;
  readonly #active = new Map<number, { readonly file: Followed; sent: number }>();
  #sent = 0;
  #done = 0;
  #pausedUntil = 0;
  #reportedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    files: readonly Followed[],
    report: (progress: BatchProgress) => void,
    row: (key: number, part: number | undefined) => void,
  ) {
    this.#total = files.reduce((total, { size }) => total + size, 0);
    this.#count = files.length;
    this.#listener = report;
    this.#row = row;
  }

  begin(key: number, file: Followed): void {
    this.#active.set(key, { file, sent: 0 });
    this.#row(key, 0);
    this.#changed();
  }

  /** Bytes of the file that were passed to the connection, counted from its start. */
  sent(key: number, bytes: number): void {
    const upload = this.#active.get(key);
    if (upload === undefined) return;
    this.#sent += bytes - upload.sent;
    upload.sent = bytes;
    this.#row(key, Math.min(1, bytes / Math.max(1, upload.file.size)));
    this.#changed();
  }

  /** A file waits for another upload: what was counted of it does not count. */
  leave(key: number): void {
    this.#sent -= this.#active.get(key)?.sent ?? 0;
    this.#active.delete(key);
    this.#row(key, undefined);
    this.#changed();
  }

  /** A file is done, whether any of it was sent or not. @param key of its row, if it has one */
  end(key: number | undefined, { size }: Followed): void {
    this.#sent += size - ((key !== undefined && this.#active.get(key)?.sent) || 0);
    this.#done++;
    if (key !== undefined) {
      this.#active.delete(key);
      this.#row(key, undefined);
    }
    this.#changed();
  }

  /** The service asked for time. */
  paused(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
    this.#changed();
  }

  /** Reports the state once more, and then nothing. */
  stop(): void {
    this.#report();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** What follows in the same turn, such as the beginning of the next file, is reported with it. */
  #changed(): void {
    if (this.#timer === undefined) this.#later(REPORT_MS - (performance.now() - this.#reportedAt));
  }

  #later(milliseconds: number): void {
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#report();
      },
      Math.max(0, milliseconds),
    );
  }

  #report(): void {
    this.#reportedAt = performance.now();
    const pauseMs = Math.max(0, this.#pausedUntil - this.#reportedAt);
    this.#listener({
      sent: this.#sent,
      total: this.#total,
      done: this.#done,
      count: this.#count,
      active: [...this.#active.values()].map(({ file }) => file.name),
      pauseMs,
    });
    // The seconds still to go are counted down.
    if (pauseMs > 0 && this.#active.size > 0) this.#later(Math.min(PAUSE_TICK_MS, pauseMs));
  }
}
