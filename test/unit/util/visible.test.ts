import assert from 'node:assert/strict';
import fc from 'fast-check';
import { visible, visibleLines } from '../../../src/util/visible';
import { anyText } from '../../support/properties';

describe('text fit to be read', () => {
  it('shows what would disguise it', () => {
    assert.equal(visible('invoice\u202Efdp.exe'), 'invoice[U+202E]fdp.exe');
    assert.equal(visible('a\u0000b\u001b[31mc\r\n'), 'a[U+0000]b[U+001B][31mc[U+000D][U+000A]');
    assert.equal(visible('zero\u200bwidth\ufeff'), 'zero[U+200B]width[U+FEFF]');
    assert.equal(visible('half\ud800'), 'half[U+D800]');
  });

  it('leaves alone what people write', () => {
    const names = ['Rechnung Müller & Söhne.pdf', 'حساب.pdf', '領収書.png'];
    for (const text of [...names, '👨‍👩‍👧 🧾', 'نامه\u200cای', '<b>&amp;']) assert.equal(visible(text), text);
  });

  it('keeps line breaks and tabs where there are lines', () =>
    assert.equal(visibleLines('{\n\t"a": "\u202e"\r}'), '{\n\t"a": "[U+202E]"[U+000D]}'));

  it('never leaves a control or an override, whatever came', () => {
    fc.assert(
      fc.property(anyText(), (text) =>
        assert.doesNotMatch(visible(text), /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u),
      ),
    );
  });
});
