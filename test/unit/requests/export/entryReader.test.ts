import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import { inPieces } from '../../../../src/requests/export/entryReader';
import { listHar, readHarExchange } from '../../../../src/requests/export/harFile';
import { harText } from '../../../../src/requests/export/har';
import { answered, exchange, harOf, readHar, started } from '../exchanges';

const TRICKY = '{\n"]text":"\\\\\\"]}[{ \\u007d é漢😀","entries":[{"a":[1]}]}';
const retried = exchange({
  id: 'ex_2',
  attempts: [answered(503, '{}'), answered(200, TRICKY, { startedAt: started + 500 })],
});
const all = [exchange({ id: 'ex_1' }), retried, exchange({ id: 'ex_3', status: 404 })];

const facts = ({ id, method, path, status }: Pick<Exchange, 'id' | 'method' | 'path' | 'status'>) => [
  ...[id, method, path, status],
];

/** The archive as bytes, in chunks of that size. */
async function* chunks(text: AsyncIterable<string> | string, size: number): AsyncIterable<Uint8Array> {
  const parts: string[] = [];
  if (typeof text === 'string') parts.push(text);
  else for await (const part of text) parts.push(part);
  const bytes = Buffer.from(parts.join(''));
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('an archive in pieces', () => {
  it('is never held whole while it is written', async () => {
    const parts: string[] = [];
    for await (const part of harText(all, '1.0.0')) parts.push(part);
    const longest = Math.max(...parts.map(({ length }) => length));
    assert.ok(longest < parts.join('').length / 2);
    assert.deepEqual(await readHar(await harOf()), { entries: [], skipped: 0 });
  });

  it('is read entry by entry, however the chunks fall', async () => {
    const whole = await readHar(await harOf(...all));
    assert.deepEqual([whole.entries.length, whole.entries[1]?.attempts.length], [3, 2]);
    for (const size of [1, 2, 7, 64, 1_000_000]) {
      const listed = await listHar(chunks(harText(all, '1.0.0'), size));
      assert.deepEqual(listed.rows.map(facts), whole.entries.map(facts));
      const row = listed.rows[1] ?? assert.fail('There are three.');
      const read = await readHarExchange(chunks(harText(all, '1.0.0'), size), row);
      assert.deepEqual(read, whole.entries[1]);
      assert.equal(read?.attempts[1]?.response?.body, TRICKY);
    }
  });

  it('is read only as far as the entries that are asked for, and not where they are others meanwhile', async () => {
    const { rows } = await listHar(chunks(harText(all, '1.0.0'), 100));
    const row = rows[0] ?? assert.fail('There are three.');
    let given = 0;
    async function* counted() {
      for await (const chunk of chunks(harText(all, '1.0.0'), 100)) {
        given += chunk.length;
        yield chunk;
      }
    }
    assert.equal((await readHarExchange(counted(), row))?.id, 'ex_1');
    assert.ok(given < (await harOf(...all)).length / 2, String(given));
    assert.equal(await readHarExchange(chunks(await harOf(retried), 100), row), undefined);
  });

  it('leaves time between its pieces where it comes whole', async () => {
    const archive = Buffer.from((await harOf(...all)).padStart(2_500_000));
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    const { rows } = await listHar(inPieces(archive));
    clearImmediate(turn);
    assert.equal(rows.length, 3);
    assert.ok(turns >= 2, String(turns));
  });

  it('may be a browser’s: its fields in any order, its entries without ids', async () => {
    const entry = (url: string) =>
      `{ "startedDateTime": "2026-01-01T00:00:00Z", "time": 1,
         "request": { "method": "GET", "url": "${url}", "headers": [{ "name": "Cookie", "value": "s=1" }] },
         "response": { "status": 200, "content": { "text": "[]" } } }`;
    const text = `{ "log": { "comment": "entries", "pages": [{ "id": "p" }],
      "version": "1.2", "entries" : [ ${entry('https://a/1')}, 7, {"no": "entry"}, ${entry('https://a/2')} ] } }`;
    const listed = await listHar(chunks(text, 10));
    assert.deepEqual([listed.rows.length, listed.rows[0]?.path, listed.rows[1]?.path], [2, '/1', '/2']);
    assert.equal(listed.skipped, 1);
    const row = listed.rows[1] ?? assert.fail('There are two.');
    const second = await readHarExchange(chunks(text, 10), row);
    assert.equal(second?.url, 'https://a/2');
    assert.deepEqual(second.request.headers, [['Cookie', '••••']]);
  });
});
