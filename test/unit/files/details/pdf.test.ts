import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pdfProblem } from '../../../../src/files/details/webview/pdf/problem';
import { pageScale } from '../../../../src/files/details/webview/pdf/size';

describe('the size of a PDF page', () => {
  it('fills the column, in device pixels, and is bounded on a long page and a dense screen', () => {
    for (const [width, height, density, scale] of [
      [416, 500, 1, 2],
      [416, 500, 2, 4],
      [1664, 500, 1, 0.5],
      [100, 16_640, 1, 0.1],
      [832, 1000, 99, 3],
      [832, 1000, 0, 1],
    ] as const)
      assert.equal(pageScale(width, height, density), scale);
  });

  it('is none for what is no page', () => {
    for (const side of [0, -1, Number.NaN, Infinity]) {
      assert.equal(pageScale(side, 100, 1), undefined);
      assert.equal(pageScale(100, side, 1), undefined);
    }
  });

  it('never makes a picture that is larger than the box', () => {
    const side = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    const density = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(side, side, density, (width, height, any) => {
        const scale = pageScale(width, height, any) ?? 0;
        assert.ok(scale > 0 && width * scale <= 3 * 832 + 1e-6 && height * scale <= 3 * 1664 + 1e-6);
      }),
    );
  });
});

describe('the problem with a PDF', () => {
  const named = (name: string): Error => Object.assign(new Error('what the viewer says'), { name });

  it('is recognized by the name of the error of the viewer', () => {
    assert.equal(pdfProblem(named('PasswordException')), 'locked');
    for (const name of ['InvalidPDFException', 'FormatError', 'UnknownErrorException'])
      assert.equal(pdfProblem(named(name)), 'damaged');
    const others = [new Error('x'), undefined, 'InvalidPDFException', { name: 'PasswordException' }];
    for (const error of [...others, new DOMException('', 'TimeoutError')])
      assert.equal(pdfProblem(error), 'failed', 'the preview itself');
  });
});
