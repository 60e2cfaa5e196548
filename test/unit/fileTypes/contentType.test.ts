import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detectFileType } from '../../../src/fileTypes/contentType';
import { describeContent } from '../../../src/fileTypes/describeContent';
import { WORD, officeParts, zip, type ZipPart } from './zips';

const hex = (digits: string) => Buffer.from(digits, 'hex');
const PNG = hex('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489');
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n');
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml';

/** A Word document in which one part, the list of the types unless said otherwise, is another. */
const partsWith = (other: Partial<ZipPart>, at = 0) =>
  zip(officeParts().map((part, index) => (index === at ? { ...part, ...other } : part)));
/** A Word document whose main part is at this target. */
const targeting = (target: string) =>
  partsWith({ content: `<Relationship Type="/relationships/officeDocument" Target="${target}"/>` }, 1);
/** A Word document with other bytes in the last of its records that begin so. */
function damaged(record: string, offset: number, byte: number): Buffer {
  const bytes = zip(officeParts());
  bytes[bytes.lastIndexOf(record) + offset] = byte;
  return bytes;
}
const [LOCAL, CENTRAL, END] = ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06'] as const;
const holding = (...names: string[]) => zip(names.map((name) => ({ name, content: 'x' })));

const ARCHIVE = 'a ZIP archive that is not a Word document';
const DAMAGED = 'a ZIP archive or an Office document that is damaged or cut off';
const TYPES = `<Default Extension="rels" ContentType="x"/><Default Extension="XML" ContentType="${WORD}"/>`;
const OVERRIDE = `<t:Override PartName='/Word/Document.xml' ContentType = '${WORD}'/>`;
const BROKEN = 'a damaged Word document';
const JPEG = 'a damaged JPEG image';

/** A content, and its type, or else the words for what it looks like. */
type Row = readonly [what: string, content: string | Uint8Array, is?: string];

