import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SavedFolder } from '../../../../src/requests/saved/savedFolder';

describe('The folder of saved requests', () => {
  let path: string;
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'saved-'));
  });
  afterEach(() => rmSync(path, { recursive: true }));

  it('holds nothing of a text that could not be put into its place', async () => {
    const folder = new SavedFolder(path);
    assert.equal(await folder.add('List', 'GET /a\n'), 'List.http');
    assert.ok(await folder.replace('List.http', 'GET /a\n', 'GET /b\n'));
    assert.ok(!(await folder.replace('List.http', 'GET /a\n', 'GET /c\n')));
    assert.equal(await folder.read('List.http'), 'GET /b\n');
    mkdirSync(join(path, 'taken.http'));
    await assert.rejects(folder.replace('taken.http', '', 'GET /c\n'));
    assert.deepEqual(readdirSync(path), ['List.http', 'taken.http']);
  });

  it('names the file of a request whose name is one for no file', async () => {
    const folder = new SavedFolder(path);
    assert.equal(await folder.add('…', 'GET /a\n'), 'request.http');
    assert.equal(await folder.add('nul', 'GET /a\n'), 'request-2.http');
  });
});
