import assert from 'node:assert/strict';
import type { ExchangeRequest } from '../../../../src/api/model/exchange';
import { hiddenParts } from '../../../../src/requests/exchange/hiddenParts';
import { exchange, jsonRequest } from '../exchanges';

const identity = 'https://api.example.com https://files.example.com';

function partsOf(
  text: string,
  altered?: ExchangeRequest['altered'],
  more: { identity?: string } = { identity },
) {
  const request = { ...jsonRequest(text), ...(altered === undefined ? {} : { altered }) };
  return hiddenParts(exchange({ ...more, request }));
}

describe('the parts of a request that were not kept as they were sent', () => {
  it('names the fields of a body that a key was taken out of', () => {
    const text = '{"note":"hi","hook":{"secret":"a••••b"},"list":["••••"]}';
    assert.deepEqual(partsOf(text, 'redacted'), [
      'the field "secret" of the body',
      'the field "0" of the body',
    ]);
  });

  it('names the body where the key was in a field name, or in text that is no JSON', () => {
    assert.deepEqual(partsOf('{"••••":1}', 'redacted'), ['the body']);
    assert.deepEqual(partsOf('a=••••', 'redacted'), ['the body']);
  });

  it('names something even where nothing can be seen', () => {
    assert.deepEqual(partsOf('{}', 'redacted'), ['the body']);
    assert.deepEqual(hiddenParts(exchange({ identity, request: { headers: [], altered: 'redacted' } })), [
      'the address',
    ]);
  });

  it('takes a body with the characters of a mask as sent where nothing was taken out', () => {
    assert.deepEqual(partsOf('{"a":"••••","url":"https://shop.example/hook?…"}'), []);
  });

  it('looks for masks and hidden links in files of others', () => {
    assert.deepEqual(partsOf('{"a":"••••"}', undefined, {}), ['the field "a" of the body']);
    assert.deepEqual(partsOf('{"url":"https://shop.example/hook?…"}', undefined, {}), [
      'the field "url" of the body',
    ]);
  });
});
