import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readForm } from '../../support/form';
import { frameUpload } from '../../../src/api/multipart';

type Framed = ReturnType<typeof frameUpload>;

function bytesOf(body: Framed): Buffer {
  return Buffer.concat([...(body.chunks() as Iterable<Uint8Array>)]);
}

async function parsed(body: Framed) {
  const form = await readForm(new Uint8Array(bytesOf(body)), body.contentType);
  const file = form.get('file');
  assert.ok(file instanceof File);
  return { fields: [...form], file };
}

const upload = { purpose: 'payment_evidence', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7') };

describe('An upload as multipart/form-data', () => {
  it('has purpose and file in that order, with the exact length', async () => {
    const body = frameUpload({ ...upload, name: 'invoice.pdf' });
    assert.equal(bytesOf(body).length, body.length);
    const { fields, file } = await parsed(body);
    assert.deepEqual(
      fields.map(([name]) => name),
      ['purpose', 'file'],
    );
    assert.equal(fields[0]?.[1], 'payment_evidence');
    assert.deepEqual([file.name, file.type], ['invoice.pdf', 'application/pdf']);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), upload.content);
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
      assert.ok(
        bytesOf(frameUpload({ ...upload, name }))
          .toString()
          .includes(`name="file"; ${written}\r\n`),
      );
    });
  }

  it('carries any bytes, purpose and name without breaking its frame', async () => {
    const texts = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.uint8Array({ maxLength: 300 }), async (name, purpose, content) => {
        const body = frameUpload({ name, purpose, content, mimeType: 'image/png' });
        assert.equal(bytesOf(body).length, body.length);
        const { fields, file } = await parsed(body);
        assert.equal(fields.length, 2);
        assert.equal(fields[0]?.[1], purpose.toWellFormed().replace(/\r\n?|\n/g, '\r\n'));
        assert.deepEqual(new Uint8Array(await file.arrayBuffer()), content);
      }),
    );
  });

  it('hands out views of the content in small pieces, and reports each when it has been taken', () => {
    const content = new Uint8Array(200_000);
    const progress: number[] = [];
    const body = frameUpload({
      ...upload,
      name: 'a.pdf',
      content,
      onProgress: (sent) => progress.push(sent),
    });
    const chunks = [...(body.chunks() as Iterable<Uint8Array>)];
    assert.ok(chunks.every((chunk) => chunk.length <= 64 * 1024));
    assert.equal(chunks.filter((chunk) => chunk.buffer === content.buffer).length, 4);
    assert.deepEqual(progress, [65_536, 131_072, 196_608, 200_000]);
    assert.deepEqual(bytesOf(body).length, body.length, 'it can be read again');
  });
});
