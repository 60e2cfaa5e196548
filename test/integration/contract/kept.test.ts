import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { KEY, acceptUpload, errorOf, outcomeOf, startService, storedFiles } from '../support/contract';
import { newPdf, sample, writeFile } from '../support/extension';

describe('an export that cannot be written', () => {
  it('is refused', async () => {
    await writeFile('no.json', '');
    for (const target of [
      sample('no.json/such/folder.json'),
      sample('.'),
      vscode.Uri.parse('nowhere:/x.json'),
      vscode.Uri.file('/proc/nope/x'),
    ]) {
      for (const [name, options] of [
        ['exportHar', { target, environment: 'local' }],
        ['exportFiles', { target, format: 'csv', environment: 'local' }],
      ] as const) {
        const { kind, message } = await errorOf(name, options);
        assert.equal(kind, 'preflight', `${name} ${target.toString()} ${message}`);
      }
    }
  });
});

describe('a key in the name of a file', () => {
  it('is sent as it is, and in no file of the extension', async () => {
    await using service = await startService(acceptUpload);
    const uri = await writeFile(`invoice ${KEY}.pdf`, newPdf());
    const answers = { purpose: 'payment_evidence', duplicates: 'upload', environment: 'sandbox' };
    assert.ok((await outcomeOf('uploadFiles', uri, undefined, answers)).ok);
    assert.ok(service.seen[0]?.body.includes(`invoice ${KEY}.pdf`));
    for (const { name, content } of await storedFiles()) assert.ok(!content.includes(KEY), name);
    await vscode.workspace.fs.delete(uri);
  });
});