const FILES: Record<string, readonly Row[]> = {
  'a picture': [
    ['a PNG', PNG, 'png'],
    ['its beginning', PNG.subarray(0, 32), 'a damaged PNG image'],
    ['another first chunk', Buffer.from(PNG).fill(0, 12, 16), 'a damaged PNG image'],
    ...['c0', 'cf', 'db', 'dd', 'e0', 'ef', 'fe'].map(
      (marker) => [`a JPEG, ${marker}`, hex(`ffd8ff${marker}0010`), 'jpeg'] as const,
    ),
    ...['bf', 'c8', 'd0', 'da', 'f0'].map(
      (marker) => [`no JPEG, ${marker}`, hex(`ffd8ff${marker}0010`), JPEG] as const,
    ),
    ['a JPEG with fill bytes', hex('ffd8fffffffe0002'), 'jpeg'],
    ['a JPEG with a long segment', hex('ffd8ffe00100'), 'jpeg'],
    ['a segment without its length', hex('ffd8ffe00001'), JPEG],
    ['no segment', hex('ffd8ff'), JPEG],
    ['no start of a JPEG', hex('0000ffe00010')],
    ['a GIF', 'GIF89a', 'a file of the type GIF'],
    ['a BMP', 'BM6', 'a file of the type BMP'],
    ['a TIFF of Intel', 'II*\0', 'a file of the type TIFF'],
    ['a TIFF of Motorola', 'MM\0*', 'a file of the type TIFF'],
    ['a WebP', 'RIFFsizeWEBP', 'a file of the type WebP'],
    ['an AVIF', 'sizeftypavif', 'a file of the type AVIF'],
    ['a HEIC', 'sizeftypheic', 'a file of the type HEIC'],
    ['a HEIC of any brand', 'sizeftypmif1', 'a file of the type HEIC'],
    ['a video', 'sizeftypisom', 'a video'],
    ['an ICO', '\0\0\x01\0', 'a file of the type ICO'],
    ['an SVG', '<svg/>', 'a file of the type SVG'],
    ['an SVG of a program', '<?xml version="1.0"?>\r\n<!-- by hand -->\n\n<svg/>', 'a file of the type SVG'],
  ],
  'a document': [
    ['a PDF', PDF, 'pdf'],
    ['a PDF behind other lines', Buffer.concat([Buffer.alloc(1000, '\n'), PDF]), 'pdf'],
    ['a PDF behind a kilobyte of them', Buffer.concat([Buffer.alloc(1024, '\n'), PDF])],
    ['no version of PDF', '%PDF-?', 'a text file'],
    ['an archive that holds a PDF', zip([{ name: 'a.pdf', content: PDF, stored: true }]), ARCHIVE],
    ['an old document', hex('d0cf11e0a1b11ae1'), 'an old or a password-protected Office document'],
    ['an RTF', '{\\rtf1', 'a file of the type RTF'],
    ['a PostScript', '%!PS-Adobe', 'a file of the type PostScript'],
    ['an EPUB', holding('mimetype', 'META-INF/container.xml'), 'a file of the type EPUB'],
    ['an OpenDocument', holding('mimetype', 'content.xml'), 'a file of the type OpenDocument'],
    ['a workbook', zip(officeParts(`${OFFICE}.spreadsheetml.sheet.main+xml`)), 'a file of the type Excel'],
    ['a workbook with macros', zip(officeParts('application/vnd.ms-excel')), 'a file of the type Excel'],
    ['slides', zip(officeParts(`${OFFICE}.presentationml.slideshow`)), 'a file of the type PowerPoint'],
    ['slides with macros', zip(officeParts('vnd.ms-powerpoint')), 'a file of the type PowerPoint'],
    ['a template', zip(officeParts(`${OFFICE}.wordprocessingml.template.main+xml`)), 'a Word template'],
    ['a template with macros', zip(officeParts('vnd.ms-word.template.macroEnabled')), 'a Word template'],
    ['a document with macros', zip(officeParts(MACROS)), 'a Word document with macros (.docm)'],
  ],
  'a Word document': [
    ['one', zip(officeParts()), 'docx'],
    ['not packed', zip(officeParts().map((part) => ({ ...part, stored: true }))), 'docx'],
    ['in the strict form', zip(officeParts(WORD, 'other/Main.xml', 'purl.oclc.org/ooxml')), 'docx'],
    ['with a comment that looks like an end', zip(officeParts(), END.padEnd(22, '\0')), 'docx'],
    ['with the longest comment', zip(officeParts(), END.repeat(0x4000).slice(1)), 'docx'],
    ['with types for extensions', partsWith({ content: TYPES }), 'docx'],
    ['with prefixes and apostrophes', partsWith({ content: OVERRIDE }), 'docx'],
    ['in UTF-16', partsWith({ content: Buffer.from(`\ufeff${TYPES}`, 'utf16le') }), 'docx'],
    ['in UTF-16, high', partsWith({ content: Buffer.from(`\ufeff${TYPES}`, 'utf16le').swap16() }), 'docx'],
    ['without relationships', zip(officeParts().filter((_, index) => index !== 1)), 'docx'],
    ['with an encoded target', targeting('/Word/document%2Exml'), 'docx'],
  ],
  'no Word document': [
    ['with a target elsewhere', targeting('http://other/word/document.xml'), BROKEN],
    ['with a target that is none', targeting('http://'), BROKEN],
    ['without a target', partsWith({ content: '<Relationship Id="1"/>' }, 1), BROKEN],
    ['without its main part', zip(officeParts().slice(0, 2)), ARCHIVE],
    ['without types', partsWith({ content: '' }), BROKEN],
    ['with an empty main part', partsWith({ content: '' }, 2), BROKEN],
    ['with a type in a comment', partsWith({ content: `<!-- ${OVERRIDE} -->` }), BROKEN],
    ['with a type in an open comment', partsWith({ content: `<!-- ${OVERRIDE}` }), BROKEN],
    ['with far too many types', partsWith({ content: TYPES + ' '.repeat(2 ** 20) }), BROKEN],
    ['with types that lie about their size', partsWith({ claims: 9 }), BROKEN],
    ['with types that unpack to more', partsWith({ content: Buffer.alloc(5e6), claims: 100 }), BROKEN],
    ['with no end of tags', partsWith({ content: '<Override '.repeat(1e5) }), BROKEN],
    ['with no end of comments', partsWith({ content: '<!--'.repeat(2e5) }), BROKEN],
    ['with a damaged start of its main part', damaged(LOCAL, 0, 0), BROKEN],
    ['with a main part beyond its end', damaged(CENTRAL, 45, 0xff), BROKEN],
    ['with a main part longer than all', damaged(CENTRAL, 23, 0xff), BROKEN],
    ['with a damaged row of its directory', damaged(CENTRAL, 0, 0), DAMAGED],
    ['with a row beyond its directory', damaged(CENTRAL, 32, 0xff), DAMAGED],
    ['with fewer rows than it says', damaged(END, 10, 4), DAMAGED],
    ['with a directory longer than all', damaged(END, 15, 0xff), DAMAGED],
    ['with a damaged end', damaged(END, 0, 0), DAMAGED],
    ['with a comment that is cut off', zip(officeParts(), 'a comment').subarray(0, -1), DAMAGED],
    [
      'with more behind it than a comment',
      Buffer.concat([zip(officeParts()), Buffer.alloc(0x10000)]),
      DAMAGED,
    ],
  ],
  'an archive or a program': [
    ['any', holding('notes.txt'), ARCHIVE],
    ['with a list of types', holding('mimetype'), ARCHIVE],
    ['with some content', holding('content.xml'), ARCHIVE],
    ['of Java', holding('META-INF/MANIFEST.MF'), 'a file of the type JAR'],
    ['empty', zip([]), 'an empty ZIP archive'],
    ['a gzip', hex('1f8b'), 'a file of the type gzip'],
    ['a 7-Zip', hex('377abcaf271c'), 'a file of the type 7-Zip'],
    ['a RAR', 'Rar!\x1a\x07', 'a file of the type RAR'],
    ['a program of Windows', 'MZ\x90', 'a program'],
    ['a program of Linux', '\x7fELF', 'a program'],
  ],
  'a text': [
    ['plain', 'hello <html> <svg> [1] <?xml version https://git-lfs', 'a text file'],
    ['cut in a letter', `${'x'.repeat(1023)}é`, 'a text file'],
    ['a page', '<!DOCTYPE html><p>Sign in</p>', 'a file of the type HTML'],
    ['a page with a mark', '\ufeff  <html>', 'a file of the type HTML'],
    ['XML', '<?xml version="1.0"?><a/>', 'a file of the type XML'],
    ['an object', '{"a":1}', 'a file of the type JSON'],
    ['a list', '[1]', 'a file of the type JSON'],
    ['a pointer', 'version https://git-lfs.github.com/spec/v1', 'a Git LFS pointer, not the file itself'],
  ],
  'nothing that is known': [
    ['bytes', hex('00010203')],
    ['text of another encoding', hex('636166e921')],
    ['no bytes', ''],
    ['space', ' \n'],
  ],
};

describe('The type of a file by its content', () => {
  for (const [kind, files] of Object.entries(FILES)) {
    it(`knows ${kind}`, () => {
      for (const [what, content, is] of files) {
        const bytes = Buffer.from(content);
        assert.equal(detectFileType(bytes) ?? describeContent(bytes), is, what);
      }
    });
  }

  it('does not take a Word document that was cut off anywhere for a whole one', () => {
    const whole = zip(officeParts());
    for (let length = 0; length < whole.length; length++) {
      assert.equal(detectFileType(whole.subarray(0, length)), undefined, `cut at ${length}`);
    }
  });

  it('does not take a damaged list of parts for a whole one', () => {
    const bytes = zip(officeParts().map((part) => ({ ...part, stored: true })));
    bytes.write('1.1', bytes.indexOf('1.0'));
    assert.equal(detectFileType(bytes), undefined);
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void detectFileType(bytes)));
    const whole = zip(officeParts());
    const places = fc.nat(whole.length - 1);
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 255 }), places, (at, by, to) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ by;
        bytes[to] = 0xff;
        detectFileType(bytes);
        describeContent(bytes);
      }),
      { numRuns: 1000 },
    );
  });
});
