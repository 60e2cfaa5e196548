import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readForm } from '../../../src/sandbox/server/http/formBody';

/** A form of one part. @param padding behind its boundaries */
const formOf = (head: string, content: Buffer, padding = '') => {
  const [first, last] = [`--b${padding}\r\n${head}\r\n\r\n`, `\r\n--b--${padding}\r\n`];
  return Buffer.concat([Buffer.from(first), content, Buffer.from(last)]);
};

/** The name of the part, and of its file. */
async function namesIn(head: string): Promise<(string | undefined)[]> {
  const fields = await readForm(formOf(head, Buffer.from('x')), 'b');
  const [[name, value] = ['', '']] = Object.entries(fields);
  return [name, value instanceof File ? value.name : undefined];
}

const DISPOSITION = 'Content-Disposition: form-data';

describe('The head of a part that a client writes', () => {
  for (const [how, head, names] of [
    ['a quoted quote', `${DISPOSITION}; name="f"; filename="a\\"b.pdf"`, ['f', 'a"b.pdf']],
    ['a quoted backslash', `${DISPOSITION}; name="f"; filename="a\\\\b\\\\"`, ['f', 'a\\b\\']],
    ['the path of a browser', `${DISPOSITION}; name="f"; filename="C:\\dir\\a.pdf"`, ['f', 'C:\\dir\\a.pdf']],
    ['a path that ends', `${DISPOSITION}; name="f"; filename="C:\\dir\\"`, ['f', 'C:\\dir\\']],
    ['the escape of a browser', `${DISPOSITION}; name="f"; filename="a%22b"`, ['f', 'a"b']],
    ['spaces before semicolons', `${DISPOSITION} ; name="f" \t; filename="a ;b"`, ['f', 'a ;b']],
    ['lines that are folded', `${DISPOSITION};\r\n name="f";\r\n\t filename="a\r\n \t b"`, ['f', 'a b']],
    ['a text', `content-type: text/plain ; a="\\"\r\n${DISPOSITION}; name="é f"`, ['é f', undefined]],
  ] as const)
    it(`is read: ${how}`, async () => assert.deepEqual(await namesIn(head), names));

  it('is refused where it names nothing', async () =>
    await assert.rejects(namesIn('Content-Type: text/plain'), { status: 400 }));

  it('is all that is rewritten: contents stay as they are, also with the text of the boundary', async () => {
    const lines = ['x--b\r\n', '\r\n-b\r\n', '\r\n--bb', '\r\n--b \tx', '\r\n ', '\r\n\r\n', '\n--b--'];
    const words = ['\\"', '"', '\\\\', ' ;', `${DISPOSITION} ; name="g\\""`, '--b', '--b--', 'é', '\0'];
    const texts = fc.array(fc.oneof(fc.constantFrom(...lines, ...words), fc.string()));
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('', ' \t'), async (parts, padding) => {
        const content = Buffer.from(parts.join(''));
        // What ends a part, whatever it was written for.
        fc.pre(!/(?:^|\r\n)--b(?:--|[ \t]*(?:\r\n|$))/.test(content.toString()));
        const form = formOf(`${DISPOSITION} ; name="f"; filename="\\""`, content, padding);
        const { f } = await readForm(form, 'b');
        assert.ok(f instanceof File);
        assert.deepEqual(Buffer.from(await f.arrayBuffer()), content);
      }),
    );
  });
});
