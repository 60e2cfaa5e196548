import assert from 'node:assert/strict';
import type { ExchangeRequest } from '../../../../src/api/model/exchange';
import { hiddenParts } from '../../../../src/requests/exchange/hiddenParts';
import { exchange, jsonRequest, uploadRequest } from '../exchanges';

const identity = 'https://api.example.com https://files.example.com';

const fields = '{"note":"hi","hook":{"secret":"a••••b"},"list":["••••"]}';
const link = '{"url":"https://shop.example/hook?…"}';

describe('the parts of a request that were not kept as they were sent', () => {
  type Altered = ExchangeRequest['altered'] | 'of others';
  const cases: [what: string, text: string, altered: Altered, ...parts: string[]][] = [
    ['each field of the body with a key', fields, 'redacted', 'field "secret"', 'field "0"'],
    ['a body with a key in the name of a field', '{"••••":1}', 'redacted', 'body'],
    ['a body that is no JSON', 'a=••••', 'redacted', 'body'],
    ['a body that is one text', '"••••"', 'redacted', 'body'],
    ['a body in which nothing can be seen', '{}', 'redacted', 'body'],
    ['a mask in a file of others', '{"a":"••••"}', 'of others', 'field "a"'],
    ['a mask in the name of a field in a file of others', '{"••••":1}', 'of others', 'body'],
    ['a hidden link in a file of others', link, 'of others', 'field "url"'],
    ['a hidden link before other text', '{"a":"https://a?… b"}', 'of others', 'field "a"'],
    ['no query of dots', '{"a":"https://a?…b"}', 'of others'],
    ['no mask where nothing was taken out', '{"a":"••••"}', undefined],
    ['no link where nothing was taken out', link, undefined],
  ];
  for (const [what, text, altered, ...parts] of cases)
    it(`name ${what}`, () => {
      const isOurs = altered !== 'of others';
      const request = { ...jsonRequest(text), ...(isOurs && altered !== undefined && { altered }) };
      const found = hiddenParts(exchange({ request, ...(isOurs && { identity }) }));
      const words = parts.map((part) => (part === 'body' ? 'the body' : `the ${part} of the body`));
      assert.deepEqual(found, words);
    });

  it('name the address where there is nothing else', () => {
    const request = { headers: [], altered: 'redacted' } as const;
    assert.deepEqual(hiddenParts(exchange({ identity, request })), ['the address']);
  });

  it('name the address of content whose link had a query', () => {
    const partsOf = (url: string) => hiddenParts(exchange({ identity, operation: 'content', url }));
    const content = 'https://files.example.com/v1/files/f/content';
    assert.deepEqual([partsOf(`${content}?…`), partsOf(content)], [['the address'], []]);
  });

  it('name the address and the fields of a form with a key in them', () => {
    const upload = uploadRequest('a.pdf');
    assert.ok(upload.body?.kind === 'multipart');
    const body = { ...upload.body, fields: { purpose: 'other', note: '••••' } };
    const request = { ...upload, body, altered: 'redacted' } as const;
    const found = hiddenParts(
      exchange({ url: 'https://a/?key=%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2', request }),
    );
    assert.deepEqual(found, ['the address', 'the field note']);
  });

  it('name up to five fields, and no link where a key was taken out', () => {
    const of = (text: string) =>
      hiddenParts(exchange({ request: { ...jsonRequest(text), altered: 'redacted' } }));
    const body = (fields: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: fields }, (_, n) => [`f${n}`, '••••'])));
    assert.deepEqual([of(body(5)).length, of(body(6)), of(link)], [5, ['the body'], ['the body']]);
  });
});
