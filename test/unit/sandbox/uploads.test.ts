import assert from 'node:assert/strict';
import { connect } from 'node:net';
import fc from 'fast-check';
import {
  call,
  cleanUp,
  docx,
  exchangeRaw,
  fetchRaw,
  fileDetails,
  jpeg,
  pdf,
  png,
  problems,
  start,
  upload,
  uploaded,
  uploadForm,
  zip,
} from './support';

const MIB = 1024 * 1024;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('Local Sandbox: uploads', () => {
  afterEach(cleanUp);

  it('takes each type for each purpose, and knows it by its content', async () => {
    const sandbox = await start();
    const documents = [
      [pdf(), 'application/pdf', '.pdf'],
      [png(), 'image/png', '.png'],
      [jpeg(), 'image/jpeg', '.jpg'],
      [docx(), DOCX, '.docx'],
    ] as const;
    for (const purpose of ['payment_evidence', 'business_entity_documents']) {
      for (const [content, mimeType, extension] of documents) {
        const { status, body } = await upload(sandbox, { name: 'any.bin', content, purpose });
        assert.equal(status, 201);
        assert.equal(body.success, true);
        const record = body.data as Record<string, string>;
        assert.deepEqual(Object.keys(record), ['id', 'purpose', 'mimeType', 'uploadedAt']);
        assert.equal(record['purpose'], purpose);
        assert.equal(record['mimeType'], mimeType);
        assert.match(String(record['id']), new RegExp(`^file_[0-9a-z]{26}\\${extension}$`));
        assert.match(String(record['uploadedAt']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
    }
  });

  it('gives the details and the very bytes back', async () => {
    const sandbox = await start();
    const content = pdf(123_456);
    const id = await uploaded(sandbox, { name: 'March.pdf', content });
    const details = await fileDetails(sandbox, id);
    assert.ok(details);
    assert.equal(details.id, id);
    assert.equal(details.name, 'March.pdf');
    assert.equal(details.mimeType, 'application/pdf');
    assert.equal(details.expiryDate, null);
    assert.ok(details.contentLink.url.startsWith(`${sandbox.filesUrl}/v1/files/${id}/content`));
    assert.ok(Date.parse(details.contentLink.expiryDate) > Date.now());
    const response = await fetch(details.contentLink.url); // without the key
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(response.headers.get('x-request-id'));
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), content);
  });

  it('serves content to a forged link never, and to the key', async () => {
    const sandbox = await start();
    const id = await uploaded(sandbox);
    const url = (await fileDetails(sandbox, id))?.contentLink.url ?? '';
    const later = new URL(url);
    later.searchParams.set('expires', String(Date.now() + 1e10));
    assert.equal((await fetch(later)).status, 403);
    assert.equal((await fetch(url.replace(/token=.*/, 'token='))).status, 403);
    assert.equal((await fetch(url.replace(/\?.*/, ''))).status, 401);
    assert.equal((await fetchRaw(sandbox, `/files/${id}/content`)).status, 200);
    const other = await uploaded(sandbox);
    assert.equal((await fetch(url.replace(id, other))).status, 403);
  });

  it('accepts exactly 5 MiB and refuses one byte more', async () => {
    const sandbox = await start();
    assert.equal((await upload(sandbox, { content: pdf(5 * MIB) })).status, 201);
    const answer = await upload(sandbox, { content: pdf(5 * MIB + 1) });
    assert.equal(answer.status, 400);
    assert.deepEqual(problems(answer), ['file: max_size']);
  });

  it('answers a body far too large, sent whole or in chunks', async () => {
    const sandbox = await start();
    const large = await upload(sandbox, { content: pdf(20 * MIB) });
    assert.deepEqual(problems(large), ['file: max_size']);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let mebibytes = 0; mebibytes < 8; mebibytes++) controller.enqueue(new Uint8Array(MIB));
        controller.close();
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const chunked = await call(sandbox, '/files/upload', { method: 'POST', headers, body, duplex: 'half' });
    assert.deepEqual(problems(chunked), ['file: max_size']);
  });

  it('takes a file that holds the text of the boundary, and gives the very bytes back', async () => {
    const sandbox = await start();
    const texts = [
      'b',
      '--b',
      'x--b\r\n',
      '\r\n-b\r\n',
      '\r\n--bb',
      '\r\n--b \tx',
      '\r\n',
      '--b--',
      '\n--b--',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...texts)),
        fc.constantFrom('', ' \t'),
        async (parts, padding) => {
          const content = Buffer.concat([pdf(), Buffer.from(parts.join('x'))]);
          const form = Buffer.concat([
            Buffer.from(
              `--b${padding}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\npayment_evidence\r\n`,
            ),
            Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
            content,
            Buffer.from(`\r\n--b--${padding}\r\n`),
          ]);
          const headers = { 'content-type': 'multipart/form-data; boundary=b' };
          const answer = await call(sandbox, '/files/upload', { method: 'POST', headers, body: form });
          assert.equal(answer.status, 201, JSON.stringify([parts, answer.body]));
          const details = await fileDetails(sandbox, (answer.body.data as { id: string }).id);
          const got = await fetch(details?.contentLink.url ?? '');
          assert.deepEqual(Buffer.from(await got.arrayBuffer()), content);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('answers and then hangs up on a body without end', async () => {
    const sandbox = await start();
    const request = [
      'POST /v1/files/upload HTTP/1.1',
      `Host: 127.0.0.1:${sandbox.port}`,
      `Authorization: ApiKey ${sandbox.apiKey}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${10 ** 12}`,
    ].join('\r\n');
    const socket = connect(sandbox.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined); // it hangs up in the middle of a write
    socket.write(`${request}\r\n\r\n`);
    const more = () => {
      while (socket.writable && socket.write(Buffer.alloc(MIB)));
    };
    socket.on('drain', more);
    more();
    await new Promise((resolve) => socket.once('close', resolve));
    // By itself, Node reads on for five seconds.
    assert.ok(socket.bytesWritten < 200 * MIB, `${socket.bytesWritten} bytes were taken`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"max_size"/);
  });

  it('names every field that is wrong', async () => {
    const sandbox = await start();
    const cases: [FormData, string[]][] = [
      [new FormData(), ['file: required', 'purpose: required']],
      [uploadForm({ purpose: 'taxes' }), ['purpose: one_of']],
      [uploadForm({ purpose: '' }), ['purpose: required']],
      [uploadForm({ content: new Uint8Array() }), ['file: not_empty']],
      [uploadForm({ name: '', content: new Uint8Array() }), ['file: required']],
      [
        uploadForm({ content: new TextEncoder().encode('hello'), purpose: 'x' }),
        ['file: file_type', 'purpose: one_of'],
      ],
      [uploadForm({ name: 'a.docx', content: zip({ 'a.txt': 'not a document' }) }), ['file: file_type']],
      [form(['file', 'text'], ['purpose', 'payment_evidence']), ['file: file']],
      [
        form(['purpose', 'payment_evidence'], ['purpose', 'payment_evidence']),
        ['file: required', 'purpose: one_of'],
      ],
    ];
    const twice = uploadForm();
    twice.append('file', new Blob([pdf()]), 'b.pdf');
    cases.push([twice, ['file: single']]);
    for (const [body, expected] of cases) {
      const answer = await call(sandbox, '/files/upload', { method: 'POST', body });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.success, false);
      assert.equal(answer.body.code, 'invalid_request');
      assert.deepEqual(problems(answer), expected);
    }
    assert.deepEqual(await listedNames(sandbox), []);
  });

  it('says nothing about fields that the interface does not name', async () => {
    const sandbox = await start();
    const body = uploadForm();
    body.append('note', 'for the tax adviser');
    body.append('__proto__', 'x');
    assert.equal((await call(sandbox, '/files/upload', { method: 'POST', body })).status, 201);
  });

  it('refuses bodies that are no form, and forms that are cut off', async () => {
    const sandbox = await start();
    const send = (contentType: string | undefined, body: string) =>
      call(sandbox, '/files/upload', {
        method: 'POST',
        body: new TextEncoder().encode(body),
        headers: contentType === undefined ? {} : { 'content-type': contentType },
      });
    const unchosen = '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--b--\r\n';
    assert.deepEqual(problems(await send('multipart/form-data; boundary=b', unchosen)), [
      'file: required',
      'purpose: required',
    ]);
    const part = '--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\npayment_evidence';
    assert.deepEqual(problems(await send(undefined, 'x')), ['Content-Type: content_type']);
    assert.deepEqual(problems(await send('application/json', '{}')), ['Content-Type: content_type']);
    assert.deepEqual(problems(await send('multipart/form-data', `${part}\r\n--b--`)), [
      'Content-Type: content_type',
    ]);
    assert.deepEqual(problems(await send('multipart/form-data; boundary=b', part)), ['body: multipart']);
    assert.deepEqual(problems(await send('multipart/form-data; boundary=b', '')), ['body: multipart']);
    assert.deepEqual(problems(await send('Multipart/Form-Data; Boundary="b"', `${part}\r\n--b--\r\n`)), [
      'file: required',
    ]);
  });

  it('stores nothing of an upload whose client went away', async () => {
    const sandbox = await start();
    const head = [
      'POST /v1/files/upload HTTP/1.1',
      'Host: localhost',
      `Authorization: ApiKey ${sandbox.apiKey}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 10000',
    ].join('\r\n');
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4';
    const answer = await exchangeRaw(sandbox.port, `${head}\r\n\r\n${part}`);
    assert.match(answer, /^(HTTP\/1\.1 400 .*)?$/ms);
    assert.deepEqual(await listedNames(sandbox), []);
    assert.equal((await upload(sandbox)).status, 201);
  });

  it('keeps names as they were sent, whatever they hold', async () => {
    const sandbox = await start();
    const odd = [
      'a "quoted" name.pdf',
      'back\\slash/and:colon.pdf',
      'فاتورة ‮fdp.exe',
      '🧾🇪🇺.pdf',
      'line\r\nbreak.pdf',
      `${'x'.repeat(200)}.pdf`,
      ' ; filename="b.pdf',
      "l'été; name=purpose.pdf",
    ];
    for (const name of odd) assert.equal(await nameAfterUpload(sandbox, name), name);
  });

  it('keeps any name at all', async () => {
    const sandbox = await start();
    // Browsers write a lone line feed or carriage return as both, and cannot escape a percent sign.
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => !/[\r\n]|%(0A|0D|22)/i.test(text));
    await fc.assert(
      fc.asyncProperty(name, async (text) => (await nameAfterUpload(sandbox, text)) === text.toWellFormed()),
      { numRuns: 150 },
    );
  });

  it('knows no file by an id that is none', async () => {
    const sandbox = await start();
    await uploaded(sandbox);
    for (const id of ['file_0.pdf', 'upload', '%2e%2e', 'a%2Fb', '%', '%00', '%F0%9F%A7%BE', '*', "'--"]) {
      const answer = await call(sandbox, `/files/${id}`);
      assert.equal(answer.status, 404, id);
      assert.equal(answer.body.success, false);
      assert.ok(answer.headers.get('x-request-id'));
      assert.equal((await call(sandbox, `/files/${id}/content`)).status, 404, id);
    }
  });
});

function form(...fields: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

type Sandbox = Awaited<ReturnType<typeof start>>;

async function nameAfterUpload(sandbox: Sandbox, name: string): Promise<string | undefined> {
  return (await fileDetails(sandbox, await uploaded(sandbox, { name })))?.name;
}

async function listedNames(sandbox: Sandbox): Promise<string[]> {
  const { body } = await call(sandbox, '/local-sandbox/files');
  return (body.data as { records: { name: string }[] }).records.map(({ name }) => name);
}
