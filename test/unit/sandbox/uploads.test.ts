import assert from 'node:assert/strict';
import { connect } from 'node:net';
import fc from 'fast-check';
import type { LocalSandbox } from '../../../src/sandbox';
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
  upload,
  uploaded,
  uploadForm,
  inSandbox,
} from './support';
import { zip } from '../fileTypes/zips';

const MIB = 1024 * 1024;
const HELLO = new TextEncoder().encode('hello');
const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('Local Sandbox: uploads', () => {
  afterEach(cleanUp);

  inSandbox('takes each type for each purpose, and knows it by its content', async (sandbox) => {
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
        assert.deepEqual([record['purpose'], record['mimeType']], [purpose, mimeType]);
        assert.match(String(record['id']), new RegExp(`^file_[0-9a-z]{26}\\${extension}$`));
        assert.match(String(record['uploadedAt']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
    }
  });

  inSandbox('gives the details and the very bytes back', async (sandbox) => {
    const content = pdf(123_456);
    const id = await uploaded(sandbox, { name: 'March.pdf', content });
    const details = await fileDetails(sandbox, id);
    assert.ok(details);
    const { name, mimeType, expiryDate } = details;
    assert.deepEqual([details.id, name, mimeType, expiryDate], [id, 'March.pdf', 'application/pdf', null]);
    assert.ok(details.contentLink.url.startsWith(`${sandbox.filesUrl}/v1/files/${id}/content`));
    assert.ok(Date.parse(details.contentLink.expiryDate) > Date.now());
    const response = await fetch(details.contentLink.url); // without the key
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(response.headers.get('x-request-id'));
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), content);
  });

  inSandbox('serves content to a forged link never, and to the key', async (sandbox) => {
    const id = await uploaded(sandbox);
    const url = (await fileDetails(sandbox, id))?.contentLink.url ?? '';
    const later = new URL(url);
    later.searchParams.set('expires', String(Date.now() + 1e10));
    assert.equal((await fetch(later)).status, 403);
    const forged = await fetch(url.replace(/token=.*/, 'token='));
    assert.equal(forged.status, 403);
    assert.match(await forged.text(), /is not one of this sandbox/);
    assert.equal((await fetch(url.replace(/\?.*/, ''))).status, 401);
    assert.equal((await fetchRaw(sandbox, `/files/${id}/content`)).status, 200);
    const other = await uploaded(sandbox);
    assert.equal((await fetch(url.replace(id, other))).status, 403);
  });

  inSandbox('accepts exactly 5 MiB and refuses one byte more', async (sandbox) => {
    assert.equal((await uploadWhole(sandbox, pdf(5 * MIB))).status, 201);
    const answer = await uploadWhole(sandbox, pdf(5 * MIB + 1));
    assert.equal(answer.status, 400);
    assert.deepEqual(problems(answer), ['file: max_size']);
  });

  inSandbox('answers a body far too large, sent whole or in chunks', async (sandbox) => {
    const large = await uploadWhole(sandbox, pdf(20 * MIB));
    assert.deepEqual(problems(large), ['file: max_size']);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let mebibytes = 0; mebibytes < 8; mebibytes++) controller.enqueue(new Uint8Array(MIB));
        controller.close();
      },
    });
    const request = { method: 'POST', headers: FORM, body, duplex: 'half' } as const;
    const chunked = await call(sandbox, '/files/upload', request);
    assert.deepEqual(problems(chunked), ['file: max_size']);
  });

  inSandbox('answers and then hangs up on a body without end', async (sandbox) => {
    const socket = connect(sandbox.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined); // it hangs up in the middle of a write
    socket.write(uploadHead(sandbox, 10 ** 12));
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

  inSandbox('names every field that is wrong', async (sandbox) => {
    const purpose: [string, string] = ['purpose', 'payment_evidence'];
    const archive = new Uint8Array(zip([{ name: 'a.txt', content: 'not a document' }]));
    const cases: [FormData, string[]][] = [
      [new FormData(), ['file: required', 'purpose: required']],
      [uploadForm({ purpose: 'taxes' }), ['purpose: one_of']],
      [uploadForm({ purpose: '' }), ['purpose: required']],
      [uploadForm({ content: new Uint8Array() }), ['file: not_empty']],
      [uploadForm({ name: '', content: new Uint8Array() }), ['file: required']],
      [uploadForm({ content: HELLO, purpose: 'x' }), ['file: file_type', 'purpose: one_of']],
      [uploadForm({ name: 'a.docx', content: archive }), ['file: file_type']],
      [form(['file', 'text'], purpose), ['file: file']],
      [form(purpose, purpose), ['file: required', 'purpose: one_of']],
    ];
    const twice = uploadForm();
    twice.append('file', new Blob([pdf()]), 'b.pdf');
    cases.push([twice, ['file: single']]);
    for (const [body, expected] of cases) {
      const answer = await call(sandbox, '/files/upload', { method: 'POST', body });
      const { success, code } = answer.body;
      assert.deepEqual([answer.status, success, code], [400, false, 'invalid_request']);
      assert.deepEqual(problems(answer), expected);
    }
    const [file, one] = ['png, jpeg, pdf, docx', 'payment_evidence, business_entity_documents'];
    const { body } = await upload(sandbox, { content: HELLO, purpose: 'x' });
    assert.equal(body.message, `file must be one of ${file}. purpose must be one of ${one}.`);
    assert.deepEqual(await listedNames(sandbox), []);
  });

  inSandbox('says nothing about fields that the interface does not name', async (sandbox) => {
    const body = uploadForm();
    body.append('note', 'for the tax adviser');
    body.append('__proto__', 'x');
    assert.equal((await call(sandbox, '/files/upload', { method: 'POST', body })).status, 201);
  });

  inSandbox('refuses bodies that are no form, and forms that are cut off', async (sandbox) => {
    const send = async (contentType: string | undefined, text: string) => {
      const headers = contentType === undefined ? undefined : { 'content-type': contentType };
      const body = new TextEncoder().encode(text);
      return problems(
        await call(sandbox, '/files/upload', { method: 'POST', body, ...(headers && { headers }) }),
      ).join();
    };
    const unchosen = '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--b--\r\n';
    const part = '--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\npayment_evidence';
    const multipart = 'multipart/form-data; boundary=b';
    assert.equal(await send(multipart, unchosen), 'file: required,purpose: required');
    const unnamed = unchosen.replace(/(?<=\r\n\r\n)/, '%PDF-1.4');
    assert.equal(await send(multipart, unnamed), 'purpose: required');
    assert.equal(await send(undefined, 'x'), 'Content-Type: content_type');
    assert.equal(await send('application/json', '{}'), 'Content-Type: content_type');
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=""'])
      assert.equal(await send(type, `${part}\r\n--b--`), 'Content-Type: content_type');
    assert.equal(await send(multipart, part), 'body: multipart');
    assert.equal(await send(multipart, ''), 'body: multipart');
    assert.equal(await send('Multipart/Form-Data; Boundary="b"', `${part}\r\n--b--\r\n`), 'file: required');
  });

  inSandbox('stores nothing of an upload whose client went away', async (sandbox) => {
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4';
    const answer = await exchangeRaw(sandbox.port, uploadHead(sandbox, 10_000) + part);
    assert.match(answer, /^(HTTP\/1\.1 400 .*)?$/ms);
    assert.deepEqual(await listedNames(sandbox), []);
    assert.equal((await upload(sandbox)).status, 201);
  });

  inSandbox('keeps names as they were sent, whatever they hold', async (sandbox) => {
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
    // Browsers write a lone line feed or carriage return as both, and cannot escape a percent sign.
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => !/[\r\n]|%(0A|0D|22)/i.test(text));
    await fc.assert(
      fc.asyncProperty(name, async (text) => (await nameAfterUpload(sandbox, text)) === text.toWellFormed()),
      { numRuns: 50, examples: odd.map((each): [string] => [each]) },
    );
  });

  inSandbox('knows no file by an id that is none', async (sandbox) => {
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

/** Uploads a form in one piece, which is cheaper than one of a browser. */
function uploadWhole(sandbox: LocalSandbox, content: Uint8Array) {
  const part = '--b\r\nContent-Disposition: form-data; name=';
  const purpose = Buffer.from(`${part}"purpose"\r\n\r\npayment_evidence\r\n`);
  const head = Buffer.from(`${part}"file"; filename="a.pdf"\r\n\r\n`);
  const body = Buffer.concat([purpose, head, content, Buffer.from('\r\n--b--\r\n')]);
  return call(sandbox, '/files/upload', { method: 'POST', headers: FORM, body });
}

/** The head of an upload in the form FORM. */
const uploadHead = ({ apiKey }: LocalSandbox, length: number) =>
  `POST /v1/files/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ApiKey ${apiKey}\r\n` +
  `Content-Type: ${FORM['content-type']}\r\nContent-Length: ${length}\r\n\r\n`;

async function nameAfterUpload(sandbox: LocalSandbox, name: string): Promise<string | undefined> {
  return (await fileDetails(sandbox, await uploaded(sandbox, { name })))?.name;
}

async function listedNames(sandbox: LocalSandbox): Promise<string[]> {
  const { body } = await call(sandbox, '/local-sandbox/files');
  return (body.data as { records: { name: string }[] }).records.map(({ name }) => name);
}
