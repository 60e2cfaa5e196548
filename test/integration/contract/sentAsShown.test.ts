import assert from 'node:assert/strict';
import { type HttpServer, answering, startHttpServer, type SeenRequest } from '../../support/httpServer';
import { errorOf, KEY, outcomeOf } from '../support/contract';
import { extension, newPdf, succeed, useEnvironments, writeFile } from '../support/extension';

const environment = 'as-shown';
const quiet = { environment, reveal: false };
const OTHER_KEY = 'another-key-8c31-QpLm-0017';
let number = 0;
const file = (text: string) => writeFile(`as-shown-${++number}.http`, text);

/** A page of a list that has a next one, whatever is asked for. */
const page = { records: [{ id: 1 }], paging: { totalCount: 2, nextPage: 'c 2' } };

/** Two hosts of one environment: for its API and for its files. */
async function serve() {
  const answer = answering(200, { success: true, message: 'Done', data: page });
  const [api, files] = [await startHttpServer(answer), await startHttpServer(answer)];
  const environments = await useEnvironments(
    {
      [environment]: { apiUrl: api.url, filesUrl: files.url, type: 'sandbox' },
      'another-one': { apiUrl: 'https://other.example', type: 'sandbox' },
    },
    KEY,
  );
  const { setApiKey } = await extension().activate();
  await setApiKey('another-one', OTHER_KEY);
  return {
    api,
    files,
    async [Symbol.asyncDispose]() {
      await environments[Symbol.asyncDispose]();
      await api.close();
      await files.close();
    },
  };
}

/** What came, without the headers that every request has. */
const came = ({ method, path, headers, body }: SeenRequest) => ({
  method,
  path,
  type: headers['content-type'],
  own: headers['x-signature'],
  body: body.toString(),
});

/** What a server got since it was last asked. */
const taken = ({ seen }: HttpServer): SeenRequest[] => (seen as SeenRequest[]).splice(0);

