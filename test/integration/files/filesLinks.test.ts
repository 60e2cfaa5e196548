import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import * as vscode from 'vscode';
import { copiedNotice } from '../../../src/files/commands/fileCommands';
import { contentLinkOf, isUsable } from '../../../src/files/records/contentLinks';
import { openOutside } from '../../../src/ui/openOutside';
import { until } from '../../host/editor/waiting.mts';
import { FILE_DATA, ok } from '../../support/apiClient';
import { type SeenRequest, sendJson } from '../../support/httpServer';
import { KEY, errorOf, startService, storedFiles, type Service } from '../support/contract';
import { sample, succeed, closeEditors } from '../support/extension';
import { inDatabase, uploadNew } from '../support/uploads';

const ID = 'file_link.pdf';
const HOUR = 3_600_000;

/** A service with a different link in each record, with that expiry and scheme, which refuses some of them. */
function startLinks(
  expiryOf: (record: number) => string | null,
  refused: readonly number[] = [],
  scheme = 'http://',
) {
  let records = 0;
  return startService((request, response) => {
    const link = /^\/content\/(\d+)$/.exec(request.path)?.[1];
    if (link === undefined) {
      records++;
      const id = request.path.replace(/^.*\//, '');
      const url = `${scheme}${request.headers.host ?? ''}/content/${records}`;
      const contentLink = { url, expiryDate: expiryOf(records) };
      sendJson(response, 200, ok({ ...FILE_DATA, id, name: 'link.pdf', contentLink }));
    } else if (refused.includes(Number(link))) {
      response.writeHead(403).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`content ${link}`);
    }
  });
}

function paths(seen: readonly SeenRequest[]): string[] {
  return seen.map(({ path }) => path.replace(/^.*\/(content\/|files\/)/, ''));
}

async function copiedLink({ environment }: Service): Promise<string> {
  const { data } = await succeed('copyContentLink', ID, { environment });
  assert.equal(await vscode.env.clipboard.readText(), data);
  return data.replace(/^.*\//, '');
}

describe('a content link', () => {
  after(closeEditors);

  it('that has expired, or is about to, is fetched again before use; one that is good is not', async () => {
    const ages = [-HOUR, 5000, HOUR];
    await using service = await startLinks((record) =>
      new Date(Date.now() + (ages[record - 1] ?? HOUR)).toISOString(),
    );
    const { environment, seen } = service;
    await succeed('addFileById', ID, { environment });
    assert.equal(await copiedLink(service), '2', 'the first had expired');
    assert.equal(await copiedLink(service), '3', 'the second would not have outlived its use');
    assert.equal(await copiedLink(service), '3', 'the third is good');
    assert.deepEqual(paths(seen), [ID, ID, ID]);
  });

  it('without an expiry is used as it is', async () => {
    await using service = await startLinks(() => null);
    await succeed('addFileById', ID, { environment: service.environment });
    assert.equal(await copiedLink(service), '1');
  });

  it('of the Local Sandbox of another window, which may have closed, is fetched again before use', async () => {
    const id = await uploadNew('of-another-window.pdf');
    await succeed('showFileDetails', id, { environment: 'local' });
    const { port } = new URL((await succeed('startLocalSandbox')).data.apiUrl);
    await inDatabase((db) => {
      const moved = db.prepare('UPDATE file_details SET details = replace(details, ?, ?)');
      moved.run(`127.0.0.1:${port}`, '127.0.0.1:1');
    });
    const { data } = await succeed('copyContentLink', id, { environment: 'local' });
    assert.equal(new URL(data).port, port);
  });

  it('that is refused before its time is fetched again, once', async () => {
    const inAnHour = new Date(Date.now() + HOUR).toISOString();
    await using service = await startLinks(() => inAnHour, [1]);
    const { environment, seen } = service;
    await succeed('addFileById', ID, { environment });
    const target = sample('from-second-link.pdf');
    await succeed('saveContent', ID, { environment, target });
    const saved = await vscode.workspace.fs.readFile(target);
    assert.equal(new TextDecoder().decode(saved), 'content 2');
    assert.deepEqual(paths(seen), [ID, '1', ID, '2']);
  });

  it('on the service itself is opened with the key, from a copy that only its owner can read and that goes with its tab', async () => {
    await using service = await startLinks(() => null);
    const { environment, seen } = service;
    const { data } = await succeed('openContent', ID, { environment });
    const uri = vscode.Uri.parse(data);
    assert.equal(uri.scheme, 'file');
    assert.match(readFileSync(uri.fsPath, 'utf8'), /^content \d+$/);
    assert.equal(seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
    if (process.platform !== 'win32') assert.equal(statSync(uri.fsPath).mode & 0o777, 0o600);
    await closeEditors();
    await until(() => !existsSync(uri.fsPath));
  });

  it('that cannot be opened is an error, and leaves no copy', async () => {
    await using service = await startLinks(() => null, [1, 2, 3]);
    const { environment, seen } = service;
    const error = await errorOf('openContent', 'file_refused', { environment });
    assert.deepEqual([error.kind, error.status], ['http', 403]);
    assert.deepEqual(paths(seen), ['file_refused', '1']);
    const copies = (await storedFiles()).filter(({ name }) => /[\\/]opened[\\/]/.test(name));
    assert.deepEqual(copies, []);
  });

  it('that a browser would have to repair, or that leads to no service, is said to be of no use', async () => {
    const target = sample('never-saved.pdf');
    const elsewhere = ['javascript:', 'file://', 'vscode://', 'command:', 'data:', ''];
    for (const scheme of ['http:////', 'http:/', 'http:\\\\', ...elsewhere]) {
      await using service = await startLinks(() => null, [], scheme);
      const { environment } = service;
      for (const command of ['openContent', 'copyContentLink']) {
        const error = await errorOf(command, 'file_odd', { environment });
        assert.equal(error.kind, 'decode', command);
        assert.match(error.message, /no usable content link for link\.pdf/);
      }
      if (elsewhere.includes(scheme)) await errorOf('saveContent', 'file_odd', { environment, target });
    }
  });

  it('that was copied comes with what it needs: nothing, a new one, or the key', () => {
    const link = { url: 'https://service.test/content', expiresAt: null, needsKey: false };
    const now = Date.now();
    assert.equal(copiedNotice(link, now), undefined);
    const onService = copiedNotice({ ...link, needsKey: true }, now);
    assert.equal(onService?.level, 'info');
    assert.match(onService.text, /API key, in the header Authorization/);
    const expired = copiedNotice({ ...link, needsKey: true, expiresAt: now - HOUR }, now);
    assert.equal(expired?.level, 'warning');
    assert.match(expired.text, /expired/);
  });

  it('whose time of expiry cannot be read for certain is not used again, and not said to have expired', () => {
    for (const expiryDate of ['2036-03-01T10:00:00', '3', 'never']) {
      const link = contentLinkOf({ contentLink: { url: 'https://service.test/content', expiryDate } });
      assert.ok(link);
      assert.equal(isUsable(link, Date.now()), false, expiryDate);
      assert.equal(copiedNotice({ ...link, needsKey: false }, Date.now()), undefined);
    }
  });

  it('that the editor refuses to open is reported, without what grants access', async () => {
    const shown = Promise.withResolvers<string>();
    openOutside('http:////service.test/content?signature=secret', shown.resolve);
    const message = await shown.promise;
    assert.match(message, /service\.test/);
    assert.doesNotMatch(message, /secret/);
  });
});
