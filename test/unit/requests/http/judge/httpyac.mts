// Asks httpyac's command line. It records what is sent for judge.http, into judge.json, and compares its verdict on every
// line of verdicts.mts:
//
//   npm install --prefix FOLDER httpyac@6.16.7
//   node test/unit/requests/http/judge/httpyac.mts FOLDER
//
// Two things are not the same in both. httpyac has no `# @prompt`: the value is given on its command line. And it names
// values of earlier answers otherwise than REST Client does, whose notation the extension takes over.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ANSWER, ANSWER_HEADERS, PROMPTED } from './values.mts';
import { ANSWER as JUDGED, VERDICTS } from './verdicts.mts';

interface Result {
  readonly requests: readonly { readonly testResults?: readonly { readonly status: string }[] }[];
}

const folder = import.meta.dirname;
const [, , httpyac = '.'] = process.argv;
const command = resolve(httpyac, 'node_modules/httpyac/bin/httpyac.js');
const left = 'user-agent accept-encoding host connection content-length transfer-encoding'.split(' ');
const seen: unknown[] = [];
const server = createServer((request, response) => {
  if (request.url === '/judged') {
    response.writeHead(JUDGED.status, JUDGED.headers.flat()).end(JUDGED.text);
    return;
  }
  void text(request).then((body) => {
    const headers = Object.entries(request.headers).filter(
      ([name, value]) => !left.includes(name) && !(name === 'accept' && value === '*/*'),
    );
    seen.push({ method: request.method, path: request.url, headers: Object.fromEntries(headers), body });
    response.writeHead(200, ANSWER_HEADERS).end(JSON.stringify(ANSWER));
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const cwd = await mkdtemp(join(tmpdir(), 'judged-'));

async function send(requests: string): Promise<Result> {
  await writeFile(join(cwd, 'sent.http'), requests);
  const variables = { apiUrl: `http://127.0.0.1:${port}`, ...PROMPTED };
  const args = Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}=${value}`]);
  // It exits with 1 where a test failed, and before a pipe is read.
  const output = join(cwd, 'judged.json');
  const child = spawn(process.execPath, [command, 'send', 'sent.http', '--all', '--json', ...args], {
    cwd,
    stdio: ['ignore', openSync(output, 'w'), 'inherit'],
  });
  await once(child, 'exit');
  return JSON.parse(await readFile(output, 'utf8')) as Result;
}

await copyFile(join(folder, 'judge.txt'), join(cwd, 'judge.txt'));
await send(
  (await readFile(join(folder, 'judge.http'), 'utf8'))
    .replaceAll(/(\w+)\.response\.body\.\$\./g, '$1.')
    .replaceAll(/(\w+)\.response\.headers\.([\w-]+)/g, '$1Response.headers["$2"]'),
);
await writeFile(join(folder, 'judge.json'), `${JSON.stringify(seen, undefined, 2)}\n`);

const rows = VERDICTS.trim().split('\n');
const hash = (name: string) => createHash(name.toLowerCase()).update(JUDGED.text).digest('base64');
const judged = await send(
  rows
    .map((row) => `###\nGET {{apiUrl}}/judged\n\n?? ${row.slice(2).replace(/MD5|SHA256|SHA512/, hash)}\n`)
    .join('\n'),
);
server.close();
server.closeAllConnections();
const differing = rows.filter((row, index) => {
  const status = judged.requests[index]?.testResults?.[0]?.status;
  return status !== (row.startsWith('+') ? 'SUCCESS' : 'FAILED');
});
console.log([...differing, `${rows.length} lines, ${differing.length} differ`].join('\n'));
process.exitCode = differing.length === 0 ? 0 : 1;
