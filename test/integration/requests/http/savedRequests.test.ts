import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { SavedRequests } from '../../../../src/requests/saved/savedRequests';
import { SavedCollection } from '../../../../src/requests/saved/savedRows';
import { eventually } from '../../../host/editor/waiting.mts';
import { answering } from '../../../support/httpServer';
import { extension, fail, sample, succeed, writeFile, send } from '../../support/extension';
import { acceptAll } from '../../support/prompts';
import { envelope, idsOf, lensTitles, SAMPLES } from '../../support/requests';
import { startService } from '../../support/contract';

async function withFolder(
  test: (folder: string, windows: readonly [SavedRequests, SavedRequests]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'saved-'));
  const windows = [
    new SavedRequests(vscode.Uri.file(folder)),
    new SavedRequests(vscode.Uri.file(folder)),
  ] as const;
  try {
    await test(folder, windows);
  } finally {
    for (const window of windows) window.dispose();
    rmSync(folder, { recursive: true });
  }
}

describe('saved requests', () => {
  before(() => extension().activate());

  it('are .http files that are sent by their names', async () => {
    const sent = await send(`${SAMPLES}?limit=4`);
    const { data } = await succeed('saveRequest', sent.exchangeId, { name: 'Four samples' });
    const uri = vscode.Uri.parse(data.uri);
    assert.equal(
      readFileSync(uri.fsPath, 'utf8'),
      '### Four samples\nGET {{apiUrl}}/local-sandbox/samples?limit=4\nAuthorization: ApiKey {{apiKey}}\n',
    );
    const run = await succeed('runSavedRequest', 'Four samples', { environment: 'local', reveal: false });
    assert.equal(idsOf(run.data.body).length, 4);

    await succeed('saveRequest', sent.exchangeId, { name: 'Four samples' });
    await succeed('removeSavedRequest', 'Four samples');
    assert.equal((await fail('runSavedRequest', 'Four samples')).error.kind, 'not-found');
    assert.equal((await fail('saveRequest', sent.exchangeId, { name: ' ' })).error.kind, 'preflight');
    const place = { name: 'x', place: 'elsewhere' };
    assert.equal((await fail('saveRequest', sent.exchangeId, place)).error.kind, 'preflight');
  });

  it('of the workspace are shown again when their folder is renamed or deleted', async () => {
    const own = { all: () => Promise.resolve([]), hasAny: () => Promise.resolve(false) };
    const collection = new SavedCollection({ ...own, onDidChange: new vscode.EventEmitter<void>().event });
    let seen: string[] = [];
    collection.onDidChange(async () => {
      seen = (await collection.all()).map(({ uri }) => uri.path);
    });
    const shows = (...names: string[]) =>
      eventually(
        () => seen.filter((path) => /\/saved-\d\//.test(path)),
        (all) => all.map((path) => path.split('/').slice(-2).join('/')).join() === names.join(),
      );
    const edit = async (change: (edit: vscode.WorkspaceEdit) => void) => {
      const edit = new vscode.WorkspaceEdit();
      change(edit);
      await vscode.workspace.applyEdit(edit);
    };
    try {
      // The system may miss a file that is written in the same moment as its folder: it is written again then.
      const write = () => writeFile('saved-1/a.http', '### In a folder\nGET /v1/a\n');
      await eventually(
        () => write().then(() => seen),
        (all) => all.some((path) => path.endsWith('/saved-1/a.http')),
      );
      await edit((change) => change.renameFile(sample('saved-1'), sample('saved-2')));
      await shows('saved-2/a.http');
      await edit((change) => change.deleteFile(sample('saved-2'), { recursive: true }));
      await shows();
    } finally {
      collection.dispose();
    }
  });

  it('are taken from a file with the variables and the paths that they use', async () => {
    await using server = await startService(answering(200, envelope()));
    await writeFile('saved-body.json', '{"from": "file"}');
    const text = `@unused = 1
@host = {{apiUrl}}
@base = {{host}}/things

### First
GET {{base}}

### Second
POST {{base}}?of=second
Content-Type: application/json

< ./saved-body.json
`;
    const uri = await writeFile('to-save.http', text);
    await vscode.workspace.openTextDocument(uri);
    assert.deepEqual((await lensTitles(uri)).slice(-3), [
      '$(send) Send to Local Sandbox',
      'Copy as Code',
      'Save…',
    ]);
    await succeed('saveRequest', uri, { name: 'Mine', line: 8 });
    await succeed('runSavedRequest', 'Mine', { environment: 'sandbox', reveal: false });
    assert.deepEqual(
      server.seen.map(({ method, path, body }) => [method, path, body.toString()]),
      [['POST', '/v1/things?of=second', '{"from": "file"}']],
    );
    await succeed('removeSavedRequest', 'Mine');
  });

  it('name their files from where they are, in a file of the workspace that others get too', async () => {
    await writeFile('beside/body.json', '{}');
    const text = 'POST /things\nContent-Type: application/json\n\n< ./body.json\n';
    const uri = await writeFile('beside/to-share.http', text);
    const saved = await acceptAll(succeed('saveRequest', uri, { name: 'Shared', place: 'workspace' }));
    const file = vscode.Uri.parse(saved.data.uri);
    assert.equal(file.toString(), sample('Shared.http').toString());
    assert.equal(readFileSync(file.fsPath, 'utf8'), `### Shared\n${text.replace('./', 'beside/')}`);
    await vscode.workspace.fs.delete(file);
  });

  it('of the workspace can be chosen beside those of the user', async () => {
    const uri = await writeFile('a-request.http', 'GET {{apiUrl}}/v1/local-sandbox/samples?limit=4\n');
    const run = await acceptAll(
      succeed('runSavedRequest', undefined, { environment: 'local', reveal: false }),
    );
    assert.equal(idsOf(run.data.body).length, 4);
    await vscode.workspace.fs.delete(uri);
  });

  it('keep their files apart, also those of two windows at once', async () => {
    await withFolder(async (folder, windows) => {
      await Promise.all(windows.map((window, index) => window.save(`n${index}`, `### n${index}\nGET /a\n`)));
      for (const window of windows) assert.equal((await window.all()).length, 2);
      // Two names that would be one file.
      const alike = ['a/b', 'a-b'];
      await Promise.all(
        windows.map((window, index) =>
          window.save(alike[index] ?? '', `### ${alike[index]}\nGET /${index}\n`),
        ),
      );
      for (const window of windows) {
        const saved = (await window.all()).filter(({ name }) => alike.includes(name));
        assert.deepEqual(saved.map(({ name, path }) => `${name} ${path}`).sort(), ['a-b /1', 'a/b /0']);
      }
      assert.equal(readdirSync(folder).length, 4);
    });
  });

  it('keep what two windows change in one file at once', async () => {
    await withFolder(async (folder, windows) => {
      const file = join(folder, 'several.http');
      writeFileSync(file, '### a\nGET /a\n\n### b\nGET /b\n\n### c\nGET /c\n');
      const [one, other] = windows;
      const c = await other.get('c');
      await Promise.all([
        one.save('a', '### a\nGET /new-a\n'),
        other.save('b', '### b\nGET /new-b\n'),
        other.remove(c),
      ]);
      assert.deepEqual(
        (await one.all()).map(({ path }) => path),
        ['/new-a', '/new-b'],
      );
    });
  });

  it('have files that can be opened, also where a long name is cut within a character', async () => {
    await withFolder(async (folder, [window]) => {
      const name = `${'a'.repeat(59)}𠮷野家`;
      const uri = await window.save(name, `### ${name}\nGET /a\n`);
      assert.deepEqual(readdirSync(folder), [basename(vscode.Uri.parse(uri.toString()).fsPath)]);
    });
  });

  it('are found by their text where the lines of the file have moved, and nothing else is removed', async () => {
    await withFolder(async (folder, [window]) => {
      const file = join(folder, 'several.http');
      writeFileSync(file, '### a\nGET /a\n\n### b\nGET /b\n\n### c\nGET /c\n');
      const [a, b] = await window.all();
      assert.ok(a !== undefined && b !== undefined);
      await window.remove(a);
      await window.remove(b);
      assert.equal(readFileSync(file, 'utf8').trim(), '### c\nGET /c');
      await assert.rejects(window.remove(b), /changed or removed/);
      assert.deepEqual(readdirSync(folder), ['several.http']);
      rmSync(file);
      await assert.rejects(window.remove(b), /changed or removed/);
    });
  });

  it('keep the line ends of their file, as another editor wrote them', async () => {
    await withFolder(async (folder, [window]) => {
      const file = join(folder, 'of-windows.http');
      writeFileSync(file, '### a\r\nGET /a\r\n\r\n### b\r\nGET /b\r\n');
      await window.save('a', '### a\nGET /other\nX-A: 1\n');
      const text = readFileSync(file, 'utf8');
      assert.match(text, /^### a\r\nGET \/other\r\nX-A: 1\r\n/);
      assert.match(text, /### b\r\nGET \/b\r\n$/);
      assert.doesNotMatch(text, /[^\r]\n/);
    });
  });

  it('have their titles and are found in a file that begins with a byte order mark', async () => {
    await withFolder(async (folder, [window]) => {
      writeFileSync(join(folder, 'marked.http'), '\ufeff### a\nGET /a\n');
      const [saved] = await window.all();
      assert.ok(saved !== undefined);
      assert.equal(saved.name, 'a');
      assert.equal(saved.line, 1);
    });
  });

  it('of a file are copied as code, without a key', async () => {
    const text = 'POST {{apiUrl}}/things\nX-Own: 1\n\n{ "a": 1 }\n';
    const uri = await writeFile('to-copy.http', text);
    const options = { environment: 'local', line: 0 };
    const { data } = await succeed('copyAsCode', uri, { ...options, target: 'curl' });
    assert.match(data, /127\.0\.0\.1.*\/v1\/things/);
    assert.match(data, /\$PAYMENTS_API_KEY/);
    assert.match(data, /X-Own: 1/);
    const other = await writeFile('not-to-copy.http', 'POST {{apiUrl}}/things\n\n< ./scan-of-invoice.png\n');
    assert.equal((await fail('copyAsCode', other, { ...options, target: 'curl' })).error.kind, 'preflight');
  });
});