describe('what is sent', () => {
  let service: Awaited<ReturnType<typeof serve>>;

  before(async () => {
    service = await serve();
  });
  beforeEach(() => {
    for (const server of [service.api, service.files]) taken(server);
  });
  after(() => service[Symbol.asyncDispose]());

  it('goes to the API address where a description has it, also below /files', async () => {
    const paths = { '/files/recent': { get: { responses: { 200: {} } } } };
    const uri = await writeFile('recent.json', JSON.stringify({ openapi: '3.1.0', info: {}, paths }));
    const operation = { method: 'GET', path: '/files/recent' };
    await succeed('addApiDescription', uri);
    const { text } = (await succeed('newRequest', operation, quiet)).data;
    await succeed('sendFromFile', await file(text), quiet);
    await succeed('sendOperation', operation, quiet);
    await succeed('removeApiDescription', uri);
    assert.deepEqual(
      taken(service.api).map(({ path }) => path),
      ['/v1/files/recent', '/v1/files/recent'],
    );
    assert.deepEqual(taken(service.files), []);
  });

  it('is the same again, byte for byte, also on the host of the files', async () => {
    const body = '{ "b" : 1.0, "a" : "\\u00e9\\/", "b" : 2 }\n[not JSON';
    const head = "/v1/files/odd?x=a+b&it's\nX-Signature: one\nX-Signature: two\nContent-Type: text/plain";
    for (const base of ['{{filesUrl}}', '']) {
      const uri = await file(`PUT ${base}${head}\n\n${body}\n`);
      const first = await outcomeOf('sendFromFile', uri, quiet);
      const [seen, ...more] = taken(service.files);
      assert.ok(seen && first.ok);
      assert.equal(more.length, 0);
      assert.deepEqual(came(seen), {
        method: 'PUT',
        path: "/v1/files/odd?x=a+b&it's",
        type: 'text/plain',
        own: 'one, two',
        body,
      });
      const saved = await outcomeOf('saveRequest', first.exchangeId, {
        name: `as shown ${number}`,
        place: 'user',
      });
      const again = await outcomeOf('runSavedRequest', `as shown ${number}`, quiet);
      await outcomeOf('removeSavedRequest', `as shown ${number}`);
      assert.ok(saved.ok && again.ok, JSON.stringify([saved, again]));
      assert.deepEqual(taken(service.files).map(came), [came(seen)]);
    }
    const read = await outcomeOf(
      'sendFromFile',
      await file('GET {{filesUrl}}/v1/files/odd?a+b\nX-Signature: x\n'),
      quiet,
    );
    assert.ok((await outcomeOf('sendAgain', read.exchangeId, quiet)).ok);
    const [one, two] = taken(service.files).map(came);
    assert.deepEqual(one, two);
    // The same path on the API address stays there.
    const onApi = await outcomeOf('sendFromFile', await file('GET {{apiUrl}}/files/odd\n'), quiet);
    assert.ok((await outcomeOf('sendAgain', onApi.exchangeId, quiet)).ok);
    assert.equal(service.api.seen.filter(({ path }) => path === '/v1/files/odd').length, 2);
  });

  it('asks for other pages with the headers of the first, and only where that was a GET', async () => {
    const first = await outcomeOf('sendRequest', {
      path: '/list?q=a+b&page=c1',
      headers: { 'X-Signature': 'mine' },
      ...quiet,
    });
    assert.ok((await outcomeOf('nextPage', first.exchangeId, quiet)).ok);
    const { path, own } = came(service.api.seen.at(-1) ?? assert.fail());
    assert.deepEqual([path, own], ['/v1/list?q=a+b&page=c%202', 'mine']);
    const written = await outcomeOf('sendRequest', { method: 'POST', path: '/search', body: {}, ...quiet });
    const { length } = service.api.seen;
    for (const command of ['nextPage', 'collectAllPages']) {
      const options = { ...quiet, format: 'json' };
      const refused = await errorOf(command, written.exchangeId, options);
      assert.equal(refused.kind, 'preflight', command);
      assert.match(refused.message, /POST/);
    }
    assert.equal(service.api.seen.length, length);
  });

  it('is an upload whatever way its path is written, and goes no way around the rules of uploads', async () => {
    await writeFile('as-shown.pdf', newPdf());
    const form = [
      '--b',
      'Content-Disposition: form-data; name="purpose"',
      '',
      'payment_evidence',
      '--b',
      'Content-Disposition: form-data; name="file"; filename="a.pdf"',
      '',
      '%PDF-1.4 not checked',
      '--b--',
      '',
    ].join('\r\n');
    await writeFile('as-shown.bin', form);
    const type = 'Content-Type: multipart/form-data; boundary=b';
    // What other ways there are: test/unit/api/rules/plan.test.ts.
    for (const path of ['/v1/files/upload', '/v1/%66iles/%2575pload']) {
      for (const text of [
        `POST {{filesUrl}}${path}\n${type}\n\n< ./as-shown.bin\n`,
        `POST ${path}\nContent-Type: text/plain\n\n< ./as-shown.bin\n`,
        `POST ${path}\n${type}\n\n${form.replaceAll('\r\n', '\n')}\n`,
      ]) {
        assert.equal((await errorOf('sendFromFile', await file(text), quiet)).kind, 'preflight', text);
      }
    }
    assert.deepEqual([service.files.seen.length, service.api.seen.length], [0, 0]);
  });

  // Where else it may not be: test/unit/httpFiles/format/build.test.ts.
  it('holds no key of another environment', async () => {
    const uri = await file(`POST /v1/x\n\n{ "key": "${OTHER_KEY}" }\n`);
    assert.equal((await errorOf('sendFromFile', uri, quiet)).kind, 'preflight');
    assert.equal((await errorOf('copyAsCode', uri, { target: 'curl', ...quiet })).kind, 'preflight');
    assert.equal(service.api.seen.length, 0);
  });
});
