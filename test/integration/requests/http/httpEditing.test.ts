import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../../host/editor/waiting.mts';
import { outcomeOf } from '../../support/contract';
import { completionsAt, extension, hoverAt, labelOf, writeFile, replaceText } from '../../support/extension';
import { withoutTrust } from '../../support/registry';
import { codeLenses } from '../../support/requests';
import { uploadNew } from '../../support/uploads';
import { HttpEditing } from '../../../../src/requests/http/editor';
import type { EditingProviders } from '../../../../src/requests/http/editor/editingSources';
import type { Environments } from '../../../../src/services/environments/environments';

const TEXT = `@id = 5
### One
# @name made
GET {{apiUrl}}/things/{{id}}?limit=200

### Two
# @ref made
POST {{apiUrl}}/balances/sandbox/top-up
X-Key: {{apiKey}}
X-From: {{made.response.body.$.data.id}}

{ "amount": 1,
  "currency": "EU" }

### Three
GET https://example.com/{{nowhere}}
`;

let number = 0;
async function open(text: string): Promise<vscode.TextDocument> {
  const uri = await writeFile(`editing-${++number}.http`, text);
  return vscode.workspace.openTextDocument(uri);
}

/** The places and codes of what is marked, once the editor has it. */
const marked = (uri: vscode.Uri, isAll = (marks: readonly string[]) => marks.length > 0) =>
  eventually(
    () =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ source }) => source === 'Payments API')
        .map(({ range, code }) => `${range.start.line} ${typeof code === 'string' ? code : ''}`)
        .sort((a, b) => Number.parseInt(a) - Number.parseInt(b) || a.localeCompare(b)),
    isAll,
  );

/** What is offered at the bar of a text. */
/** What the extension offers: the editor adds words of open documents. */
const labels = async (text: string) =>
  (await completionsAt(`editing-${++number}.http`, text))
    .filter(({ kind }) => kind !== vscode.CompletionItemKind.Text)
    .map(labelOf);

