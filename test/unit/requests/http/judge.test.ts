import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHttpFile } from '../../../../src/requests/http/format/parse/parse';
import { makeClient, ok, TRANSPORTS } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import { built } from './support';

/** What httpyac's command line sent for `judge.http`, as a server recorded it. */
interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const folder = join(__dirname, '../../../../test/unit/requests/http/judge');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the same file, sent by httpyac and by the extension', () => {
  it('makes the same requests on the wire', async () => {
    const recorded = JSON.parse(read('judge.json')) as Recorded[];
    const text = read('judge.http');
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, ok({}));
    });
    const [{ make } = assert.fail()] = TRANSPORTS;
    await using test = makeClient(server.url, make());
    const hosts = { apiUrl: `${server.url}/v1`, filesUrl: server.url };
    const files = { './judge.txt': read('judge.txt') };
    const { length } = parseHttpFile(text).requests;
    for (let index = 0; index < length; index++) {
      const request = await built(text, { index, hosts, files });
      const { path, query, service } = request.target;
      await test.client.send({ ...request, service, path: path + query });
    }
    assert.equal(server.seen.length, recorded.length);
    for (const [index, { method, path, headers, body }] of recorded.entries()) {
      const seen = server.seen[index];
      assert.deepEqual([seen?.method, seen?.path, seen?.body.toString()], [method, path, body]);
      for (const [name, value] of Object.entries(headers)) assert.equal(seen?.headers[name], value, name);
    }
  });
});
