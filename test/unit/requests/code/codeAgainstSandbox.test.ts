import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Exchange } from '../../../../src/api/model/exchange';
import { generateCode } from '../../../../src/requests/code';
import { startLocalSandbox, type LocalSandbox } from '../../../../src/sandbox/server/server';
import { exchange, jsonRequest, uploadRequest } from '../exchanges';

const run = promisify(execFile);
const PDF = Buffer.from('%PDF-1.4\n% a small one\n');
const NAME = `it's "odd" $HOME; né.pdf`;

interface Answer {
  readonly success: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Each way of running generated code, with the key in the variable that the code names. */
const forms = {
  async curl(code: string, key: string): Promise<string> {
    const env = { PATH: process.env['PATH'], PAYMENTS_API_KEY: key };
    return (await run('sh', ['-c', code.replace(/^curl /, 'curl --silent --show-error ')], { env })).stdout;
  },

  /** An HTTP file as the REST Client extension reads it: variables, headers, and `< path` for a file's bytes. */
  async http(code: string, key: string): Promise<string> {
    const text = code.replaceAll('{{apiKey}}', key);
    const end = text.indexOf('\n\n');
    const [first = '', ...lines] = (end < 0 ? text.trimEnd() : text.slice(0, end)).split('\n');
    const [method = '', url = ''] = first.split(' ');
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const isForm = /^multipart/.test(headers['Content-Type'] ?? '');
    const written = end < 0 ? '' : text.slice(end + 2);
    const body = isForm
      ? Buffer.concat(
          written.split('\n').flatMap((line) => {
            return [/^< /.test(line) ? readFileSync(line.slice(2)) : Buffer.from(line), Buffer.from('\r\n')];
          }),
        )
      : Buffer.from(written.trimEnd());
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const request = send(
      url,
      { method, headers: { ...headers, 'content-length': body.length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve(Buffer.concat(chunks).toString());
        });
      },
    );
    request.on('error', reject);
    request.end(body);
    return promise;
  },
};

describe('generated code, run against the Local Sandbox', () => {
  let folder: string;
  let sandbox: LocalSandbox;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'code-'));
    sandbox = await startLocalSandbox({ file: ':memory:' });
  });
  after(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const target of ['curl', 'http'] as const) {
    const runs = async (made: Partial<Exchange>): Promise<Answer> => {
      const code = generateCode(exchange(made), target);
      assert.ok(!code.includes(sandbox.apiKey), 'the key is a placeholder');
      return JSON.parse(await forms[target](code, sandbox.apiKey)) as Answer;
    };

    it(`${target} reads a page of a list`, async () => {
      const answer = await runs({ url: `${sandbox.apiUrl}/local-sandbox/samples?limit=3` });
      assert.equal((answer.data['records'] as unknown[]).length, 3);
    });

    it(`${target} tops up`, async () => {
      const answer = await runs({
        method: 'POST',
        url: `${sandbox.apiUrl}/balances/sandbox/top-up`,
        request: jsonRequest('{"amount": 12.50, "currency": "EUR"}'),
      });
      assert.deepEqual([answer.success, answer.data], [true, {}]);
    });

    it(`${target} uploads a file with an odd name, and the bytes arrive`, async () => {
      const file = join(folder, NAME);
      writeFileSync(file, PDF);
      const { data } = await runs({
        method: 'POST',
        url: `${sandbox.filesUrl}/v1/files/upload`,
        request: uploadRequest(NAME, pathToFileURL(file).href),
      });
      const id = String(data['id']);
      const headers = { Authorization: `ApiKey ${sandbox.apiKey}` };
      const content = await fetch(`${sandbox.filesUrl}/v1/files/${id}/content`, { headers });
      assert.deepEqual(Buffer.from(await content.arrayBuffer()), PDF);
      const details = (await (
        await fetch(`${sandbox.filesUrl}/v1/files/${id}`, { headers })
      ).json()) as Answer;
      assert.equal(details.data['name'], NAME);
    });
  }
});
