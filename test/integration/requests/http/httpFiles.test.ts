import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { requestsIn } from '../../../../src/requests/saved/savedRequests';
import { refusing, startHttpServer } from '../../../support/httpServer';
import { errorOf, KEY, outcomeOf, startService } from '../../support/contract';
import { replaceText, sample, setUserSetting, succeed } from '../../support/extension';
import { dismissAll } from '../../support/prompts';
import { answer, file, quiet, sentTo, serve } from '../../support/requestFiles';
import { codeLenses, uploadRequest } from '../../support/requests';

describe('requests of an .http file', () => {
  it('are asked about where the same write was sent and no answer came, by a person and not by code', async () => {
    await using service = await serve((_request, response) => {
      response.destroy();
    });
    const uri = await file('POST /v1/payouts\n\n{ "amount": 1 }\n\n###\nPOST /v1/payouts\n\n{"amount":1}\n');
    const byPerson = { ...quiet, interactive: true };
    assert.equal((await errorOf('sendFromFile', uri, byPerson)).kind, 'unknown-outcome');
    // No dialog is shown in this editor, and what nobody agrees to is not sent.
    assert.equal((await errorOf('sendFromFile', uri, byPerson)).kind, 'cancelled');
    assert.equal((await errorOf('sendFromFile', uri, { ...byPerson, line: 5 })).kind, 'cancelled');
    assert.equal((await errorOf('sendAllInFile', uri, byPerson)).kind, 'cancelled');
    assert.equal(service.seen.length, 1);
    assert.equal((await errorOf('sendFromFile', uri, quiet)).kind, 'unknown-outcome');
    assert.equal(service.seen.length, 2);
  });

  it('are those whose row or line was clicked, where others have just come above them', async () => {
    await using service = await serve();
    const text = 'GET /v1/first\n\n###\nGET /v1/clicked\n';
    const uri = await file(text);
    const document = await vscode.workspace.openTextDocument(uri);
    const [, row] = requestsIn(uri, text);
    const lenses = (await codeLenses(uri)).filter(({ range }) => range.start.line === row?.line);
    await replaceText(document, `GET /v1/new\n\n###\n${text}`);
    const [sending, copying] = lenses.map(({ command: lens }) => lens?.arguments?.[1] as object);
    await succeed('sendFromFile', uri, { ...sending, ...quiet });
    await succeed('runSavedRequest', { saved: row }, quiet);
    const { data } = await succeed('copyAsCode', uri, { ...copying, ...quiet, target: 'curl' });
    assert.match(data, /\/v1\/clicked/);
    await replaceText(document, 'GET /v1/new\n\n');
    assert.equal((await errorOf('sendFromFile', uri, { ...sending, ...quiet })).kind, 'preflight');
    assert.deepEqual(sentTo(service), ['GET /v1/clicked', 'GET /v1/clicked']);
  });

  it('are those on the disk, where another program has just written the file and nobody looks at it', async () => {
    await using service = await serve();
    const uri = await file('GET {{apiUrl}}/before\n');
    assert.ok((await outcomeOf('sendFromFile', uri, quiet)).ok);
    writeFileSync(uri.fsPath, 'GET {{apiUrl}}/after\n');
    assert.ok((await outcomeOf('sendFromFile', uri, quiet)).ok);
    assert.deepEqual(sentTo(service), ['GET /v1/before', 'GET /v1/after']);
  });

  it('are read in the encoding in which the editor shows them', async () => {
    await using service = await serve();
    const text = 'GET {{apiUrl}}/things?name=ä\n';
    const files = vscode.workspace.getConfiguration('files');
    const send = async (bytes: Uint8Array) => {
      const uri = await file(bytes);
      assert.ok((await outcomeOf('sendFromFile', uri, quiet)).ok);
    };
    await send(Buffer.from(`\ufeff${text}`));
    await send(Buffer.from(`\ufeff${text}`, 'utf16le'));
    await files.update('encoding', 'iso88591', vscode.ConfigurationTarget.Global);
    try {
      await send(Buffer.from(text, 'latin1'));
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
    const sent = 'GET /v1/things?name=%C3%A4';
    assert.deepEqual(sentTo(service), [sent, sent, sent]);
  });

  it('take what the team shares for an environment of whatever id, and wait for no pipe in its place', async () => {
    await using service = await startService(answer, 'constructor');
    const folder = join(sample('').fsPath, `shared-${crypto.randomUUID()}`);
    const uri = vscode.Uri.file(join(folder, 'shared.http'));
    const shared = join(folder, 'http-client.env.json');
    mkdirSync(folder);
    writeFileSync(uri.fsPath, 'GET {{apiUrl}}/things/{{thing}}\n');
    writeFileSync(shared, '{"constructor": {"thing": "one"}}');
    const options = { environment: 'constructor', reveal: false };
    assert.ok((await outcomeOf('sendFromFile', uri, options)).ok);
    assert.deepEqual(sentTo(service), ['GET /v1/things/one']);
    rmSync(shared);
    execFileSync('mkfifo', [shared]);
    assert.equal((await errorOf('sendFromFile', uri, options)).kind, 'preflight');
    rmSync(folder, { recursive: true });
  });

  it('are sent by name, by a line of theirs, or the first one', async () => {
    await using service = await serve();
    const uri = await file(
      '@x = 1\n\n### One\nGET {{apiUrl}}/one?x={{x}}\n\n### Two\n# @name two\nPOST /v1/two\nIdempotency-Key: a-1\n\n{ "a": 1.50 }\n\n### Asks\n# @prompt y\nGET /v1/asks?y={{y}}\n',
    );
    const first = await outcomeOf('sendFromFile', uri, quiet);
    assert.ok(first.ok);
    assert.match(first.exchangeId ?? '', /^ex_/);
    assert.equal(first.requestId, 'req-1');
    assert.deepEqual(first.data, {
      status: 200,
      body: { success: true, message: 'Done', data: { id: 'thing 1', exact: 7 } },
    });
    assert.ok((await outcomeOf('sendFromFile', uri, { ...quiet, name: 'two' })).ok);
    assert.ok((await outcomeOf('sendFromFile', uri, { ...quiet, name: 'One', variables: { x: 2 } })).ok);
    assert.ok((await outcomeOf('sendFromFile', uri, { ...quiet, line: 8 })).ok);
    const answered = { ...quiet, name: 'Asks', variables: { y: 3 } };
    assert.ok((await dismissAll(outcomeOf('sendFromFile', uri, answered))).ok);
    assert.deepEqual(sentTo(service), [
      ...['GET /v1/one?x=1', 'POST /v1/two', 'GET /v1/one?x=2', 'POST /v1/two', 'GET /v1/asks?y=3'],
    ]);
    const [, two] = service.seen;
    assert.equal(two?.headers.authorization, `ApiKey ${KEY}`);
    assert.equal(two.headers['idempotency-key'], 'a-1');
    assert.equal(two.headers['content-type'], 'application/json');
    assert.equal(two.body.toString(), '{ "a": 1.50 }');
    for (const [options, words] of [
      [{ name: 'three' }, /^This file has no request three\./],
      [{ line: 0 }, /^Line 1 belongs to no request\. Put the cursor into one\./],
      [{ line: 900 }, /^Line 901 /],
    ] as const) {
      const { kind, message } = await errorOf('sendFromFile', uri, { ...quiet, ...options });
      assert.equal(kind, 'not-found');
      assert.match(message, words);
    }
    for (const options of [
      { name: 5 },
      { line: 1.5 },
      { line: -1 },
      { variables: 'x' },
      { variables: { a: {} } },
    ]) {
      assert.equal((await errorOf('sendFromFile', uri, { ...quiet, ...options })).kind, 'preflight');
    }
    assert.equal((await errorOf('sendFromFile', sample('none.http'), quiet)).kind, 'preflight');
    assert.equal((await errorOf('sendFromFile', uri, { environment: 'nowhere' })).kind, 'configuration');
    assert.equal(sentTo(service).length, 5);
  });

  it('are refused before anything is sent where they leave the environment, or would show the key', async () => {
    await using service = await serve();
    await using other = await startHttpServer(answer);
    const refused: Readonly<Record<string, RegExp>> = {
      [`GET ${other.url}/v1/things`]: /127\.0\.0\.1/,
      'GET {{apiUrl}}/things?a={{apiKey}}': /Authorization/,
      'GET {{apiUrl}}/things?limit=200': /100/,
      'GET /things\n\n?? js response.statusCode == 200': /^Line 3: /,
      '': /no request/,
    };
    for (const [text, words] of Object.entries(refused)) {
      const error = await errorOf('sendFromFile', await file(text), quiet);
      assert.equal(error.kind, 'preflight', text);
      assert.match(error.message, words, text);
    }
    const odd = await file('GET {{apiUrl}}/things?limit=200');
    assert.ok((await outcomeOf('sendFromFile', odd, { ...quiet, interactive: true })).ok, 'by a person');
    const uri = await file('GET {{apiUrl}}/things?a={{a}}');
    const hidden = await errorOf('sendFromFile', uri, { ...quiet, variables: { a: KEY } });
    assert.equal(hidden.kind, 'preflight');
    assert.ok(!hidden.message.includes(KEY));
    // The title of an editor gives its group.
    assert.ok((await outcomeOf('sendAllInFile', odd, { environment: 'http-files', groupId: 0 })).ok);
    const seen = Array.from({ length: 2 }, () => 'GET /v1/things?limit=200');
    assert.deepEqual([sentTo(service), other.seen], [seen, []]);
  });

  it('take values of earlier answers, with numbers as they were written, per environment', async () => {
    await using service = await serve((request, response, index) => {
      if (request.path === '/v1/missing') return refusing(404)(request, response, index);
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req-9' });
      response.end('{"success":true,"message":"","data":{"id":"a b","big":12345678901234567890,"sum":1.50}}');
    });
    const uri = await file(
      '# @name made\nGET /made\n\n###\nPOST /use?id={{made.response.body.$.data.id}}\nX-From: {{made.response.headers.x-request-id}}\n\n{"big": {{made.response.body.$.data.big}}, "sum": {{made.response.body.$.data.sum}}}\n',
    );
    assert.equal((await errorOf('sendFromFile', uri, { ...quiet, line: 4 })).kind, 'preflight');
    assert.ok((await outcomeOf('sendFromFile', uri, quiet)).ok);
    assert.ok((await outcomeOf('sendFromFile', uri, { ...quiet, line: 4 })).ok);
    assert.deepEqual(sentTo(service), ['GET /v1/made', 'POST /v1/use?id=a%20b']);
    assert.equal(service.seen[1]?.body.toString(), '{"big": 12345678901234567890, "sum": 1.50}');
    assert.equal(service.seen[1].headers['x-from'], 'req-9');
    const elsewhere = await errorOf('sendFromFile', uri, { environment: 'local', reveal: false, line: 4 });
    assert.equal(elsewhere.kind, 'preflight');
    // An error is an answer, too.
    const failed = '# @name none\nGET /missing\n\n###\nGET /use?of={{none.response.body.$.code}}\n';
    const after = await file(failed);
    assert.equal((await errorOf('sendFromFile', after, quiet)).kind, 'api');
    assert.ok((await outcomeOf('sendFromFile', after, { ...quiet, line: 4 })).ok);
    assert.equal(sentTo(service).at(-1), 'GET /v1/use?of=not_found');
  });

  it('are sent all in order, up to the first failure', async () => {
    await using service = await serve();
    const good = await file('### A\nGET /a\n\n###\n# @name b\nPOST /b\n\n{}\n\n###\nDELETE /c\n');
    const all = await outcomeOf('sendAllInFile', good, { environment: 'http-files' });
    assert.deepEqual(all.data, [
      { name: 'A', status: 200 },
      { name: 'b', status: 200 },
      { name: 'DELETE /c', status: 200 },
    ]);
    const bad = await file('GET /a\n\n### Gone\nGET /missing\n\n###\nGET /never\n');
    const error = await errorOf('sendAllInFile', bad, { environment: 'http-files' });
    assert.deepEqual([error.kind, error.status], ['api', 404]);
    assert.match(error.message, /Gone.*2 of 3/);
    const without = await file(`GET /a\n\n### No file\n${uploadRequest('./no-such.pdf')}`);
    const missing = await errorOf('sendAllInFile', without, { environment: 'http-files' });
    assert.match(missing.message, /No file.*2 of 2.*no-such\.pdf/);
    assert.deepEqual(sentTo(service), [
      'GET /v1/a',
      'POST /v1/b',
      'DELETE /v1/c',
      'GET /v1/a',
      'GET /v1/missing',
      'GET /v1/a',
    ]);
  });

  it('send no write to production that nobody agreed to, alone or with the others', async () => {
    await using service = await serve();
    await setUserSetting('environments', { 'http-files': { apiUrl: service.url, type: 'production' } });
    const uri = await file('GET /a\n\n###\nPOST /b\n\n{}\n');
    assert.equal((await errorOf('sendFromFile', uri, { ...quiet, line: 3 })).kind, 'cancelled');
    assert.equal((await errorOf('sendAllInFile', uri, { environment: 'http-files' })).kind, 'cancelled');
    assert.deepEqual(sentTo(service), []);
    assert.ok((await outcomeOf('sendFromFile', uri, quiet)).ok);
    const topUp = await file('POST {{apiUrl}}/balances/sandbox/top-up\n\n{"amount": 1, "currency": "EUR"}');
    assert.equal((await errorOf('sendFromFile', topUp, quiet)).kind, 'configuration');
    assert.deepEqual(sentTo(service), ['GET /v1/a']);
  });
});
