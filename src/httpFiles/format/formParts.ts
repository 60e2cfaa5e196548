import type { PlannedBody } from '../../api/model/requestPlan';
import { type BodyLine, HttpRefusal } from './parse/model';
import { BOUNDARY } from './parse/syntax';
import { t } from '../../util/text';

/** A part of a form as the file writes it, resolved. */
export interface Part {
  /** Headers as they are written, in order. */
  readonly headers: readonly string[];
  readonly name: string | undefined;
  readonly fileName: string | undefined;
  readonly content: readonly Piece[];
}

type Piece = { readonly text: string } | { readonly file: string };

export interface BuiltUpload {
  /** As the file names it. */
  readonly file: string;
  readonly fileName: string | undefined;
  readonly purpose: string;
}

/**
 * Reads a multipart body.
 * @param lines resolved
 * @throws HttpRefusal when it is not one of that boundary
 */
export function readParts(lines: readonly BodyLine[], contentType: string): Part[] {
  const boundary = boundaryOf(contentType);
  if (boundary === '') throw bad(t('the header Content-Type names no boundary'));
  const misshapen = () =>
    bad(t('it must begin with {0} and end with {1}', `--${boundary}`, `--${boundary}--`));
  const parts: BodyLine[][] = [];
  let closed = false;
  for (const each of lines) {
    const line = each.text.trimEnd();
    if (closed && line !== '') throw misshapen();
    if (line === `--${boundary}--`) closed = true;
    else if (line === `--${boundary}`) parts.push([]);
    else if (!closed) {
      const part = parts.at(-1);
      if (part === undefined) throw misshapen();
      part.push(each);
    }
  }
  if (!closed) throw misshapen();
  if (parts.length === 0) throw bad(t('it has no part'));
  return parts.map(readPart);
}

function readPart(lines: readonly BodyLine[]): Part {
  const blank = lines.findIndex(({ text }) => text.trim() === '');
  const headers = (blank < 0 ? lines : lines.slice(0, blank)).map(({ text }) => text.trim());
  const content = blank < 0 ? [] : lines.slice(blank + 1);
  const disposition = headers.find((line) => /^content-disposition\s*:/i.test(line));
  if (disposition === undefined) throw bad(t('a part has no Content-Disposition'));
  return {
    headers,
    name: parameter(disposition, 'name'),
    fileName: parameter(disposition, 'filename'),
    content: content.map(({ text, file }) => (file === undefined ? { text } : { file })),
  };
}

function parameter(header: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header);
  return match?.[1] ?? match?.[2];
}

/** An upload as the interface has it: one file that is read, and its purpose. Undefined for another form. */
export function readUpload(parts: readonly Part[]): BuiltUpload | undefined {
  if (parts.length !== 2) return undefined;
  const purpose = parts.find(({ name, fileName }) => name === 'purpose' && fileName === undefined);
  const [piece, ...more] = parts.find(({ name }) => name === 'file')?.content ?? [];
  if (purpose === undefined || piece === undefined || !('file' in piece)) return undefined;
  // Empty lines before a boundary are no part of an upload.
  const isPadded = more.every((each) => 'text' in each && each.text.trim() === '');
  const lines = purpose.content.map((each) => ('text' in each ? each.text : undefined));
  const value = lines.join('\n').trim();
  if (!isPadded || lines.length === 0 || lines.includes(undefined) || value.includes('\n')) return undefined;
  const { fileName } = parts.find(({ name }) => name === 'file') ?? {};
  return { file: piece.file, fileName, purpose: value };
}

/**
 * A form as it is sent, with line ends as forms have them and the files as they are, and as it is kept: with the names of
 * files instead of their bytes.
 * @param read gives the bytes of a file that the form names
 */
export async function writeForm(
  parts: readonly Part[],
  contentType: string,
  read: (file: string) => Promise<Uint8Array>,
): Promise<PlannedBody> {
  const boundary = boundaryOf(contentType);
  const pieces = parts.flatMap(({ headers, content }): Piece[] => [
    ...[`--${boundary}`, ...headers, ''].map((text) => ({ text })),
    ...(content.length === 0 ? [{ text: '' }] : content),
  ]);
  const chunks: Uint8Array[] = [];
  for (const piece of pieces) {
    chunks.push('text' in piece ? Buffer.from(piece.text) : await read(piece.file), Buffer.from('\r\n'));
  }
  const end = `--${boundary}--`;
  const kept = pieces.map((piece) => ('text' in piece ? piece.text : `< ${piece.file}`));
  return { bytes: Buffer.concat([...chunks, Buffer.from(end)]), kept: [...kept, end].join('\n') };
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain ?? '';
}

function bad(reason: string): HttpRefusal {
  return new HttpRefusal('bad-multipart', [reason]);
}
