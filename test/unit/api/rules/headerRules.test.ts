import assert from 'node:assert/strict';
import { checkHeaders, headerFault } from '../../../../src/api/rules/headerRules';
import { keyFault } from '../../../../src/api/rules/keyRules';

describe('A header that a caller adds', () => {
  const cases: [name: string, value: string, fault: ReturnType<typeof headerFault>][] = [
    ['x-any', ' \tvisible Latin-1: é\u00ff~', undefined],
    ["!#$%&'*+.^_`|~-09aZ", '', undefined],
    ['n'.repeat(200), 'v'.repeat(8000), undefined],
    ['n'.repeat(201), '', 'bad-header-name'],
    ['x', 'v'.repeat(8001), 'bad-header-value'],
    ['', '', 'bad-header-name'],
    ['x:', '', 'bad-header-name'],
    ['x', 'a\r\nb', 'bad-header-value'],
    ['x', '\u007f', 'bad-header-value'],
    ['x', '\u0100', 'bad-header-value'],
  ];
  for (const [name, value, fault] of cases) {
    it(`${fault ?? 'is sent'}: ${JSON.stringify(name.slice(0, 30))}, ${JSON.stringify(value.slice(0, 30))}`, () =>
      assert.equal(headerFault(name, value), fault));
  }

  it('is not one that is made while sending, nor one of the connection, in any letter case', () => {
    for (const name of ['authorization', 'Host', 'CONTENT-LENGTH'])
      assert.equal(headerFault(name, 'x'), 'own-header', name);
    const refused =
      'connection keep-alive transfer-encoding te trailer upgrade expect proxy-authorization http2-settings';
    for (const name of refused.split(' ')) {
      assert.equal(headerFault(name, 'x'), 'refused-header', name);
      assert.equal(headerFault(name.toUpperCase(), 'x'), 'refused-header', name);
      assert.equal(headerFault(`x${name}`, 'x'), undefined, name);
    }
    assert.equal(headerFault('tea', 'x'), undefined);
  });

  it('is named where it is refused, and nothing of it can change the message', () => {
    for (const [name, shown] of [
      ['a\u202e\n"b', 'a??"b'],
      ['n'.repeat(201), 'n'.repeat(100)],
    ] as const) {
      const message = `"${shown}" is not the name of a header. Nothing was sent.`;
      assert.throws(() => checkHeaders(Object.entries({ ok: '1', [name]: '2' })), { message });
    }
  });
});

describe('A key', () => {
  const cases: [string, ReturnType<typeof keyFault>][] = [
    [' key ', undefined],
    ['k'.repeat(4096), undefined],
    ['k'.repeat(4097), 'too-long'],
    [' \t', 'missing'],
    ['a\nb', 'characters'],
    ['~ !', undefined],
    ['ApiKey abc', 'prefix'],
    ['bearer abc', 'prefix'],
    ['Authorization : x', 'prefix'],
    ['Authorization: x', 'prefix'],
    ['apikeyabc', undefined],
    ['x-apikey abc', undefined],
  ];
  for (const [text, fault] of cases) {
    it(`${fault ?? 'can be used'}: ${JSON.stringify(text.slice(0, 20))}, ${text.length} characters`, () =>
      assert.equal(keyFault(text), fault));
  }
});
