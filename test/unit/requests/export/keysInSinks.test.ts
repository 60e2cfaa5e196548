import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type * as vscode from 'vscode';
import { type Exchange, createUndiciTransport } from '../../../../src/api';
import { CODE_TARGETS, generateCode } from '../../../../src/requests/code';
import { bodyOf } from '../../../../src/requests/exchange/answer';
import { renderExchange } from '../../../../src/requests/exchange/exchangeText';
import { entriesOf } from '../../../../src/requests/export/har';
import { recordsOf } from '../../../../src/requests/records/paging';
import { recordsToCsv } from '../../../../src/requests/records/exports';
import { supportReport } from '../../../../src/requests/export/supportReport';
import { logExchange } from '../../../../src/ui/log';
import { failureOf, makeClient } from '../../../support/apiClient';
import { type Handler, sendJson, startHttpServer } from '../../../support/httpServer';
import { inPlace } from '../../storage/support';

/** A beginning that is nowhere else, so that every match is the key. */
const keys = fc.stringMatching(/^[\x20-\x7e]{6,40}[\x21-\x7e]$/).map((rest) => `K~9q${rest}`);

/** The ways in which the service echoes the key. */
const FORMS: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => encodeURIComponent(key),
  (key) => Buffer.from(key).toString('hex').replace(/../g, '%$&'),
  (key) => Buffer.from(key).toString('base64'),
  (key) => Buffer.from(key).toString('base64url'),
  (key) => Buffer.from(`ApiKey ${key}`).toString('base64'),
];

const echo: Handler = (request, response) => {
  const asked = new URL(request.path, 'http://h').searchParams.get('key');
  const { key } = asked === null ? (JSON.parse(request.body.toString()) as { key: string }) : { key: asked };
  const forms = FORMS.map((form) => form(key));
  const headers = Object.fromEntries(forms.map((text, index) => [`x-echo-${index}`, text]));
  if (request.method === 'POST') {
    const data = [{ fieldName: key, code: 'echoed', message: forms.join(' ') }];
    const answer = { success: false, code: 'invalid_request', message: `No: ${key}`, data };
    sendJson(response, 400, answer, headers);
    return;
  }
  const isFirst = !request.path.includes('page=');
  const records = [{ id: 1, [key]: 'a name', plain: key, nested: { echo: forms }, sum: '=1+1' }];
  const paging = { totalCount: 2, ...(isFirst && { nextPage: 'two' }) };
  sendJson(response, 200, { success: true, message: key, data: { records, paging } }, headers);
};

describe('An API key, of this environment or another, that the service echoes', () => {
  inPlace('reaches no sink: document, HAR, code, report, log, database, CSV or error', async (place) => {
    await using server = await startHttpServer(echo);
    const storage = place.open({ onProblem: ({ message }) => assert.fail(message) });
    const echoed: string[] = [];
    await fc.assert(
      fc.asyncProperty(keys, fc.boolean(), async (key, isOfAnother) => {
        const own = isOfAnother ? 'another-key-5f3' : key;
        const options = { apiKey: own, otherKeys: [key] };
        await using test = makeClient(server.url, createUndiciTransport(), options);
        const { client, exchanges } = test;
        const echoing = `/list?key=${encodeURIComponent(key)}`;
        const records: unknown[] = [];
        for await (const page of client.pages({ path: echoing }))
          records.push(...(recordsOf(page.body) ?? []));
        const failure = await failureOf(
          client.request({ method: 'POST', path: '/echo', body: { key, [key]: [key] } }),
        );
        assert.equal(records.length, 2);
        assert.equal(exchanges.length, 3);
        assert.equal(server.seen.at(-1)?.headers.authorization, `ApiKey ${own}`);

        assertNoKey(key, 'the CSV', recordsToCsv(records));
        assertNoKey(key, 'the error', JSON.stringify([failure.facts, failure.message, failure]));
        assertNoKey(key, 'the HAR file', JSON.stringify(exchanges.map(entriesOf)));
        for (const exchange of exchanges) checkSinks(key, exchange);
        for (const exchange of exchanges) storage.history.add(exchange, 1000);
        for (const { id } of exchanges) assertNoKey(key, 'a row', JSON.stringify(storage.history.get(id)));
        echoed.push(key);
      }),
      { numRuns: 12 },
    );
    const folder = dirname(place.file);
    const inFiles = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    const open = inFiles().join('\n');
    storage.close();
    const closed = inFiles().join('\n');
    for (const key of echoed) {
      assertNoKey(key, 'the open database', open);
      assertNoKey(key, 'the database', closed);
    }
  });
});

function checkSinks(key: string, exchange: Exchange): void {
  const shown = { environmentName: 'Test', body: bodyOf(exchange) ?? '' };
  assertNoKey(key, 'the document', renderExchange(exchange, shown));
  for (const { id } of CODE_TARGETS) assertNoKey(key, `the code for ${id}`, generateCode(exchange, id));
  const context = {
    environmentName: 'Test',
    address: 'https://api.example',
    extensionVersion: '1.0.0',
    editorVersion: '1.122.0',
    timeZone: 'UTC',
  };
  assertNoKey(key, 'the report', supportReport(exchange, context));
  assertNoKey(key, 'the log', logged(exchange));
}

/** All that the log is given, whatever its level. */
function logged(exchange: Exchange): string {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const log = { logLevel: 1, info: write, warn: write, debug: write };
  logExchange(log as unknown as vscode.LogOutputChannel, exchange, true);
  assert.ok(lines.length >= 2, 'a line and an envelope');
  return lines.join('\n');
}

function assertNoKey(key: string, where: string, text: string): void {
  for (const form of FORMS) {
    const echoed = form(key);
    for (const written of [echoed, JSON.stringify(echoed).slice(1, -1), echoed.replaceAll('"', '""')]) {
      assert.ok(!text.includes(written), `${where} holds the key as ${written}`);
    }
  }
}
