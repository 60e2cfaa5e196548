import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readForm } from '../../../src/sandbox/server/http/formBody';

/** A form of one part. */
const formOf = (head: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n--b--\r\n')]);

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
    ['lines that are folded', `${DISPOSITION};\r\n name="f";\r\n\t filename="a\r\n b"`, ['f', 'a b']],
    ['a text', `content-type: text/plain ; a="\\"\r\n${DISPOSITION}; name="é f"`, ['é f', undefined]],
  ] as const)
    it(`is read: ${how}`, async () => {
      assert.deepEqual(await namesIn(head), names);
    });

  it('is refused where it names nothing', async () => {
    await assert.rejects(namesIn('Content-Type: text/plain'), { status: 400 });
  });

  it('is all that is rewritten: contents stay as they are', async () => {
    const words = [
      '\\"',
      '"',
      '\\\\',
      ' ;',
      '\r\n ',
      '\r\n\r\n',
      `${DISPOSITION} ; name="g\\""`,
      '--b',
      'é',
      '\0',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(...words), fc.string())), async (texts) => {
        const content = Buffer.from(texts.join(''));
        fc.pre(!/(?:^|\r\n)--b/.test(content.toString()));
        const { f } = await readForm(formOf(`${DISPOSITION} ; name="f"; filename="\\""`, content), 'b');
        assert.ok(f instanceof File);
        assert.deepEqual(Buffer.from(await f.arrayBuffer()), content);
      }),
    );
  });
});