describe('an .http file in the editor', () => {
  let document: vscode.TextDocument;

  before(async () => {
    await extension().activate();
    await outcomeOf('startLocalSandbox');
    await outcomeOf('switchEnvironment', 'local');
    document = await open(TEXT);
  });

  it('is marked where it cannot be sent', async () => {
    assert.deepEqual(await marked(document.uri), [
      '3 limit',
      '6 unsupported-directive',
      '8 key-elsewhere',
      '12 currency',
      '15 unknown-variable',
    ]);
    const other = await open('GET https://example.com/a\n');
    assert.deepEqual(await marked(other.uri), ['0 other-host']);
  });

  it('says above each request where it goes', async () => {
    const lenses = await codeLenses(document.uri);
    assert.deepEqual(
      lenses.map(({ range, command }) => `${range.start.line} ${command?.title ?? ''}`),
      [
        '3 $(send) Send to Local Sandbox',
        '3 Send All in File',
        '3 Copy as Code',
        '3 Save…',
        '7 $(send) Send to Local Sandbox',
        '7 Copy as Code',
        '7 Save…',
        '15 $(send) Send to Local Sandbox',
        '15 Copy as Code',
        '15 Save…',
      ],
    );
  });

  it('completes variables, methods, paths, headers and currencies', async () => {
    const variables = await labels('@mine = 1\n\nGET {{|}}');
    assert.deepEqual(variables.slice(0, 4), ['apiUrl', 'filesUrl', 'apiKey', 'mine']);
    assert.ok(variables.includes('$guid'));
    assert.ok((await labels('PO|')).includes('POST'));
    for (const line of ['POST {{apiUrl}}/b', 'POST {{apiUrl}}', 'POST ', 'POST top'])
      assert.ok((await labels(`${line}|`)).includes('/balances/sandbox/top-up'), line);
    for (const text of ['POST /a\nId|', 'POST /a\n|'])
      assert.equal((await labels(text)).at(-1), 'Idempotency-Key: {{$guid}}');
    const emptyBody = await labels('POST /a\nContent-Type: application/json\n\n|');
    assert.ok(!emptyBody.includes('PUT') && !emptyBody.includes('payment_evidence'));
    assert.ok((await labels('POST /a\n\n{ "currency": "E|" }')).includes('EUR'));
    assert.ok((await labels('POST /a\n\n{ "purpose": "|" }')).includes('payment_evidence'));
  });

  it('helps with what is expected of the answer', async () => {
    for (const [typed, offered] of [
      ['??', ' body success == true'],
      ['?? ', 'body success == true'],
    ])
      assert.ok((await labels(`GET /a\n\n${typed}|`)).includes(offered ?? ''), typed);
    assert.ok((await labels('GET /a\n\n?? header x-a |')).includes('includes'));
    assert.ok((await labels('GET /a\n\n?? body data.id st|')).includes('startsWith'));
    const text =
      'GET {{apiUrl}}/a\n\n?? status == 200\n?? status is 200\n?? body.data == 1\n?? status === 1\n';
    const written = await open(text);
    assert.deepEqual(await marked(written.uri), [
      '3 unknown-predicate',
      '4 unknown-subject',
      '5 triple-equals',
    ]);
    const [request] = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      written.uri,
    );
    assert.deepEqual(
      request?.children.map(({ name }) => name),
      ['?? status == 200', '?? status === 1'],
    );
    assert.match(
      await hoverAt(written, new vscode.Position(2, 11)),
      /^The right side is read as it is written/,
    );
  });

  it('knows the variables that a team shares, and marks what does not belong there', async () => {
    const file = (name: string, text: string) => writeFile(`shared/${name}`, text);
    const shared = await file(
      'http-client.env.json',
      '{"local": {"place": "things", "apiKey": "x",\n "token": "y"}}',
    );
    const uri = await file('shared.http', 'GET {{apiUrl}}/{{place}}/{{nobody}}\n\n?? body == {{place}}\n');
    await vscode.workspace.openTextDocument(shared);
    assert.deepEqual(await marked(shared), ['0 ignored', '1 secret']);
    const written = await vscode.workspace.openTextDocument(uri);
    // The variables of other files are read after the first marks.
    await marked(uri, (marks) => marks.join() === '0 unknown-variable');
    assert.match(await hoverAt(written, new vscode.Position(0, 20)), /things/);
    await replaceText(await vscode.workspace.openTextDocument(shared), '{');
    await marked(uri, (marks) => marks.join() === '0 unknown-variable,0 unknown-variable,2 unknown-variable');
    const all = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Payments API');
    for (const { message } of all)
      assert.match(message, /variables in .*http-client\.env\.json cannot be read/);
    await vscode.workspace.save(shared);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
  });

  it('completes what is known here: paths that were sent, and ids of files', async () => {
    for (const path of ['/local-sandbox/sent-before', '/local-sandbox/balances'])
      await outcomeOf('sendRequest', { path, environment: 'local', reveal: false });
    const test = `/files/test-${crypto.randomUUID()}`;
    await outcomeOf('sendRequest', { path: test, environment: 'local', reveal: false });
    const id = await uploadNew('completed.pdf');
    const paths = await labels('GET {{apiUrl}}/|');
    const once = (name: string) => paths.filter((path) => path.endsWith(`/local-sandbox/${name}`));
    assert.deepEqual(once('sent-before'), ['/local-sandbox/sent-before']);
    assert.deepEqual(once('balances'), ['/local-sandbox/balances']);
    // Many ids would hide the operations.
    const operation = paths.indexOf('/files/{fileId}');
    assert.ok(operation >= 0 && operation < paths.indexOf(`/files/${id}`), paths.join());
    // The address of the files has no version.
    const ofFiles = await labels('GET {{filesUrl}}/v1/files/|');
    assert.ok(ofFiles.includes(`/v1/files/${id}`), ofFiles.join());
    assert.ok(ofFiles.includes('/v1/files/{fileId}'), ofFiles.join());
    // It was sent above, but by POST.
    assert.ok(!paths.includes('/files/upload'), paths.join());
    // What a set-up tried is no path of the user's.
    assert.ok(!paths.some((path) => path.includes(test)), paths.join());
  });

  it('folds each request, and has colours where no other extension brings the language', async () => {
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    const lines = folds.map(({ start, end }) => `${start}-${end}`);
    for (const fold of ['1-3', '5-12', '14-15']) assert.ok(lines.includes(fold), lines.join());
    const tokens = () =>
      vscode.commands.executeCommand<vscode.SemanticTokens | undefined>(
        'vscode.provideDocumentSemanticTokens',
        document.uri,
      );
    assert.ok(((await tokens())?.data.length ?? 0) > 0);
    // As another extension has it that brings a language for these files.
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    assert.equal((await tokens())?.data.length ?? 0, 0);
    await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
  });

  it('shows values, and never a key', async () => {
    const hover = (text: string) => hoverAt(document, document.positionAt(TEXT.indexOf(text) + 3));
    assert.match(await hover('{{apiUrl}}'), /127\.0\.0\.1/);
    assert.match(await hover('{{id}}'), /5/);
    const key = await hover('{{apiKey}}');
    assert.match(key, /API key/);
    assert.doesNotMatch(key, /local-sandbox/);
  });

  it('has an outline, and names that are found and renamed together', async () => {
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['id', 'made', 'Two', 'Three'],
    );
    const use = document.positionAt(TEXT.indexOf('{{id}}') + 2);
    const [place] = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      use,
    );
    assert.equal(place?.range.start.line, 0);
    const renames = async (text: string, name: string) => {
      const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        document.uri,
        document.positionAt(TEXT.indexOf(text) + 2),
        name,
      );
      return edit.get(document.uri).map(({ range }) => range.start.line);
    };
    assert.deepEqual(await renames('{{id}}', 'thing'), [0, 3]);
    assert.deepEqual(await renames('{{made.', 'other'), [2, 9]);
  });

  function editingWith(providers: () => Promise<EditingProviders>): HttpEditing {
    const active = { id: 'here', name: 'Here', addresses: { apiUrl: 'https://h/v1', filesUrl: 'https://h' } };
    return new HttpEditing({
      environments: { active } as unknown as Environments,
      onDidChange: new vscode.EventEmitter<void>().event,
      state: { get: (_: string, value: unknown) => value } as unknown as vscode.Memento,
      answered: () => Promise.resolve([]),
      providers,
    });
  }

  it('completes in a workspace that is not trusted, but with nothing of its other files', async () => {
    await writeFile('foreign/http-client.env.json', '{"here": {"theirs": "x"}}');
    const uri = await writeFile('foreign/own.http', '@own = 1\nGET {{apiUrl}}/{{');
    const written = await vscode.workspace.openTextDocument(uri);
    const editing = editingWith(() => Promise.reject(new Error('No braces')));
    const names = async () =>
      (await editing.completions(written, written.lineAt(1).range.end, undefined)).map(labelOf);
    const trusted = await names();
    assert.ok(trusted.includes('theirs'), trusted.join());
    using _ = withoutTrust();
    assert.deepEqual(
      await names(),
      trusted.filter((name) => name !== 'theirs'),
    );
    assert.ok(trusted.includes('own'), trusted.join());
  });

  it('marks nothing of an earlier check, however late it ends', async () => {
    const written = await open('GET {{apiUrl}}/things/{{before}}\n');
    const slow = Promise.withResolvers<EditingProviders>();
    const loaded = {
      operations: { all: () => [], match: () => undefined },
      ask: () => Promise.reject(new Error('Nothing is asked')),
      hasAdded: () => false,
      known: () => Promise.resolve({ paths: [], fileIds: [] }),
    } as unknown as EditingProviders;
    const asked = Promise.withResolvers<true>();
    const loading = [slow.promise, Promise.resolve(loaded)];
    const editing = editingWith(() => {
      asked.resolve(true);
      return loading.shift() ?? Promise.resolve(loaded);
    });
    let marks: readonly vscode.Diagnostic[] = [];
    const check = () =>
      editing.diagnose(written, (found) => {
        marks = found;
      });
    const earlier = check();
    await asked.promise;
    await replaceText(written, 'GET {{apiUrl}}/things\n');
    await check();
    slow.resolve(loaded);
    await earlier;
    await written.save();
    assert.deepEqual(marks, []);
  });

  it('ends a check well where the text became shorter meanwhile', async () => {
    const written = await open('\n\nGET {{apiUrl}}/things?q=1\n');
    const operation = { method: 'GET', path: '/things', source: 'file:///things.json' };
    const fault = { code: 'type', fieldName: 'q', message: 'No', in: 'query', name: 'q', path: [] };
    const loaded = {
      operations: { all: () => [operation], match: () => operation },
      async ask() {
        await replaceText(written, '');
        return [fault];
      },
      hasAdded: () => true,
    } as unknown as EditingProviders;
    await editingWith(() => Promise.resolve(loaded)).diagnose(written, () => undefined);
    assert.equal(written.getText(), '');
    await written.save();
  });
});
