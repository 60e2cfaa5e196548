import assert from 'node:assert/strict';
import { readParts, readUpload, writeForm } from '../../../../src/httpFiles/format/formParts';
import type { BodyLine } from '../../../../src/httpFiles/format/parse/model';

const TYPE = 'multipart/form-data; boundary=b';

/** Lines of a body; `< name` is a file. */
function linesOf(text: string): BodyLine[] {
  return text.split('\n').map((line, index) => ({
    text: line,
    line: index,
    ...(line.startsWith('< ') && { file: line.slice(2) }),
  }));
}

const read = (text: string, contentType = TYPE) => readParts(linesOf(text), contentType);

function form(...parts: readonly (readonly string[])[]): string {
  return [...parts.flatMap((part) => ['--b', ...part]), '--b--'].join('\n');
}

const disposition = (more: string) => `Content-Disposition: form-data; ${more}`;
const PURPOSE = [disposition('name="purpose"'), '', ' kyc '];
const FILE = [disposition('name="file"; filename="a.pdf"'), 'Content-Type: application/pdf', '', '< ./a.pdf'];

describe('a form in an .http file', () => {
  it('is read part by part: headers as written, then text and files', () => {
    const [purpose, file] = [PURPOSE, FILE].map(([first = '', second = '']) => [first, second]);
    const text = { headers: purpose?.slice(0, 1), name: 'purpose', fileName: undefined };
    const attached = { headers: file, name: 'file', fileName: 'a.pdf' };
    assert.deepEqual(read(form(PURPOSE, FILE)), [
      { ...text, content: [{ text: ' kyc ' }] },
      { ...attached, content: [{ file: './a.pdf' }] },
    ]);
  });

  it('is read whatever white space is at the ends of its lines, and however its names are written', () => {
    const text =
      '--b  \n  CONTENT-DISPOSITION : form-data; NAME=plain; FileName=x.pdf  \n \n\nx\n\n--b--\t\n\n ';
    assert.deepEqual(read(text, 'multipart/form-data; boundary="b"'), [
      {
        headers: ['CONTENT-DISPOSITION : form-data; NAME=plain; FileName=x.pdf'],
        name: 'plain',
        fileName: 'x.pdf',
        content: [{ text: '' }, { text: 'x' }, { text: '' }],
      },
    ]);
    const [bare] = read(form([disposition('name=""')]));
    assert.deepEqual([bare?.name, bare?.content], ['', []]);
  });

  const misshapen = 'it must begin with --b and end with --b--';
  const refused: readonly (readonly [reason: string, text: string, contentType?: string])[] = [
    ['the header Content-Type names no boundary', form(PURPOSE), 'multipart/form-data'],
    [misshapen, `${form(PURPOSE)}\n\nmore`],
    [misshapen, `more\n${form(PURPOSE)}`],
    [misshapen, '--b\nContent-Disposition: form-data; name=a\n\nx'],
    ['it has no part', '--b--'],
    ['a part has no Content-Disposition', form(['', disposition('name=a'), '', 'x'])],
  ];
  for (const [reason, text, contentType] of refused) {
    it(`is refused where ${reason}: ${text}`, () =>
      assert.throws(() => read(text, contentType), { code: 'bad-multipart', args: [reason] }));
  }

  it('is an upload with one file and one purpose, in any order, and nothing else is', () => {
    const upload = { file: './a.pdf', fileName: 'a.pdf', purpose: 'kyc' };
    assert.deepEqual(readUpload(read(form(PURPOSE, FILE))), upload);
    assert.deepEqual(readUpload(read(form(FILE, PURPOSE))), upload);
    assert.deepEqual(readUpload(read(form([...FILE, '  '], [...PURPOSE, '', ' ']))), upload);
    const [, ...bare] = FILE;
    const unnamed = [disposition('name=file'), ...bare];
    assert.deepEqual(readUpload(read(form(PURPOSE, unnamed))), { ...upload, fileName: undefined });
    const others: Readonly<Record<string, readonly (readonly string[])[]>> = {
      'a third part': [PURPOSE, FILE, [disposition('name=x'), '', 'x']],
      'no purpose': [FILE, [disposition('name=x'), '', 'x']],
      'no file': [PURPOSE, [disposition('name=x'), '', 'x']],
      'a purpose that is a file by name': [[disposition('name=purpose; filename=x'), '', 'x'], FILE],
      'a purpose that is read from a file': [[disposition('name=purpose'), '', '< ./x'], FILE],
      'a purpose of two lines': [[...PURPOSE, 'more'], FILE],
      'a purpose of none': [[disposition('name=purpose')], FILE],
      'a header that ends as another one': [
        PURPOSE,
        [`X-${disposition('name=file')}`, disposition('name=x'), '', '< ./a'],
      ],
      'a file that is text': [PURPOSE, [disposition('name=file; filename=a.pdf'), '', 'text']],
      'text behind the file': [PURPOSE, [...FILE, 'text']],
    };
    for (const [what, parts] of Object.entries(others)) {
      assert.equal(readUpload(read(form(...parts))), undefined, what);
    }
  });

  it('is sent with the bytes of its files, and kept with their names', async () => {
    const parts = read(form([disposition('name=a'), '', 'one', 'two'], [disposition('name=b')], FILE));
    const { bytes, kept } = await writeForm(parts, 'multipart/form-data; boundary="b"', (file) =>
      Promise.resolve(Buffer.from(`bytes of ${file}`)),
    );
    const first = ['--b', disposition('name=a'), '', 'one', 'two', '--b', disposition('name=b'), '', ''];
    const head = [...first, '--b', ...FILE.slice(0, 3)];
    assert.equal(Buffer.from(bytes).toString(), [...head, 'bytes of ./a.pdf', '--b--'].join('\r\n'));
    assert.equal(kept, [...head, '< ./a.pdf', '--b--'].join('\n'));
  });
});
