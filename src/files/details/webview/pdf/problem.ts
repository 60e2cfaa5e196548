/** Why a page could not be shown: it wants a password, it is damaged, or the viewer failed or took too long. */
export type PdfProblem = 'locked' | 'damaged' | 'failed';

/** By the names of the viewer's errors, which are part of its interface. */
const PROBLEMS: ReadonlyMap<string, PdfProblem> = new Map([
  ['PasswordException', 'locked'],
  ['InvalidPDFException', 'damaged'],
  ['FormatError', 'damaged'],
  ['UnknownErrorException', 'damaged'],
]);

/** Names the problem behind anything that was thrown while a page was drawn. */
export function pdfProblem(error: unknown): PdfProblem {
  return (error instanceof Error && PROBLEMS.get(error.name)) || 'failed';
}
