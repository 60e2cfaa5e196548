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
      { kind: 'bodyField', name: 'secret' },
      { kind: 'bodyField', name: '0' },
    ]);
  });

  it('names the body where the key was in a field name, or in text that is no JSON', () => {
    assert.deepEqual(partsOf('{"••••":1}', 'redacted'), [{ kind: 'body' }]);
    assert.deepEqual(partsOf('a=••••', 'redacted'), [{ kind: 'body' }]);
  });

  it('names something even where nothing can be seen', () => {
    assert.deepEqual(partsOf('{}', 'redacted'), [{ kind: 'body' }]);
    assert.deepEqual(hiddenParts(exchange({ identity, request: { headers: [], altered: 'redacted' } })), [
      { kind: 'address' },
    ]);
  });

  it('takes a body with the characters of a mask as sent where nothing was taken out', () => {
    assert.deepEqual(partsOf('{"a":"••••","url":"https://shop.example/hook?…"}'), []);
  });

  it('looks for masks and hidden links in files of others', () => {
    assert.deepEqual(partsOf('{"a":"••••"}', undefined, {}), [{ kind: 'bodyField', name: 'a' }]);
    assert.deepEqual(partsOf('{"url":"https://shop.example/hook?…"}', undefined, {}), [
      { kind: 'bodyField', name: 'url' },
    ]);
  });
});
