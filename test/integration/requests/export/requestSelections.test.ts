import assert from 'node:assert/strict';
import { KEY, startService } from '../../support/contract';
import * as vscode from 'vscode';
import { answering, refusing } from '../../../support/httpServer';
import { fail, succeed, writeFile, readText, sendInVain, send } from '../../support/extension';
import { envelope } from '../../support/requests';

describe('selected requests', () => {
  const ids: string[] = [];
  const rows = () => ids.map((id) => ({ exchange: { id } }));

  before(async () => {
    await startService((...request) =>
      (request[0].path.endsWith('/missing') ? refusing(404) : answering(200, envelope()))(...request),
    );
    const to = { environment: 'sandbox' };
    const write = { ...to, method: 'POST', body: { note: '{{apiKey}}' } };
    for (const { exchangeId } of [
      await send('/one?a=1', to),
      await send('/two', to),
      await sendInVain('/missing', write),
    ])
      ids.push(exchangeId ?? '');
  });

  it('are one bundle for support, with a cover, which is shown', async () => {
    const { data } = await succeed('exportSupportBundle', rows()[0], rows());
    assert.equal(data.count, 3);
    const [cover = '', ...reports] = data.text.split(/^-{20,}$/m);
    assert.equal(reports.length, 3);
    for (const part of [
      '3, 1 failed',
      'Sandbox (http://127.0.0.1',
      'Payments API Explorer',
      vscode.version,
    ]) {
      assert.ok(cover.includes(part), `${part} is not in ${cover}`);
    }
    assert.match(reports[2] ?? '', /POST \/v1\/missing/);
    assert.ok(!data.text.includes(KEY));
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText(), data.text);
    assert.equal(document.isUntitled, true);
  });

  it('are a HAR file with exactly these', async () => {
    const target = await writeFile('selected.har', new Uint8Array());
    const two = rows().slice(1);
    const { data } = await succeed('exportSelectedHar', two[0], two, { target });
    assert.deepEqual(data, { uri: target.toString(), count: 2 });
    const text = await readText(target);
    const har = JSON.parse(text) as { log: { entries: { request: { url: string } }[] } };
    assert.deepEqual(har.log.entries.map(({ request }) => new URL(request.url).pathname).sort(), [
      '/v1/missing',
      '/v1/two',
    ]);
    assert.ok(!text.includes(KEY));
  });

  it('are one .http file that sends the same again', async () => {
    const { data } = await succeed('editRequest', rows()[0], rows());
    const uri = vscode.window.activeTextEditor?.document.uri;
    assert.ok(uri);
    assert.match(uri.path, /\.http$/);
    assert.match(data.text, /^### GET \/v1\/one\nGET \{\{apiUrl\}\}\/one\?a=1 HTTP\/1\.1\n/);
    assert.ok(!data.text.includes(KEY));
    const again = await fail('sendAllInFile', uri, { environment: 'sandbox' });
    assert.match(again.error.message, /3 of 3/);
    const sent = await succeed('findRequest', again.requestId);
    assert.equal(sent.data.origin, 'file');
    // Braces of the body were text, and no variable.
    assert.deepEqual(sent.data.request.body?.kind === 'json' && JSON.parse(sent.data.request.body.text), {
      note: '{{apiKey}}',
    });
  });

  it('are pinned and let go, as far as they are kept', async () => {
    assert.deepEqual((await succeed('pinRequest', rows()[0], rows())).data, { count: 3 });
    assert.deepEqual((await succeed('unpinRequest', ids[0])).data, { count: 1 });
    assert.equal((await fail('pinRequest', 'ex_none')).error.kind, 'not-found');
    assert.deepEqual((await succeed('forgetRequest', ids[0])).data, { count: 1 });
    assert.equal((await fail('forgetRequest', ids[0])).error.kind, 'not-found');
  });
});
