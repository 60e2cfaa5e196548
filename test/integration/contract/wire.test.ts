import assert from 'node:assert/strict';
import { chmodSync, symlinkSync, unlinkSync } from 'node:fs';
import * as vscode from 'vscode';
import { readForm } from '../../support/form';
import { sendJson, type SeenRequest } from '../../support/httpServer';
import { type AnyError, acceptUpload, assertError, outcomeOf, startService } from '../support/contract';
import { newPdf, sample, setUserSetting, writeFile } from '../support/extension';

interface Result {
  readonly uri: string;
  readonly status: string;
  readonly file?: { readonly id?: string };
  readonly requestId?: string;
  readonly exchangeId?: string;
  readonly error?: AnyError;
  readonly warnings?: readonly string[];
}

const ANSWERS = { purpose: 'payment_evidence', duplicates: 'skip', environment: 'sandbox' };

async function upload(uris: readonly vscode.Uri[], options: object = {}): Promise<Result[]> {
  const { ok, data, error } = await outcomeOf('uploadFiles', uris[0], uris, { ...ANSWERS, ...options });
  assert.ok(ok, error?.message);
  const results = data as Result[];
  const allowed = ['uri', 'status', 'file', 'requestId', 'exchangeId', 'error', 'warnings'];
  for (const result of results) {
    for (const [key, value] of Object.entries(result)) {
      assert.ok(allowed.includes(key), key);
      assert.notEqual(value, undefined, key);
    }
    if (result.error) assertError(result.error);
  }
  return results;
}

describe('an upload', () => {
  it('sends the type of the content, the name as it is, and exactly the length it says', async () => {
    await using service = await startService(acceptUpload);
    // How a form is written is tested with the form itself: here, that what it is made of is the file.
    const content = newPdf(1000);
    const uri = await writeFile('ümläut "😀" שלום.PNG', content);
    const [result] = await upload([uri]);
    assert.deepEqual([result?.status, result?.uri], ['uploaded', uri.toString()]);
    assert.equal(result?.warnings?.length, 1);
    const [{ headers, body }] = service.seen as [SeenRequest];
    assert.equal(Number(headers['content-length']), body.length);
    assert.equal(headers['transfer-encoding'], undefined);
    const form = await readForm(new Uint8Array(body), headers['content-type'] ?? '');
    assert.equal(form.get('purpose'), 'payment_evidence');
    const file = form.get('file');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, file.type], ['ümläut "😀" שלום.PNG', 'application/pdf']);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), Buffer.from(content));
    await vscode.workspace.fs.delete(uri);
  });

  it('reports each file in the order given, whatever its result, also one given twice, of its environment and purpose alone', async () => {
    await using service = await startService(acceptUpload);
    const good = await writeFile('order-1.pdf', newPdf());
    const twin = await writeFile('order-2.pdf', await vscode.workspace.fs.readFile(good));
    const text = await writeFile('order-3.pdf', 'text');
    const missing = sample('order-missing.pdf');
    const other = await writeFile('order-4.pdf', newPdf());
    const results = await upload([missing, good, text, good, twin, other]);
    assert.deepEqual(
      results.map(({ uri, status }) => [uri, status]),
      [
        [missing.toString(), 'rejected'],
        [good.toString(), 'uploaded'],
        [text.toString(), 'rejected'],
        [good.toString(), 'duplicate'],
        [twin.toString(), 'duplicate'],
        [other.toString(), 'uploaded'],
      ],
    );
    assert.equal(service.seen.length, 2);
    assert.equal(results[3]?.file?.id, results[1]?.file?.id);
    const [elsewhere] = await upload([good], { environment: 'local' });
    assert.equal(elsewhere?.status, 'uploaded');
    const [again, copy] = await upload([good, twin], { duplicates: 'upload' });
    const [purpose] = await upload([good], { purpose: 'business_entity_documents' });
    for (const result of [again, copy, purpose]) assert.equal(result?.status, 'uploaded');
  });

  it('follows a link, and refuses a file that cannot be read', async () => {
    await using _service = await startService(acceptUpload);
    const real = await writeFile('linked.pdf', newPdf());
    const link = sample('link.pdf');
    symlinkSync(real.fsPath, link.fsPath);
    const dangling = sample('dangling.pdf');
    symlinkSync('/nowhere/at/all', dangling.fsPath);
    const locked = await writeFile('locked.pdf', newPdf());
    chmodSync(locked.fsPath, 0);
    try {
      const results = await upload([link, dangling, locked]);
      assert.equal(results[0]?.status, 'uploaded');
      assert.equal(results[1]?.status, 'rejected');
      // A superuser may read anything.
      assert.equal(results[2]?.status, process.getuid?.() === 0 ? 'uploaded' : 'rejected');
    } finally {
      for (const uri of [link, dangling, locked]) unlinkSync(uri.fsPath);
    }
  });

  it('keeps as many in flight as the setting says, and no more', async () => {
    for (const concurrency of [1, 3]) {
      await setUserSetting('uploads.concurrency', concurrency);
      const waiting: (() => void)[] = [];
      let most = 0;
      await using _service = await startService((request, response, index) => {
        waiting.push(() => void acceptUpload(request, response, index));
        most = Math.max(most, waiting.length);
        if (waiting.length !== concurrency) return;
        // One too many would come meanwhile.
        setTimeout(() => {
          for (const answer of waiting.splice(0)) answer();
        }, 30);
      });
      const uris = await Promise.all(
        Array.from({ length: 9 }, (_, i) => writeFile(`many-${i}.pdf`, newPdf())),
      );
      await upload(uris);
      assert.equal(most, concurrency);
    }
    await setUserSetting('uploads.concurrency', undefined);
  });

  it('that failed, or whose outcome is not known, says so for that file alone', async () => {
    await using service = await startService((request, response, index) => {
      const name = /filename="([^"]*)"/u.exec(request.body.toString('latin1'))?.[1];
      if (name === 'fails.pdf')
        sendJson(
          response,
          400,
          {
            success: false,
            code: 'invalid_request',
            message: 'No',
            data: [{ code: 'required', fieldName: 'purpose', message: 'purpose is required' }],
          },
          { 'x-request-id': 'up-fail' },
        );
      else if (name === 'resets.pdf') response.destroy();
      else if (name === 'html.pdf') response.writeHead(200, { 'x-request-id': 'up-html' }).end('<html>');
      else void acceptUpload(request, response, index);
    });
    const uris = await Promise.all(
      ['fails.pdf', 'resets.pdf', 'html.pdf', 'works.pdf'].map((name) => writeFile(name, newPdf())),
    );
    const results = await upload(uris);
    assert.deepEqual(
      results.map(({ status, error }) => [status, error?.kind]),
      [
        ['failed', 'api'],
        ['unknown-outcome', 'unknown-outcome'],
        ['failed', 'decode'],
        ['uploaded', undefined],
      ],
    );
    assert.equal(results[0]?.requestId, 'up-fail');
    const { status, code, fields } = results[0].error ?? {};
    assert.deepEqual([status, code, fields?.[0]?.fieldName], [400, 'invalid_request', 'purpose']);
    assert.equal(results[2]?.requestId, 'up-html');
    assert.equal(service.seen.length, 4);
  });
});
