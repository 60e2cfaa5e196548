/** Why a document is refused. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  /** Counted from 0. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** The files of a document are too many bytes. */
export class TooLargeError extends DescriptionError {
  /** Those that were read, and the one that was too much: they may be smaller later. */
  files: readonly string[] | undefined;
}
