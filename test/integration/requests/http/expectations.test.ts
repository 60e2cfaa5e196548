import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering, refusing, sendJson } from '../../../support/httpServer';
import { errorOf, KEY, outcomeOf, startService } from '../../support/contract';
import { newPdf, writeFile, closeEditors } from '../../support/extension';
import { codeLenses, uploadRequest } from '../../support/requests';

const ANSWER = { success: true, message: 'Done', data: { id: 'thing_1', count: 2 } };
const MISSING = { success: false, code: 'not_found', message: 'There is no such thing', data: {} };

let number = 0;
const bytes = (text: string) => new TextEncoder().encode(text);
const file = (text: string, name = `expectations-${++number}.http`) => writeFile(name, bytes(text));
const service = () =>
  startService((request, response) => {
    if (request.path.includes('large')) return void response.end(Buffer.alloc(10_485_761));
    if (request.path.includes('dropped')) return void response.destroy();
    const isMissing = request.path.includes('missing');
    sendJson(response, isMissing ? 404 : 200, isMissing ? MISSING : ANSWER);
  }, 'expectations');
const quiet = { environment: 'expectations', reveal: false };
const marked = (uri: vscode.Uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'not-met');

/** The lines above which expectations can be added. */
async function offered(uri: vscode.Uri): Promise<number[]> {
  const lenses = await codeLenses(uri);
  const adding = lenses.filter(({ command }) => command?.command === 'paymentsApi.addExpectations');
  return adding.map(({ range }) => range.start.line);
}

