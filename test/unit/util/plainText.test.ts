import assert from 'node:assert/strict';
import fc from 'fast-check';
import { literal } from '../../../src/util/plainText';

/** What the editor reads as an icon or a link, anywhere in a text. */
const ICON = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/i;
const LINK = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;

describe('Text that is to be shown as it is', () => {
  const hostile = fc
    .array(fc.constantFrom('$', '(', 'bug', ')', '[', 'x', ']', 'command:a', '\\', '$(bug)', '](', ' '))
    .map((parts) => parts.join(''));

  it('holds no icon and no link, whatever it is made of', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.doesNotMatch(literal(text), ICON);
        assert.doesNotMatch(literal(text), LINK);
      }),
    );
  });

  it('is the same text to a reader, and stays so when it is done twice', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.equal(literal(text).replaceAll('\u2060', ''), text);
        assert.equal(literal(literal(text)), literal(text));
      }),
    );
  });
});
