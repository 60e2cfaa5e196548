/** How soon a text such as "5 minutes ago" changes: up to which age in milliseconds, and how often it is drawn again. */
const STEPS = [
  { below: 60_000, every: 30_000 },
  { below: 3_600_000, every: 60_000 },
] as const;
const LATER = 3_600_000;

/** Whether somebody may be looking at a view. */
export interface Audience {
  readonly isThere: boolean;
  /** Calls back when `isThere` may have changed. */
  onDidChange(listener: () => void): { dispose(): void };
}

/**
 * Draws a view again when a time in it, such as "5 minutes ago", is due for another text. The older the youngest time,
 * the longer it waits. While nobody looks there is no timer; what has become due meanwhile is drawn when they come back.
 */
export class AgeTimer {
  readonly #audience: Audience;
  readonly #redraw: () => void;
  readonly #subscription: { dispose(): void };
  /** When the view is to be drawn again, in milliseconds since the epoch. */
  #due: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param redraw draws the rows again; each calls `shows` again as it is drawn */
  constructor(audience: Audience, redraw: () => void) {
    this.#audience = audience;
    this.#redraw = redraw;
    this.#subscription = audience.onDidChange(() => this.#schedule());
  }

  /** A row was drawn with a text that depends on how far this moment is. @param time milliseconds since the epoch */
  shows(time: number, now: number): void {
    const distance = Math.abs(now - time);
    const every = STEPS.find(({ below }) => distance < below)?.every ?? LATER;
    const due = now + every;
    // Rows are drawn by the hundred, each of them a moment later than the one before.
    if (this.#due !== undefined && this.#due <= due) return;
    this.#due = due;
    this.#schedule();
  }

  dispose(): void {
    this.#subscription.dispose();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const due = this.#audience.isThere ? this.#due : undefined;
    if (due === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#due = undefined;
        this.#redraw();
      },
      // The clock may have been set back.
      Math.min(LATER, Math.max(0, due - Date.now())),
    ).unref();
  }
}