describe('expectations of an .http file', () => {
  it('are in the outcome, with what was seen, whatever the answer is', async () => {
    await using _ = await service();
    const uri = await file(
      'GET /v1/things\n\n?? status == 200\n?? body data.count == {{n}}\n\n###\nGET /v1/missing\n\n?? status == 404\n?? body success exists\n',
    );
    const first = await outcomeOf('sendFromFile', uri, { ...quiet, variables: { n: 3 } });
    assert.deepEqual(first.data, {
      status: 200,
      body: ANSWER,
      expectations: [
        { line: 2, text: '?? status == 200', ok: true, actual: '200' },
        { line: 3, text: '?? body data.count == {{n}}', ok: false, actual: '2' },
      ],
    });
    const { kind, expectations } = await errorOf('sendFromFile', uri, { ...quiet, line: 6 });
    assert.equal(kind, 'api');
    assert.deepEqual(expectations, [
      { line: 8, text: '?? status == 404', ok: true, actual: '404' },
      { line: 9, text: '?? body success exists', ok: false, actual: 'false' },
    ]);
  });

  it('see the answer as it came, and show no key', async () => {
    await using _ = await startService((_request, response) => {
      response.setHeader('set-cookie', ['a=1', `k=${KEY}`]);
      sendJson(response, 200, { ...ANSWER, data: { echo: KEY } });
    }, 'expectations');
    const lines = [
      'header set-cookie includes a=1',
      `body data.echo.length == ${KEY.length}`,
      'body data.echo == x',
    ];
    const uri = await file(`GET /v1/things\n\n${lines.map((line) => `?? ${line}`).join('\n')}\n`);
    const { data } = await outcomeOf('sendFromFile', uri, quiet);
    const { expectations } = data as { expectations: { ok: boolean }[] };
    assert.deepEqual(
      expectations.map(({ ok }) => ok),
      [true, true, false],
    );
    assert.ok(!JSON.stringify(expectations).includes(KEY));
  });

  it('are marked until the next send of their request, also where its lines have moved meanwhile', async () => {
    await using _ = await service();
    const text = '### One\nGET /v1/one\n\n?? status == 201\n\n### Two\nGET /v1/two\n\n?? status == 202\n';
    const uri = await file(text);
    await outcomeOf('sendAllInFile', uri, quiet);
    const lines = () => marked(uri).map(({ range }) => range.start.line);
    assert.deepEqual(lines(), [3, 8]);
    assert.equal(marked(uri)[0]?.message, 'Not met. Seen: 200');
    const moved = `### One\n# about\n# one\n# and\n# more\n# yet\n${text.slice(8)}`;
    await vscode.workspace.fs.writeFile(uri, bytes(moved.replace('202', '200')));
    assert.ok((await outcomeOf('sendFromFile', uri, { ...quiet, name: 'Two' })).ok);
    assert.deepEqual(lines(), [3]);
    await vscode.workspace.fs.writeFile(uri, bytes('### Other\nGET /v1/other\n'));
    assert.ok((await outcomeOf('sendFromFile', uri, quiet)).ok);
    assert.deepEqual(lines(), []);
  });

  it('let a whole file go on after an error that was expected, or a larger answer than is read, and only there', async () => {
    await using here = await service();
    const uri = await file(
      'GET /v1/missing\n\n?? status == 500\n\n###\nGET /v1/large\n\n?? status == 200\n?? body != x\n\n###\nGET /v1/things\n',
    );
    const all = await outcomeOf('sendAllInFile', uri, quiet);
    assert.deepEqual(all.data, [
      {
        name: 'GET /v1/missing',
        status: 404,
        expectations: [{ line: 2, text: '?? status == 500', ok: false, actual: '404' }],
      },
      {
        name: 'GET /v1/large',
        status: 200,
        expectations: [
          { line: 7, text: '?? status == 200', ok: true, actual: '200' },
          { line: 8, text: '?? body != x', ok: false },
        ],
      },
      { name: 'GET /v1/things', status: 200 },
    ]);
    assert.equal((await errorOf('sendFromFile', uri, { ...quiet, line: 5 })).kind, 'decode');
    const plain = await file('GET /v1/missing\n\n###\nGET /v1/things\n');
    assert.equal((await errorOf('sendAllInFile', plain, quiet)).kind, 'api');
    assert.equal(here.seen.length, 5);
  });

  it('let later requests take values of an error that was expected, and none of an older answer', async () => {
    await using here = await service();
    const text =
      '# @name one\nGET /v1/{{path}}\n\n?? status < 500\n\n###\nGET /v1/use?m={{one.response.body.$.message}}\n';
    const uri = await file(text);
    for (const path of ['things', 'missing'])
      assert.ok((await outcomeOf('sendAllInFile', uri, { ...quiet, variables: { path } })).ok);
    assert.deepEqual(
      here.seen.map((request) => request.path),
      ['/v1/things', '/v1/use?m=Done', '/v1/missing', '/v1/use?m=There%20is%20no%20such%20thing'],
    );
  });

  it('stop a whole file where no answer came', async () => {
    await using _ = await startService((_request, response) => {
      response.destroy();
    }, 'expectations');
    const uri = await file('POST /v1/a\n\n{}\n\n?? status == 200\n\n###\nGET /v1/b\n');
    const { kind, expectations } = await errorOf('sendAllInFile', uri, quiet);
    assert.deepEqual([kind, expectations], ['unknown-outcome', undefined]);
  });

  it('are counted in the first line of the answer', async () => {
    await using _ = await service();
    const uri = await file(
      'GET /v1/things\n\n?? status == 200\n?? body == x\n?? body data.id startsWith thing_\n',
    );
    const { exchangeId = '' } = await outcomeOf('sendFromFile', uri, { environment: 'expectations' });
    // An answer of another file may still be open.
    const answer = vscode.workspace.textDocuments.find((document) =>
      document.uri.toString().includes(exchangeId),
    );
    assert.match(answer?.lineAt(0).text ?? '', / · 2 of 3 expectations met · /);
    await closeEditors();
  });

  it('are suggested from the answer of a request that was sent, and written under it where others have its title', async () => {
    await using _ = await service();
    const uri = await file(
      '### Same\nGET /v1/missing\n\n### Same\nGET /v1/things\n\n?? status == 200\n\n### Two\n',
    );
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal((await errorOf('addExpectations', uri, { line: 4 })).kind, 'preflight');
    const { exchangeId } = await outcomeOf('sendFromFile', uri, { ...quiet, line: 4 });
    assert.deepEqual(await offered(uri), [4]);
    assert.deepEqual((await outcomeOf('addExpectations', exchangeId)).data, { added: 5 });
    assert.equal(
      document.getText(),
      `### Same
GET /v1/missing

### Same
GET /v1/things

?? status == 200
?? header content-type includes application/json
?? body success == true
?? body message isString
?? body data.id startsWith thing_
?? body data.count isNumber

### Two
`,
    );
    assert.deepEqual((await outcomeOf('addExpectations', uri, { line: 4 })).data, { added: 0 });
    const { data } = await outcomeOf('sendFromFile', uri, { ...quiet, line: 4 });
    assert.ok((data as { expectations: { ok: boolean }[] }).expectations.every(({ ok }) => ok));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeEditors();
  });

  it('are suggested from the last answer, whatever came of the request since', async () => {
    await using _ = await service();
    const uri = await file('POST /v1/{{path}}\n\n{}\n');
    const send = (path: string) => outcomeOf('sendFromFile', uri, { ...quiet, variables: { path } });
    await send('dropped/1');
    assert.deepEqual(await offered(uri), []);
    const { exchangeId } = await send('things');
    await send('dropped/2');
    assert.deepEqual(await offered(uri), [0]);
    assert.equal((await outcomeOf('addExpectations', uri, { line: 0 })).exchangeId, exchangeId);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeEditors();
  });

  /** A file that uploads a document of its own, and expects something of the answer. */
  const uploading = async (expected: string) => {
    const name = `upload-${++number}.pdf`;
    await writeFile(name, newPdf());
    return file(`${uploadRequest(`./${name}`)}\n${expected}\n`);
  };

  it('say nothing of an upload whose bytes are there already, or may have arrived', async () => {
    await using here = await startService(
      (request, response, index) =>
        (index === 0
          ? answering(200, { ...ANSWER, data: { id: 'file_1', purpose: 'payment_evidence' } })
          : refusing(500))(request, response, index),
      'expectations',
    );
    const uri = await uploading('?? status == 200');
    const sent = async () =>
      (await outcomeOf('sendFromFile', uri, quiet)).data as { readonly expectations?: readonly unknown[] };
    assert.equal((await sent()).expectations?.length, 1);
    assert.equal((await sent()).expectations, undefined);
    assert.equal(here.seen.length, 1);
    const doubtful = await uploading('?? status == 500');
    assert.equal((await errorOf('sendFromFile', doubtful, quiet)).expectations?.length, 1);
    for (const command of ['sendFromFile', 'sendAllInFile']) {
      const { mayHaveActed, expectations } = await errorOf(command, doubtful, quiet);
      assert.deepEqual([mayHaveActed, expectations], [true, undefined]);
    }
    assert.equal(here.seen.length, 2);
  });
});

