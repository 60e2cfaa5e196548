import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { sendJson } from '../../support/httpServer';
import { holdQuietPort } from '../../support/quietPort';
import { rawResponse, startRawServer, type Respond } from '../../support/rawServer';
import { type AnyOutcome, KEY, outcomeOf, startService } from '../support/contract';
import { newPdf, setUserSetting, useEnvironments, writeFile } from '../support/extension';

const read = () => outcomeOf('sendRequest', { path: '/things', environment: 'sandbox', reveal: false });
const write = () =>
  outcomeOf('sendRequest', {
    method: 'POST',
    path: '/things',
    body: {},
    environment: 'sandbox',
    reveal: false,
  });

describe('an answer', () => {
  before(() => setUserSetting('requests.maxRetries', 0));
  after(() => setUserSetting('requests.maxRetries', undefined));

  async function answered(answer: (response: ServerResponse) => void, send = read): Promise<AnyOutcome> {
    await using _service = await startService((_request, response) => {
      answer(response);
    });
    return await send();
  }

  async function answeredRaw(respond: Respond, send = read): Promise<AnyOutcome> {
    await using server = await startRawServer(respond);
    await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    return await send();
  }

  it('that is an error body comes back with all its facts', async () => {
    const body = {
      success: false,
      code: 'invalid_request',
      message: 'The amount is missing.',
      data: [{ code: 'required', fieldName: 'amount', message: 'Needed' }],
    };
    const { error, requestId, exchangeId } = await answered((response) => {
      sendJson(response, 400, body, { 'x-request-id': 'id-400' });
    });
    assert.equal(error?.kind, 'api');
    assert.equal(error.status, 400);
    assert.equal(error.code, 'invalid_request');
    assert.deepEqual(error.fields, [{ fieldName: 'amount', code: 'required', message: 'Needed' }]);
    assert.equal(requestId, 'id-400');
    assert.ok(exchangeId);
  });

  it('keeps a code that nobody knows, and has no fields where there are none', async () => {
    const { error } = await answered((response) => {
      sendJson(response, 418, { success: false, code: 'teapot_empty', message: 'No', data: {} });
    });
    assert.equal(error?.kind, 'api');
    assert.equal(error.code, 'teapot_empty');
    assert.equal(error.status, 418);
    assert.ok(!('fields' in error));
  });

  it('with odd detail items is an error of the service all the same', async () => {
    for (const data of [null, [null], [1, 'x', { fieldName: 7 }], 'text', [{ fieldName: 'a' }], undefined]) {
      const { error } = await answered((response) => {
        sendJson(response, 400, { success: false, code: 'invalid_request', message: 'No', data });
      });
      assert.equal(error?.kind, 'api', JSON.stringify(data));
      assert.equal(error.code, 'invalid_request');
    }
  });

  it('with success false is an error even with 200', async () => {
    const { error } = await answered((response) => {
      sendJson(response, 200, { success: false, code: 'internal_error', message: 'Not really', data: {} });
    });
    assert.equal(error?.kind, 'api');
    assert.equal(error.status, 200);
    assert.equal(error.code, 'internal_error');
  });

  it('with an error status and no usable body is an http error', async () => {
    for (const [status, text] of [
      [502, '<html>Bad gateway</html>'],
      [404, ''],
      [500, '{"success":'],
      [503, '[]'],
      [400, 'null'],
      [401, '"no"'],
    ] as const) {
      const { error, requestId } = await answered((response) => {
        response.writeHead(status, { 'x-request-id': 'id-http', 'content-type': 'text/html' });
        response.end(text);
      });
      assert.equal(error?.kind, 'http', `${status} ${text}`);
      assert.equal(error.status, status);
      assert.equal(requestId, 'id-http');
    }
  });

  it('with 2xx that is not the envelope is a decode error', async () => {
    for (const text of [
      '',
      'null',
      '[]',
      '1',
      '"x"',
      '{',
      '<html>',
      '{"data":{}}',
      '{"success":"true"}',
      '{"success":1,"message":"x","data":{}}',
    ]) {
      const { error, ok } = await answered((response) => {
        response.writeHead(200, { 'x-request-id': 'id-dec', 'content-type': 'application/json' });
        response.end(text);
      });
      assert.ok(!ok, text);
      assert.equal(error?.kind, 'decode', text);
      assert.equal(error.status, 200);
    }
  });

  it('that redirects is not followed, and is an http error', async () => {
    await using elsewhere = await startRawServer((socket) => {
      socket.end(rawResponse(200, {}, '{}'));
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const { error } = await answered((response) => {
        response.writeHead(status, { location: `${elsewhere.url}/v1/x` }).end();
      });
      assert.equal(error?.kind, 'http');
      assert.equal(error.status, status);
    }
    assert.equal(elsewhere.connections, 0);
  });

  it('without a request id has none in the outcome', async () => {
    const outcome = await answered((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"success":true,"message":"m","data":{}}');
    });
    assert.ok(outcome.ok);
    assert.ok(!('requestId' in outcome));
  });

  it('that is not there is a network error to a read and an unknown outcome to a write', async () => {
    const reset: Respond = async (socket, request) => {
      await request.body();
      socket.resetAndDestroy();
    };
    assert.equal((await answeredRaw(reset)).error?.kind, 'network');
    assert.equal((await answeredRaw(reset, write)).error?.kind, 'unknown-outcome');
  });

  it('that is cut off after its head is no success', async () => {
    const cut: Respond = async (socket, request) => {
      await request.body();
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\nx-request-id: cut-1\r\n\r\n{"success":tr');
    };
    const { error, requestId } = await answeredRaw(cut);
    assert.ok(['network', 'decode'].includes(error?.kind ?? ''), error?.kind);
    assert.equal(requestId, 'cut-1');
    const written = await answeredRaw(cut, write);
    assert.equal(written.error?.kind, 'unknown-outcome');
  });

  it('that does not come in time is a timeout, with the body included in the time', async () => {
    await setUserSetting('requests.timeoutSeconds', 2);
    try {
      const silent: Respond = () => undefined;
      assert.equal((await answeredRaw(silent)).error?.kind, 'timeout');
      assert.equal((await answeredRaw(silent, write)).error?.kind, 'unknown-outcome');
      const trickle: Respond = (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\nx-request-id: slow-1\r\n\r\n');
        const timer = setInterval(() => socket.write(' '), 100);
        socket.on('close', () => {
          clearInterval(timer);
        });
      };
      const { error, requestId } = await answeredRaw(trickle);
      assert.equal(error?.kind, 'timeout');
      assert.equal(requestId, 'slow-1');
    } finally {
      await setUserSetting('requests.timeoutSeconds', undefined);
    }
  });

  it('of more than 10 MiB is refused, one of 10 MiB is not', async () => {
    const sized = (size: number) => (response: ServerResponse) => {
      const start = '{"success":true,"message":"m","data":{"x":"';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`${start}${'a'.repeat(size - start.length - 3)}"}}`);
    };
    const whole = await answered(sized(10 * 1024 * 1024));
    assert.ok(whole.ok, whole.error?.message);
    assert.equal((await answered(sized(10 * 1024 * 1024 + 1))).error?.kind, 'decode');
  });

  it('from nobody at all is a network error, also to a write: nothing was sent', async () => {
    await using quiet = await holdQuietPort();
    const apiUrl = `http://${quiet.host}`;
    await using _environments = await useEnvironments({ sandbox: { apiUrl } }, KEY);
    assert.equal((await read()).error?.kind, 'network');
    assert.equal((await write()).error?.kind, 'network');
    const uri = await writeFile('nobody.pdf', newPdf());
    const upload = await outcomeOf('uploadFiles', uri, undefined, {
      purpose: 'payment_evidence',
      duplicates: 'skip',
      environment: 'sandbox',
    });
    assert.equal(
      (upload.data as { status: string }[] | undefined)?.[0]?.status ?? upload.error?.kind,
      'failed',
    );
  });

  it('that is not TLS where TLS was asked for is a tls error', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const apiUrl = `https://127.0.0.1:${port}`;
    await using _environments = await useEnvironments({ sandbox: { apiUrl } }, KEY);
    try {
      assert.equal((await read()).error?.kind, 'tls');
    } finally {
      server.close();
    }
  });
});
