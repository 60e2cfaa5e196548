import assert from 'node:assert/strict';
import { createUndiciTransport } from '../../../../src/api';
import { bodyExtension, bodyOf, isBodyAsSent, isShownAsJson } from '../../../../src/requests/exchange/answer';
import { withoutKeys } from '../../../../src/requests/exchange/laterKeys';
import type { Services } from '../../../../src/services/services';
import { TEST_KEY, makeClient } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';
import { answered, exchange } from '../exchanges';

describe('the body of an answer', () => {
  it('is kept as it was sent, or known to be another one', async () => {
    const json = '{"success":true,"message":"é","data":{}}';
    const bodies: readonly [bytes: Buffer, type: string, isAsSent: boolean][] = [
      [Buffer.from(json), 'application/json', true],
      [Buffer.from(` ${json}\r\n`), 'application/json', true],
      [Buffer.from(json, 'latin1'), 'application/json; charset=iso-8859-1', false],
      [Buffer.from(json, 'latin1'), 'application/json', false],
      [Buffer.from(`\ufeff${json}`), 'application/json', false],
      [Buffer.from(json.replace('é', TEST_KEY)), 'application/json', false],
    ];
    await using server = await startHttpServer((request, response) => {
      const [bytes, type] = bodies[Number(request.path.split('/').at(-1))] ?? assert.fail();
      response.writeHead(200, { 'content-type': type }).end(bytes);
    });
    await using test = makeClient(server.url, createUndiciTransport());
    for (const [n, [bytes, type, isAsSent]] of bodies.entries()) {
      await test.client.request({ method: 'GET', path: `/${n}` }).catch(() => undefined);
      const exchange = test.exchanges[n] ?? assert.fail();
      assert.equal(isBodyAsSent(exchange), isAsSent, `${n} ${type}`);
      if (isAsSent) assert.deepEqual(Buffer.from(bodyOf(exchange) ?? ''), bytes);
    }
  });

  it('is named by what it is, or else by its type', () => {
    const found = (body: string | undefined, type = 'text/plain') => {
      const attempt = answered(200, body);
      assert.ok(attempt.response);
      const response = { ...attempt.response, headers: [['content-type', type]] as const };
      const each = exchange({
        attempts: [
          { ...attempt, response },
          { startedAt: 1, durationMs: 1, waitedMs: 0 },
        ],
      });
      return [bodyExtension(each), isShownAsJson(each)];
    };
    assert.deepEqual(found('{}', 'text/html'), ['.json', true]);
    for (const [body, type, extension] of [
      ['x', 'text/html', '.html'],
      ['\n  <!DOCTYPE HTML>', undefined, '.html'],
      ['<html>', undefined, '.html'],
      ['a <html>', undefined, '.txt'],
      ['x', 'application/xml', '.xml'],
      ['\n  <?xml?>', undefined, '.xml'],
      ['a <?xml?>', undefined, '.txt'],
      ['x', 'text/csv', '.csv'],
    ] as const)
      assert.deepEqual(found(body, type), [extension, false]);
    assert.deepEqual(
      [found(''), found(undefined, 'text/csv')],
      [
        ['.txt', true],
        ['.csv', true],
      ],
    );
    const none = exchange({ attempts: [] });
    assert.deepEqual([bodyExtension(none), isShownAsJson(none), isBodyAsSent(none)], ['.txt', true, false]);
  });
});

describe('an exchange that leaves the editor', () => {
  it('is without a key that was stored after it, and says so only where its request held it', async () => {
    const clean = await withoutKeys({
      every: () => Promise.resolve(['later-key']),
    } as unknown as Services['keys']);
    const at = 'https://api.example.com/';
    const answer = [answered(200, '{"key":"later-key"}')];
    const headers = [['X-Key', 'later-key']] as const;
    const all = [
      exchange({ attempts: answer }),
      exchange({ url: `${at}later-key` }),
      exchange({ request: { headers } }),
    ];
    for (const [index, each] of all.entries()) {
      const cleaned = clean(each);
      assert.doesNotMatch(JSON.stringify(cleaned), /later-key/);
      assert.equal(cleaned.id, 'ex_1');
      assert.equal(cleaned.request.altered, index === 0 ? undefined : 'redacted');
      assert.equal(cleaned.request.headers.length, 1);
    }
  });
});
