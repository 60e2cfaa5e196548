// Asks httpyac's command line for its verdict on every line of verdicts.mts, and compares:
//
//   npm install --prefix FOLDER httpyac@6.16.7
//   node test/unit/requests/http/judge/compare.mts FOLDER
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ANSWER, VERDICTS } from './verdicts.mts';

interface Result {
  readonly requests: readonly { readonly testResults?: readonly { readonly status: string }[] }[];
}

const [, , httpyac = '.'] = process.argv;
const command = resolve(httpyac, 'node_modules/httpyac/bin/httpyac.js');
const rows = VERDICTS.trim().split('\n');
const hash = (name: string) => createHash(name.toLowerCase()).update(ANSWER.text).digest('base64');
const server = createServer((_, response) => {
  response.writeHead(ANSWER.status, ANSWER.headers.flat()).end(ANSWER.text);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const cwd = await mkdtemp(join(tmpdir(), 'judged-'));
const requests = rows.map(
  (row) => `###\nGET http://127.0.0.1:${port}/\n\n?? ${row.slice(2).replace(/MD5|SHA256|SHA512/, hash)}\n`,
);
await writeFile(join(cwd, 'judged.http'), requests.join('\n'));
// It exits with 1 where a test failed, and before a pipe is read.
const output = join(cwd, 'judged.json');
const child = spawn(process.execPath, [command, 'send', 'judged.http', '--all', '--json'], {
  cwd,
  stdio: ['ignore', openSync(output, 'w'), 'inherit'],
});
await once(child, 'exit');
server.close();
server.closeAllConnections();
const judged = (JSON.parse(await readFile(output, 'utf8')) as Result).requests;
const differing = rows.filter((row, index) => {
  const status = judged[index]?.testResults?.[0]?.status;
  return status !== (row.startsWith('+') ? 'SUCCESS' : 'FAILED');
});
console.log([...differing, `${rows.length} lines, ${differing.length} differ`].join('\n'));
process.exitCode = differing.length === 0 ? 0 : 1;
