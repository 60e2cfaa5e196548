import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readForm } from '../../../support/form';
import { frameUpload } from '../../../../src/api/wire/multipart';
import { anyText } from '../../../support/properties';

type Framed = ReturnType<typeof frameUpload>;

function bytesOf(body: Framed): Buffer {
  return Buffer.concat([...body.chunks()]);
}

/** What a service reads of it. */
async function parsed(body: Framed) {
  assert.equal(bytesOf(body).length, body.length);
  const form = await readForm(new Uint8Array(bytesOf(body)), body.contentType);
  const [[first, purpose] = [], [second, file] = [], ...more] = [...form];
  assert.deepEqual([first, second, more], ['purpose', 'file', []]);
  assert.ok(file instanceof File);
  return { purpose, file, content: new Uint8Array(await file.arrayBuffer()) };
}

const upload = { purpose: 'payment_evidence', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7') };

describe('An upload as multipart/form-data', () => {
  it('has purpose and file in that order, with the exact length', async () => {
    const { purpose, file, content } = await parsed(frameUpload({ ...upload, name: 'invoice.pdf' }));
    assert.deepEqual([purpose, file.name, file.type], ['payment_evidence', 'invoice.pdf', 'application/pdf']);
    assert.deepEqual(Buffer.from(content), upload.content);
  });

  const names: [string, string][] = [
    ['a"b.pdf', 'filename="a%22b.pdf"'],
    ['a\r\nb.pdf', 'filename="a%0D%0Ab.pdf"'],
    ['a%22b.pdf', 'filename="a%22b.pdf"'],
    ['back\\slash.pdf', 'filename="back\\slash.pdf"'],
    ['счёт 🧾.pdf', 'filename="счёт 🧾.pdf"'],
    ['\ud800.pdf', 'filename="\ufffd.pdf"'],
  ];
  for (const [name, written] of names) {
    it(`writes the name ${JSON.stringify(name)} as browsers do`, () => {
      const text = bytesOf(frameUpload({ ...upload, name })).toString();
      assert.ok(text.includes(`name="file"; ${written}\r\n`));
    });
  }

  it('is in one piece of memory of its own where it is small, also where many are made at once', () => {
    const made = Array.from({ length: 200 }, (_, n) => {
      const chunks = frameUpload({ ...upload, name: 'a', content: Buffer.alloc(n * 300, n) }).chunks();
      assert.ok(Array.isArray(chunks));
      const [whole, ...more] = chunks as readonly Uint8Array[];
      assert.ok(whole && more.length === 0);
      return { whole, copy: Buffer.from(whole) };
    });
    for (const { whole, copy } of made) assert.ok(copy.equals(whole));
  });

  it('is taken without anybody who wants to know how far it is', () => {
    const body = frameUpload({ ...upload, name: 'a.pdf' });
    assert.doesNotThrow(() => body.onTaken?.(body.length));
  });

  it('carries any bytes, purpose and name without breaking its frame', async () => {
    const texts = anyText();
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.uint8Array({ maxLength: 300 }), async (name, purpose, content) => {
        const read = await parsed(frameUpload({ name, purpose, content, mimeType: 'image/png' }));
        assert.equal(read.purpose, purpose.toWellFormed().replace(/\r\n?|\n/g, '\r\n'));
        assert.deepEqual(read.content, content);
      }),
    );
  });

  it('hands out views of a large content in pieces', () => {
    const content = new Uint8Array(600_000);
    const body = frameUpload({ ...upload, name: 'a.pdf', content });
    const chunks = [...body.chunks()];
    assert.ok(chunks.slice(0, -1).every((chunk) => chunk.length <= 256 * 1024));
    assert.equal(chunks.filter((chunk) => chunk.buffer === content.buffer).length, 2);
    assert.deepEqual(bytesOf(body).length, body.length, 'it can be read again');
  });

  for (const size of [70_000, 262_144, 524_288, 524_289])
    it(`needs the memory of ${size} bytes no more once its last piece is taken`, () => {
      const content = new Uint8Array(size).fill(1);
      const body = frameUpload({ ...upload, name: 'a.pdf', content });
      const last = [...body.chunks()].at(-1);
      const before = Buffer.from(last ?? []);
      content.fill(2);
      assert.deepEqual(last, before);
    });

  it('reports the bytes of the file that were taken, its frame left out', () => {
    const progress: number[] = [];
    const content = new Uint8Array(600_000);
    const onProgress = (sent: number, total: number) => {
      assert.equal(total, content.length);
      progress.push(sent);
    };
    const body = frameUpload({ ...upload, name: 'a.pdf', content, onProgress });
    let taken = 0;
    for (const chunk of body.chunks()) body.onTaken?.((taken += chunk.length));
    assert.deepEqual([...new Set(progress)], [262_144, 524_288, 600_000]);
  });
});
