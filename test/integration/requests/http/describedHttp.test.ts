import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../../host/editor/waiting.mts';
import { outcomeOf } from '../../support/contract';
import { completionsAt, extension, hoverAt, labelOf, succeed, writeFile } from '../../support/extension';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Made-up payees, version: '1' }
paths:
  /v1/payees:
    post:
      summary: Make a payee
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { format: uuid } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                note: { type: string }
                name: { type: string, description: As on the account. }
                kind: { enum: [person, company] }
                address: { type: object, properties: { city: { type: string }, zip: { type: string } } }
  /v1/payees/forms:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema:
              required: [name]
              properties: { note: { type: string }, name: { type: string }, kind: { enum: [a person, company] } }
  /v1/lists/{state}/payees:
    get:
      parameters: [{ name: state, in: path, required: true, schema: { enum: [open, closed] } }]
  /v1/payees/{payeeId}:
    get:
      parameters:
        - { name: payeeId, in: path, required: true, schema: { type: string, minLength: 3 } }
        - { name: fields, in: query, required: true, schema: { enum: [all, few] }, description: Which. }
        - { name: page, in: query, schema: { type: integer } }
`;

let number = 0;
async function open(text: string): Promise<vscode.TextDocument> {
  const uri = await writeFile(`described-${++number}.http`, text);
  return vscode.workspace.openTextDocument(uri);
}

/**
 * What is offered at the bar of a text, in order. The editor is given what descriptions say only where that is known
 * within a moment: on a busy computer it is asked for again.
 */
async function offered(
  text: string,
  isMeant: (item: vscode.CompletionItem) => boolean = () => true,
): Promise<vscode.CompletionItem[]> {
  const name = `described-${++number}.http`;
  const read = async () => {
    const items = await completionsAt(name, text);
    return items
      .filter(({ sortText, kind }) => sortText !== undefined && kind !== vscode.CompletionItemKind.Text)
      .filter(isMeant)
      .toSorted((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1));
  };
  return eventually(read, ({ length }) => length > 0);
}

const labels = (items: readonly vscode.CompletionItem[]) => items.map(labelOf);
const inserted = (item: vscode.CompletionItem | undefined) =>
  item?.insertText instanceof vscode.SnippetString ? item.insertText.value : item?.insertText;

/** The marks that descriptions make, once there are as many. */
const marks = (uri: vscode.Uri, count: number) =>
  eventually(
    () =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ code }) => code === 'does-not-fit' || code === 'unknown-operation')
        .map(({ range: { start, end }, severity, message }) => {
          const place = `${start.line} ${start.character}-${end.character}`;
          return `${place} ${vscode.DiagnosticSeverity[severity]} ${message}`;
        })
        .sort(),
    ({ length }) => length === count,
  );

describe('an .http file whose operations are described', () => {
  let uri: vscode.Uri;

  before(async () => {
    await extension().activate();
    await outcomeOf('startLocalSandbox');
    await outcomeOf('switchEnvironment', 'local');
    uri = await writeFile('payees.yaml', DOCUMENT);
    await succeed('addApiDescription', uri);
  });
  after(async () => {
    await succeed('removeApiDescription', uri);
  });

  it('completes paths, the query and headers', async () => {
    const paths = await offered('GET {{apiUrl}}/pay|');
    const path = paths.find((item) => labelOf(item) === '/payees/{payeeId}');
    assert.equal(inserted(path), '/payees/${1:payeeId}');
    assert.ok(!labels(paths).includes('/payees'), 'of another method');
    const query = await offered('GET {{apiUrl}}/payees/p_1?|');
    assert.deepEqual([labels(query), inserted(query[0])], [['fields', 'page'], 'fields=$0']);
    assert.deepEqual(labels(await offered('GET {{apiUrl}}/payees/p_1?fields=all\n  &|')), ['page']);
    assert.deepEqual(labels(await offered('GET {{apiUrl}}/payees/p_1?page=1&fields=|')), ['all', 'few']);
    const [header] = await offered('POST {{apiUrl}}/payees\nIdem|\n\n{}');
    assert.equal(inserted(header), 'Idempotency-Key: $0');
  });

  it('completes values of the path, and names and values of a form', async () => {
    // Whole paths are offered beside them.
    const values = await offered('GET {{apiUrl}}/lists/o|', (item) => !labelOf(item).startsWith('/'));
    assert.deepEqual(labels(values), ['open', 'closed']);
    const form = (text: string) =>
      offered(`POST {{apiUrl}}/payees/forms\nContent-Type: application/x-www-form-urlencoded\n\n${text}`);
    const names = await form('note=x\n&n|');
    assert.deepEqual([labels(names), inserted(names[0])], [['name', 'kind'], 'name=$0']);
    assert.deepEqual(labels(await form('name=Ann&kind=|')), ['a%20person', 'company']);
  });

  it('completes names and values of a JSON body, the required names first', async () => {
    const body = (text: string) => offered(`POST {{apiUrl}}/payees\n\n${text}`);
    const names = await body('{ "note": {{note}}, "|" }');
    assert.deepEqual(
      [labels(names), inserted(names[0])],
      [['name', 'kind', 'address'], '"name": "\\$1"'.replace('\\', '')],
    );
    assert.deepEqual(labels(await body('{ "kind": "|" }')), ['"person"', '"company"']);
    const inner = await body('{\n "address": { "ci|"\n "zip": "1" } }');
    assert.equal(inserted(inner[0]), '"city": "$1",');
  });

  it('says what a parameter or a field is', async () => {
    const text = 'GET {{apiUrl}}/payees/p_1?fields=all\n\n###\nPOST {{apiUrl}}/payees\n\n{ "name": "Ann" }\n';
    const document = await open(text);
    const hover = (part: string) =>
      eventually(
        () => hoverAt(document, document.positionAt(text.indexOf(part) + 1)),
        (shown) => shown !== '',
      );
    assert.match(await hover('fields='), /fields.*required.*Which\..*all/s);
    assert.match(await hover('p_1'), /payeeId.*string/s);
    assert.match(await hover('"name"'), /name.*string.*required.*As on/s);
  });

  it('is marked where it does not fit, and sent all the same', async () => {
    const document = await open(
      [
        'GET {{apiUrl}}/payees/p?page=x',
        '###',
        'GET {{apiUrl}}/payees/{{later.response.body.$.id}}?fields=all',
        '###',
        '# @name later',
        'POST {{apiUrl}}/payees',
        'Idempotency-Key: {{$guid}}',
        '',
        '{ "kind": "dog",',
        '  "address": { "zip": 5 } }',
        '###',
        'GET {{apiUrl}}/payers',
        '###',
        // The file tells its type, and is not read for a mark.
        'POST {{apiUrl}}/payees',
        'Idempotency-Key: {{$guid}}',
        '',
        '< ./payee.json',
      ].join('\n'),
    );
    assert.deepEqual(await marks(document.uri, 7), [
      '0 22-23 Warning payeeId: The number of characters must be ≥ 3.',
      '0 24-30 Warning page: integer is expected, not string.',
      '0 4-30 Warning fields: This is missing.',
      '11 4-21 Information No operation GET /payers is known.',
      '8 0-1 Warning name: This is missing.',
      '8 10-15 Warning kind: One of these is expected: "person", "company".',
      '9 22-23 Warning address.zip: string is expected, not number.',
    ]);
    const outcome = await outcomeOf('sendFromFile', document.uri, { line: 11, reveal: false });
    assert.ok(!outcome.ok && outcome.error?.kind === 'api', 'The service answered');
  });

  it('is marked again when its description changes', async () => {
    const document = await open('GET {{apiUrl}}/payees/p_1?fields=all&page=x\n');
    await marks(document.uri, 1);
    await succeed('removeApiDescription', uri);
    await marks(document.uri, 0);
    await succeed('addApiDescription', uri);
    await marks(document.uri, 1);
  });
});