describe('variables that a team shares', () => {
  it('come from the nearest file, by the name or id of the environment, behind the lines of the file', async () => {
    await using here = await service();
    await file(
      '{"expectations": {"a": "far", "b": "far"}, "other": {"a": "chosen"}}',
      'http-client.env.json',
    );
    await file(
      // As some editors on Windows write it, with a byte order mark.
      '\ufeff{"expectations": {"a": "near", "apiUrl": "https://elsewhere.example"}}',
      'deep/http-client.env.json',
    );
    const uri = await file('@c = mine\nGET {{apiUrl}}/{{a}}/{{b}}/{{c}}\n', 'deep/shared.http');
    const path = async (options = {}) => {
      assert.ok((await outcomeOf('sendFromFile', uri, { ...quiet, ...options })).ok);
      return here.seen.at(-1)?.path;
    };
    assert.equal(await path(), '/v1/near/far/mine');
    assert.equal(await path({ variables: { a: 'given' } }), '/v1/given/far/mine');
    const choose = (set: string) => outcomeOf('chooseSharedVariables', set, { environment: 'expectations' });
    await choose('other');
    assert.equal(await path({ variables: { b: 'b' } }), '/v1/chosen/b/mine');
    await choose('');
    assert.equal(await path(), '/v1/near/far/mine');
    await file('{"expectations": {', 'deep/http-client.env.json');
    const refused = async () => {
      const { kind, message } = await errorOf('sendFromFile', uri, quiet);
      assert.equal(kind, 'preflight');
      assert.match(message, /http-client\.env\.json/);
    };
    await refused();
    const near = vscode.Uri.joinPath(uri, '../http-client.env.json');
    await vscode.workspace.fs.delete(near);
    await vscode.workspace.fs.createDirectory(near);
    await refused();
    for (const name of ['http-client.env.json', 'deep'])
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '../..', name), { recursive: true });
  });
});
