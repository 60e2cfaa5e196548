import { randomUUID } from 'node:crypto';
import { parseBody } from 'hono/utils/body';
import { invalid } from './replies';

/**
 * Reads a form. Only the standard parser behind this knows how browsers escape names.
 * @param given the boundary that its type names
 * @throws Refusal for a form that is not whole, or has no boundary
 */
export async function readForm(body: Buffer, given: string | null) {
  const { form, boundary } = withFreshBoundary(body, given ?? '');
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const request = new Request('http://localhost', { method: 'POST', headers, body: new Uint8Array(form) });
  try {
    return await parseBody(request, { all: true });
  } catch {
    const message = 'The body is not valid multipart/form-data, or it ends too early.';
    throw invalid({ code: 'multipart', fieldName: 'body', message });
  }
}

/**
 * Gives a form another boundary, and its parts the heads that browsers write. The standard parser takes
 * the text of the boundary for one wherever it is, also in the middle of a file; this is one that the form does not hold.
 */
function withFreshBoundary(form: Buffer, boundary: string): { form: Buffer; boundary: string } {
  const fresh = `----local-sandbox-${randomUUID()}`;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // A form may begin with its first boundary.
  const text = Buffer.concat([Buffer.from('\r\n'), form]);
  const parts: Buffer[] = [];
  let kept = 0;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 2)) {
    const end = endOfLine(text, at + delimiter.length);
    if (end === undefined) continue;
    parts.push(withPlainHead(text.subarray(kept, at)), Buffer.from(`\r\n--${fresh}`));
    kept = end;
  }
  return { form: Buffer.concat([...parts, text.subarray(kept)]).subarray(2), boundary: fresh };
}

/** Where the rest of a boundary's line begins, spaces left out; undefined where more text follows: it is none then. */
function endOfLine(text: Buffer, start: number): number | undefined {
  if (text.toString('latin1', start, start + 2) === '--') return start;
  let at = start;
  while (text[at] === 0x20 || text[at] === 0x09) at += 1;
  return text.toString('latin1', at, at + 2) === '\r\n' ? at : undefined;
}

/**
 * A part whose head is one that the standard parser reads: a header in one line, no space before a semicolon, and no
 * escapes in quotes but those of browsers. A backslash before another sign is one of a path.
 */
function withPlainHead(part: Buffer): Buffer {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return part;
  const head = part
    .toString('latin1', 0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .replaceAll(
      /"((?:[^"\\\r\n]|\\.)*)("?)|[ \t]+(;?)/g,
      (token, quoted: string, isClosed: string, semicolon: string) => {
        if (!isClosed) return semicolon || token;
        return `"${quoted.replaceAll(/\\(["\\])/g, (_, sign: string) => (sign === '"' ? '%22' : sign))}"`;
      },
    );
  return Buffer.concat([Buffer.from(head, 'latin1'), part.subarray(end)]);
}
