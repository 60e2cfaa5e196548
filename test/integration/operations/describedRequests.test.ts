import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { errorOf } from '../support/contract';
import { call, succeed, writeFile } from '../support/extension';
import { dismissAll } from '../support/prompts';

const DOCUMENT = `
openapi: 3.0.3
info: { title: Made-up payees, version: '1' }
components:
  schemas:
    Payee:
      type: object
      required: [id, name]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, pattern: '^[A-Z][a-z]+$' }
        iban: { type: string, example: NL91ABNA0417164300 }
  requestBodies:
    Payee: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Payee' } } } }
  responses:
    Payee: { content: { application/json: { schema: { $ref: '#/components/schemas/Payee' } } } }
paths:
  /v1/payees:
    post:
      operationId: makePayee
      summary: Make a payee
      parameters:
        - { name: Idempotency-Key, in: header, required: true, schema: { type: string, format: uuid } }
      requestBody: { $ref: '#/components/requestBodies/Payee' }
      responses: { 201: { $ref: '#/components/responses/Payee' } }
  /v1/payees/{payeeId}:
    parameters: [{ name: payeeId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readPayee
      responses:
        200:
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Payee' }
              example: { id: payee_0001, name: Ann }
    put:
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string }, example: v1 }]
      responses: { 204: { description: Confirmed } }
    delete: { responses: { 204: { description: Gone } } }
`;

describe('a request of a described operation', () => {
  let uri: vscode.Uri;
  before(async () => {
    uri = await writeFile('payees.yaml', DOCUMENT);
    await succeed('addApiDescription', uri);
  });
  after(async () => {
    await succeed('removeApiDescription', uri);
    await succeed('resetLocalSandbox');
  });

  async function send(operation: unknown): Promise<{ status: number; body: unknown }> {
    const { text } = (await succeed('newRequest', operation, { reveal: false })).data;
    const file = await writeFile('payee.http', text);
    return (await succeed('sendFromFile', file, { reveal: false })).data;
  }

  it('is filled in from its description, and goes to the Local Sandbox as it is', async () => {
    const { text } = (await succeed('newRequest', 'makePayee', { reveal: false })).data;
    assert.match(
      text,
      /^# Make a payee\nPOST \{\{apiUrl\}\}\/payees\nAuthorization: ApiKey \{\{apiKey\}\}\nIdempotency-Key: \{\{\$guid\}\}\n/,
    );
    assert.doesNotMatch(text, /"id"/);
    const { status, body } = await send('makePayee');
    const made = body as { id: string; name: string };
    assert.deepEqual([status, typeof made.id], [201, 'string']);
    const path = `/payees/${made.id}`;
    assert.equal(
      ((await succeed('sendRequest', { path, reveal: false })).data.body as { id: string }).id,
      made.id,
    );
    assert.equal((await succeed('sendRequest', { method: 'DELETE', path, reveal: false })).data.status, 204);
    assert.equal((await errorOf('sendRequest', { path, reveal: false })).status, 404);
  });

  it('is checked, and refused with its fields where it does not fit', async () => {
    const { exchangeId } = await succeed('sendRequest', { path: '/payees/x', reveal: false });
    const { data } = await succeed('checkAnswer', exchangeId);
    assert.deepEqual([data.checked, data.differences], [true, []]);
    const error = await errorOf('sendRequest', {
      method: 'POST',
      path: '/payees',
      body: { name: 'ann' },
      reveal: false,
    });
    assert.deepEqual([error.kind, error.status, error.code], ['api', 400, 'invalid_request']);
    assert.deepEqual(
      error.fields?.map(({ fieldName }) => fieldName),
      ['Idempotency-Key', 'name'],
    );
  });

  it('is written first where it needs a header, which nobody is asked for', async () => {
    const confirm = { method: 'PUT', path: '/payees/{payeeId}' };
    const written = await dismissAll(call('sendOperation', confirm, { reveal: false }));
    assert.ok(written.ok && 'text' in written.data, JSON.stringify(written));
    assert.match(written.data.text, /^If-Match: v1$/m);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('differs in nothing from a description of what was seen', async () => {
    await send('makePayee');
    await succeed('sendRequest', { path: '/payees/one', reveal: false });
    const target = await writeFile('seen.json', new Uint8Array());
    await succeed('exportApiDescription', { of: 'seen', target });
    await succeed('removeApiDescription', uri);
    try {
      const { data } = await succeed('addApiDescription', target);
      assert.deepEqual(data.warnings, []);
      // The Local Sandbox makes its answers from what was seen now.
      const { exchangeId } = await succeed('sendRequest', { path: '/payees/two', reveal: false });
      const check = (await succeed('checkAnswer', exchangeId)).data;
      assert.deepEqual([check.checked, check.differences], [true, []]);
      assert.equal(check.operation?.path, '/payees/{payeeId}');
    } finally {
      await succeed('removeApiDescription', target);
      await succeed('addApiDescription', uri);
    }
  });
});
