import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detectFileType } from '../../../src/fileTypes/contentType';
import { describeContent } from '../../../src/fileTypes/describeContent';
import { WORD, officeParts, zip, type ZipPart } from './zips';

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000' + '1f15c489', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a46494600010100', 'hex');
const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n');
const MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const OPEN_TYPE = { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' };

/** A Word document in which one part, the list of the types unless said otherwise, is another. */
const partsWith = (other: Partial<ZipPart>, at = 0) =>
  zip(officeParts().map((part, index) => (index === at ? { ...part, ...other } : part)));

describe('The type of a file by its content', () => {
  it('knows the four types', () => {
    assert.equal(detectFileType(png), 'png');
    assert.equal(detectFileType(jpeg), 'jpeg');
    assert.equal(detectFileType(pdf), 'pdf');
    assert.equal(detectFileType(zip(officeParts())), 'docx');
  });

  it('wants more of an image than its first bytes', () => {
    assert.equal(detectFileType(png.subarray(0, 32)), undefined);
    assert.equal(detectFileType(Buffer.from(png).fill(0, 12, 16)), undefined);
    assert.equal(detectFileType(Buffer.from('ffd8ff', 'hex')), undefined);
    assert.equal(detectFileType(Buffer.from('ffd8ff000010', 'hex')), undefined);
    assert.equal(detectFileType(Buffer.from('ffd8ffe00001', 'hex')), undefined);
    assert.equal(detectFileType(Buffer.from('ffd8fffffffe0004', 'hex')), 'jpeg');
  });

  it('finds the header of a PDF in the first kilobyte and not beyond', () => {
    assert.equal(detectFileType(Buffer.concat([Buffer.alloc(1000, '\n'), pdf])), 'pdf');
    assert.equal(detectFileType(Buffer.concat([Buffer.alloc(1024, '\n'), pdf])), undefined);
    assert.equal(detectFileType(Buffer.from('%PDF-?')), undefined);
  });

  it('does not take an archive that holds a PDF for one', () => {
    assert.equal(detectFileType(zip([{ name: 'a.pdf', content: pdf, stored: true }])), undefined);
  });

  it('knows a Word document with a comment, with its main part elsewhere, and in the strict form', () => {
    assert.equal(detectFileType(zip(officeParts(), 'PK\x05\x06'.repeat(20))), 'docx');
    assert.equal(detectFileType(zip(officeParts(WORD, 'other/Main.xml', 'purl.oclc.org/ooxml'))), 'docx');
    assert.equal(detectFileType(zip(officeParts().map((part) => ({ ...part, stored: true })))), 'docx');
  });

  const others: [string, Buffer, RegExp][] = [
    ['a macro-enabled document', zip(officeParts(MACROS)), /macros/],
    ['a workbook', zip(officeParts(SHEET, 'xl/book.xml')), /Excel/],
    ['any archive', zip([{ name: 'notes.txt', content: 'hello' }]), /ZIP archive that is not/],
    ['a folder named word', zip([{ name: 'word/document.xml', content: '<w/>' }]), /damaged Word/],
    ['a Java archive', zip([{ name: 'META-INF/MANIFEST.MF', content: 'x' }]), /JAR/],
    ['an EPUB', zip([{ name: 'META-INF/container.xml', content: 'x' }]), /EPUB/],
    ['an OpenDocument text', zip([OPEN_TYPE, { name: 'content.xml', content: '<x/>' }]), /OpenDocument/],
    ['types without a document', zip(officeParts().slice(0, 2)), /ZIP archive/],
    ['an empty document part', partsWith({ content: '' }, 2), /damaged/],
    ['a list that lies about its size', partsWith({ claims: 9 }), /./],
    ['a comment that names the type', zip(officeParts(`x"/><!-- <Override ContentType="${WORD}`)), /./],
  ];
  for (const [what, bytes, words] of others) {
    it(`does not take ${what} for a Word document`, () => {
      assert.equal(detectFileType(bytes), undefined);
      assert.match(describeContent(bytes) ?? '', words);
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

  it('is found for hostile archives too, without unpacking them', () => {
    assert.equal(detectFileType(partsWith({ content: Buffer.alloc(5e6), claims: 100 })), undefined);
    for (const content of ['<Override '.repeat(1e5), '<!--'.repeat(2e5)])
      assert.equal(detectFileType(partsWith({ content })), undefined, content.slice(0, 9));
  });
});

describe('What a file looks like', () => {
  const looks: [string | Buffer, string | undefined][] = [
    ['<!DOCTYPE html><p>Sign in</p>', 'a file of the type HTML'],
    ['\ufeff  <html>', 'a file of the type HTML'],
    ['<?xml version="1.0"?>\n<svg/>', 'a file of the type SVG'],
    ['GIF89a', 'a file of the type GIF'],
    ['{"a":1}', 'a file of the type JSON'],
    ['hello', 'a text file'],
    [png.subarray(0, 20), 'a damaged PNG image'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'an old or a password-protected Office document'],
    [Buffer.from([0, 1, 2, 3]), undefined],
    [Buffer.alloc(0), undefined],
  ];
  for (const [content, words] of looks) {
    it(`says ${words ?? 'nothing'} of ${JSON.stringify(content.toString('latin1').slice(0, 12))}`, () => {
      assert.equal(describeContent(Buffer.from(content)), words);
    });
  }
});
