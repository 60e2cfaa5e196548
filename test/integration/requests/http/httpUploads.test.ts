import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { resolveAttachment } from '../../../../src/httpFiles/run/httpFiles';
import { sendJson } from '../../../support/httpServer';
import { acceptUpload, errorOf, outcomeOf } from '../../support/contract';
import { newPdf, sample, setUserSetting, writeFile } from '../../support/extension';
import { file, quiet, sentTo, serve } from '../../support/requestFiles';
import { uploadRequest } from '../../support/requests';

describe('files that a request of an .http file sends', () => {
  it('upload nothing but what was there when they were agreed to, and nowhere else', async () => {
    const name = `agreed-${crypto.randomUUID()}.pdf`;
    let meanwhile: () => Thenable<unknown> = () => Promise.resolve();
    await using service = await serve(async (request, response, index) => {
      if (request.method === 'POST') return acceptUpload(request, response, index);
      await meanwhile();
      sendJson(response, 200, { success: true, message: '', data: {} });
    });
    const uri = await file(`GET {{apiUrl}}/first\n\n###\n${uploadRequest(`./${name}`)}`);
    const edits: readonly [() => Thenable<unknown>, RegExp][] = [
      [() => writeFile(name, newPdf()), /changed since it was checked/],
      [
        () =>
          setUserSetting('environments', {
            'http-files': { apiUrl: `${service.url}/live`, type: 'production' },
          }),
        /API key of http-files changed/,
      ],
    ];
    for (const [edit, why] of edits) {
      await writeFile(name, newPdf());
      meanwhile = edit;
      const error = await errorOf('sendAllInFile', uri, { environment: 'http-files' });
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, why);
    }
    assert.deepEqual(sentTo(service), ['GET /v1/first', 'GET /v1/first']);
  });

  it('upload nowhere else than their run goes, also what is put together from an answer of it', async () => {
    const name = `moved-${crypto.randomUUID()}.pdf`;
    await writeFile(name, newPdf());
    await using service = await serve(async (request, response, index) => {
      if (request.method === 'POST') return acceptUpload(request, response, index);
      const other = { 'http-files': { apiUrl: `${service.url}/other`, type: 'sandbox' } };
      await setUserSetting('environments', other);
      sendJson(response, 200, { success: true, message: '', data: { id: 'payment_evidence' } });
    });
    const upload = uploadRequest(`./${name}`, name, '{{first.response.body.$.data.id}}');
    const uri = await file(`# @name first\nGET {{apiUrl}}/first\n\n###\n${upload}`);
    const error = await errorOf('sendAllInFile', uri, { environment: 'http-files' });
    assert.equal(error.kind, 'preflight');
    assert.match(error.message, /API key of http-files changed/);
    assert.deepEqual(sentTo(service), ['GET /v1/first']);
  });

  it('upload the way of every upload: checked, kept, and the same bytes once', async () => {
    await using service = await serve(acceptUpload);
    const name = `from-file-${crypto.randomUUID()}.pdf`;
    await writeFile(name, newPdf());
    const form = (path: string) =>
      `# @name sent\n${uploadRequest(path, 'named.pdf', undefined, 'Authorization: ApiKey {{apiKey}}\nX-Trace: t-1\n')}`;
    const uri = await file(
      `${form(`./${name}`)}\n###\nGET {{filesUrl}}/v1/files/{{sent.response.body.$.data.id}}\n`,
    );
    const sent = await outcomeOf('sendFromFile', uri, quiet);
    assert.ok(sent.ok, sent.error?.message);
    const { status, body } = sent.data as { status: number; body: { data: { id: string } } };
    assert.equal(status, 201);
    const [seen] = service.seen;
    assert.equal(seen?.headers['x-trace'], 't-1');
    assert.match(seen.body.toString('latin1'), /filename="named\.pdf"/);
    const exchange = await outcomeOf('showExchange', sent.exchangeId);
    assert.equal((exchange.data as { origin?: string }).origin, 'file');
    const found = await outcomeOf('findFiles', body.data.id, { environment: 'http-files' });
    assert.equal((found.data as { name: string }[])[0]?.name, 'named.pdf');
    const again = await outcomeOf('sendFromFile', uri, quiet);
    assert.deepEqual((again.data as { readonly body: unknown }).body, body);
    assert.equal(service.seen.length, 1);
    await outcomeOf('sendFromFile', uri, { ...quiet, line: 18 });
    assert.equal(service.seen[1]?.path, `/v1/files/${body.data.id}`);
    await writeFile('not-a.pdf', 'text');
    await writeFile('folder-of-two/a.pdf', newPdf());
    await writeFile('folder-of-two/b.pdf', newPdf());
    for (const path of ['./not-a.pdf', './folder-of-two']) {
      const refused = await errorOf('sendFromFile', await file(form(path)), quiet);
      assert.equal(refused.kind, 'preflight');
    }
    assert.equal(service.seen.length, 2);
  });

  it('read files of the workspace only, also through links, and no pipe, which may never end', async () => {
    await using service = await serve();
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'secret.json'), '{"secret": 1}');
    await writeFile('inside.json', '{"inside": 1}');
    symlinkSync(join(outside, 'secret.json'), sample('link.json').fsPath);
    execFileSync('mkfifo', [sample('pipe.json').fsPath]);
    truncateSync((await writeFile('large.json', '')).fsPath, 10_485_761);
    const attaching = (path: string) => file(`POST /a\nContent-Type: application/json\n\n< ${path}\n`);
    try {
      for (const [path, why] of [
        ['./link.json', /workspace/],
        [join(outside, 'secret.json'), /workspace/],
        ['./pipe.json', /pipe\.json/],
        ['./large.json', /too large/],
      ] as const) {
        const error = await errorOf('sendFromFile', await attaching(path), quiet);
        assert.equal(error.kind, 'preflight', path);
        assert.match(error.message, why);
      }
      assert.deepEqual(sentTo(service), []);
      const onNoDisk = vscode.Uri.parse('memory:/folder/a.http');
      for (const path of ['../a.json', '..\\a.json', '/a.json'])
        await assert.rejects(resolveAttachment(onNoDisk, path), { kind: 'preflight', message: /workspace/ });
      const within = await resolveAttachment(onNoDisk, './a.json');
      assert.equal(within.toString(), 'memory:/folder/a.json');
      // Those who write on Windows separate folders by backslashes.
      for (const path of ['./inside.json', '.\\inside.json']) {
        assert.ok((await outcomeOf('sendFromFile', await attaching(path), quiet)).ok, path);
        assert.equal(service.seen.at(-1)?.body.toString(), '{"inside": 1}', path);
      }
    } finally {
      rmSync(outside, { recursive: true });
      for (const name of ['link.json', 'pipe.json']) await vscode.workspace.fs.delete(sample(name));
    }
  });
});
