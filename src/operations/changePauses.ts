import type { DescribedDocument } from '../services/descriptions/descriptions';

/** How long nobody edits a document until what became of it is reported, in milliseconds. */
const PAUSE = 3000;

/** A document is saved again and again while it is edited: what became of it is reported once, in a pause. */
export class ChangePauses {
  readonly #waiting = new Map<string, { readonly before: DescribedDocument; timer: NodeJS.Timeout }>();
  readonly #isReadable: (uri: string) => boolean;
  readonly #report: (before: DescribedDocument) => unknown;

  /**
   * @param isReadable what cannot be read is half written: one waits until it can
   * @param report takes the document as it was when its changes were last reported
   */
  constructor(isReadable: (uri: string) => boolean, report: (before: DescribedDocument) => unknown) {
    this.#isReadable = isReadable;
    this.#report = report;
  }

  /** A document was read again. @param before as it was until then */
  changed(before: DescribedDocument): void {
    const { uri } = before;
    const known = this.#waiting.get(uri);
    clearTimeout(known?.timer);
    this.#waiting.set(uri, { before: known?.before ?? before, timer: this.#timer(uri) });
  }

  /** Somebody edits a document that is to be saved yet. */
  edited(uri: string): void {
    const known = this.#waiting.get(uri);
    if (known === undefined) return;
    clearTimeout(known.timer);
    known.timer = this.#timer(uri);
  }

  dispose(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #timer(uri: string): NodeJS.Timeout {
    return setTimeout(() => {
      const known = this.#waiting.get(uri);
      if (known === undefined || !this.#isReadable(uri)) return;
      this.#waiting.delete(uri);
      this.#report(known.before);
    }, PAUSE);
  }
}
