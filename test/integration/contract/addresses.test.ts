import assert from 'node:assert/strict';
import { FILE_DATA, ok } from '../../support/apiClient';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { KEY, outcomeOf, startService } from '../support/contract';
import { writeFile } from '../support/extension';

describe('a key', () => {
  it('is sent to a content link of its own origin, and to no other', async () => {
    await using elsewhere = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 theirs');
    });
    let url = '';
    await using service = await startService((request, response) => {
      if (request.path.endsWith('/content'))
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 ours');
      else sendJson(response, 200, ok({ ...FILE_DATA, contentLink: { url, expiryDate: null } }));
    });
    const target = await writeFile('saved.pdf', '');
    url = `${service.url}/v1/files/own/content`;
    const own = await outcomeOf('saveContent', 'own', { environment: 'sandbox', target });
    assert.deepEqual(own.data, { uri: target.toString(), bytes: 13 });
    assert.equal(service.seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
    url = `${elsewhere.url}/v1/files/theirs/content`;
    const theirs = await outcomeOf('saveContent', 'theirs', { environment: 'sandbox', target });
    assert.ok(theirs.ok, theirs.error?.message);
    assert.equal(elsewhere.seen.length, 1);
    assert.equal(elsewhere.seen[0]?.headers.authorization, undefined);
    assert.ok(!JSON.stringify(elsewhere.seen).includes(KEY));
    for (const odd of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'vscode://x/y',
      'command:x',
      'data:text/plain,x',
      '',
    ]) {
      url = odd;
      for (const name of ['saveContent', 'openContent']) {
        assert.ok(!(await outcomeOf(name, 'odd', { environment: 'sandbox', target })).ok, `${name} ${odd}`);
      }
    }
  });
});
