// Records what httpyac's command line sends for judge.http, into judge.json:
//
//   npm install --prefix FOLDER httpyac@6.16.7
//   node test/unit/requests/http/judge/record.mts FOLDER
//
// Two things are not the same in both. httpyac has no `# @prompt`: the value is given on its command line. And it names
// values of earlier answers otherwise than REST Client does, whose notation the extension takes over.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ANSWER, ANSWER_HEADERS, PROMPTED } from './values.mts';

const folder = import.meta.dirname;
const [, , httpyac = '.'] = process.argv;
/** httpyac looks for files beside the one that it sends. */
const translated = join(folder, 'judge-httpyac.http');
const left = new Set([
  'user-agent',
  'accept-encoding',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
]);

const seen: unknown[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const headers = Object.entries(request.headers).filter(
      ([name, value]) => !left.has(name) && !(name === 'accept' && value === '*/*'),
    );
    seen.push({ method: request.method, path: request.url, headers: Object.fromEntries(headers), body });
    response.writeHead(200, ANSWER_HEADERS).end(JSON.stringify(ANSWER));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');
writeFileSync(
  translated,
  readFileSync(join(folder, 'judge.http'), 'utf8')
    .replaceAll(/(\w+)\.response\.body\.\$\./g, '$1.')
    .replaceAll(/(\w+)\.response\.headers\.([\w-]+)/g, '$1Response.headers["$2"]'),
);
try {
  const variables = { apiUrl: `http://127.0.0.1:${address.port}`, ...PROMPTED };
  const args = Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}=${value}`]);
  const command = join(httpyac, 'node_modules/httpyac/bin/httpyac.js');
  const child = spawn(process.execPath, [command, 'send', translated, '--all', '--output', 'none', ...args], {
    stdio: 'inherit',
  });
  await once(child, 'exit');
  writeFileSync(join(folder, 'judge.json'), `${JSON.stringify(seen, undefined, 2)}\n`);
} finally {
  rmSync(translated);
  server.closeAllConnections();
  server.close();
}
