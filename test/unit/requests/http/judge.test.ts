import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { THIS_MOMENT } from '../../../../src/httpFiles/format/dynamic';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { makeClient, TRANSPORTS } from '../../../support/apiClient';
import { answering, startHttpServer } from '../../../support/httpServer';
import { ANSWER, ANSWER_HEADERS, PROMPTED } from './judge/values.mts';
import { built } from '../../httpFiles/format/support';

/** What httpyac's command line sent for `judge.http`, as judge/httpyac.mts recorded it. */
interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const folder = join(__dirname, '../../../../test/unit/requests/http/judge');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/**
 * Values of the moment are another each time; their forms are to be the same. `$timestamp` is in seconds here, as in
 * REST Client and JetBrains; httpyac has it in milliseconds.
 */
function withoutMoment(sent: string): string {
  return sent
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<guid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<iso8601>')
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, '<rfc1123>')
    .replace(/\btime=\d{10}(?:\d{3})?\b/, 'time=<timestamp>')
    .replace(/\bnumber=[5-9]$/, 'number=<5 to 9>');
}

describe('the same file, sent by httpyac and by the extension', () => {
  it('makes the same requests on the wire', async () => {
    const recorded = JSON.parse(read('judge.json')) as Recorded[];
    const text = read('judge.http');
    await using server = await startHttpServer(answering(200, ANSWER, ANSWER_HEADERS));
    const [{ make } = assert.fail()] = TRANSPORTS;
    await using test = makeClient(server.url, make());
    const hosts = { apiUrl: `${server.url}/v1`, filesUrl: server.url };
    const files = { './judge.txt': read('judge.txt') };
    const answers = { created: { body: ANSWER, headers: Object.entries(ANSWER_HEADERS) } };
    const values = { hosts, files, answers, prompted: PROMPTED, moment: THIS_MOMENT };
    const { length } = parseHttpFile(text).requests;
    for (let index = 0; index < length; index++) {
      const request = await built(text, { ...values, index });
      const { path, query, service } = request.target;
      await test.client.request({ ...request, service, path: path + query });
    }
    assert.equal(server.seen.length, recorded.length);
    for (const [index, { method, path, headers, body }] of recorded.entries()) {
      const seen = server.seen[index];
      const sent = [seen?.method ?? '', seen?.path ?? '', seen?.body.toString() ?? ''];
      assert.deepEqual(sent.map(withoutMoment), [method, path, body].map(withoutMoment));
      for (const [name, value] of Object.entries(headers))
        assert.equal(withoutMoment(String(seen?.headers[name])), withoutMoment(value), name);
    }
  });
});
