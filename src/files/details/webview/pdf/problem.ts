/** Why a page could not be shown: it wants a password, it is damaged, or the viewer failed or took too long. */
export type PdfProblem = 'locked' | 'damaged' | 'failed';

/** Ends the drawing of a page, with the reason that the user sees. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Names the problem behind anything that was thrown while a page was drawn. The viewer reports a document's
 * faults from its own by the names of its errors, which are part of its interface.
 */
export function pdfProblem(error: unknown): PdfProblem {
  if (error instanceof PdfError) return error.problem;
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'locked';
  return DAMAGES.has(name) ? 'damaged' : 'failed';
}

const DAMAGES: ReadonlySet<string> = new Set(['InvalidPDFException', 'FormatError', 'UnknownErrorException']);
