import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../host/editor/waiting.mts';
import {
  succeed,
  writeFile,
  closeEditors,
  hoverAt,
  linkedTexts,
  linksIn,
  userSetting,
} from '../support/extension';
import { uploadNew } from '../support/uploads';

/** Opens a document with that text in an editor. */
async function open(name: string, text: string): Promise<vscode.TextEditor> {
  const uri = await writeFile(name, text);
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

describe('a file id in a document', () => {
  let id: string;

  before(async () => {
    id = await uploadNew('mentioned.pdf');
    await succeed('showFileDetails', id);
  });

  after(closeEditors);

  it('is underlined where it is known, also behind a whole table or at the end of a sentence, and opens its details', async () => {
    const words = Array.from({ length: 450 }, (_, index) => `2026-01-${index + 1000}`).join(' ');
    const { document } = await open(
      'mention.txt',
      `see ${id}, file_unknown_123.pdf and ${id}.\n${words} ${id}`,
    );
    assert.deepEqual(await linkedTexts(document), [id, id, id]);
    const [link] = await linksIn(document);
    const { scheme, path, query } = link?.target ?? vscode.Uri.file('');
    assert.deepEqual([scheme, path], ['command', 'paymentsApi.showFileDetails']);
    assert.deepEqual(JSON.parse(query), [id, { environment: 'local', preview: true, interactive: true }]);
    // A hover has its name, purpose and age, and the expiry of its link.
    const text = await hoverAt(document, new vscode.Position(0, 6));
    for (const part of [/mentioned/, /Payment evidence · (now|\d+ \w+ ago)/, /Link expires in \d+ minutes/])
      assert.match(text, part);
    await using _setting = await userSetting('editor.fileIdLinks', false);
    assert.deepEqual(await linkedTexts(document), [], 'where the setting says so, it is left alone');
    assert.equal(await hoverAt(document, new vscode.Position(0, 6)), '');
  });

  it('is looked for in what is in sight of a large document', async () => {
    const filler = 'a line of a large document\n'.repeat(4000);
    const editor = await open('large.txt', `${id}\n${filler}last ${id}\n`);
    const { document } = editor;
    assert.deepEqual(await linkedTexts(document), [id], 'the one at the top alone');
    const end = new vscode.Range(4001, 0, 4001, 0);
    editor.revealRange(end);
    await eventually(
      () => editor.visibleRanges,
      (ranges) => ranges.some((range) => range.contains(end)),
    );
    const links = await linksIn(document);
    assert.deepEqual(
      links.map(({ range }) => range.start.line),
      [4001],
    );
  });

  it('keeps its underline while another document is scrolled', async () => {
    const editor = await open('scrolled.txt', 'a line of a large document\n'.repeat(4000));
    const { document } = await open('kept.txt', id);
    await vscode.window.showTextDocument(editor.document);
    vscode.window.activeTextEditor?.revealRange(new vscode.Range(1000, 0, 1000, 0));
    // The editor notices a scroll some time after it.
    const end = performance.now() + 250;
    while (performance.now() < end) assert.deepEqual(await linkedTexts(document), [id]);
  });
});
