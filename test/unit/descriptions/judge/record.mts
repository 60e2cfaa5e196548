// Puts a validating proxy (Prism) between requests and the Local Sandbox, and records what it says, into prism.json:
//
//   npm install --prefix FOLDER @stoplight/prism-cli@5.14.2
//   node test/unit/descriptions/judge/record.mts FOLDER [DOCUMENT…]
//   npm run format
//
// The requests are those that New Request writes, and the same with a part that is missing or of another type. They
// are judged with the exported description and with the description in `sample`, which are recorded whole. Of other
// documents, which are given by their paths, only the numbers and what is judged otherwise is recorded, in others.json:
// the proxy puts in defaults before it looks for what is missing.
import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { load } from 'js-yaml';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const folder = import.meta.dirname;
const root = join(folder, '../../../..');
const [, , prism = '.', ...others] = process.argv;
const work = mkdtempSync(join(tmpdir(), 'prism-'));
const children: ChildProcess[] = [];

interface Violation {
  readonly location: readonly (string | number)[];
  readonly code?: string | number;
  readonly message: string;
}
interface Judged {
  readonly request: string;
  readonly traffic: string;
  readonly isRefused: boolean;
  readonly differences: readonly string[];
  readonly violations: readonly Violation[];
  readonly isLost: boolean;
}
interface Judging {
  judge: (document: string, through: (address: string) => Promise<string>) => Promise<Judged[]>;
  textOf: (document: string) => Promise<string>;
  cleanUp: () => Promise<void>;
}

/** Starts the proxy. @returns its address */
async function start(file: string, upstream: string): Promise<string> {
  const command = join(prism, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const args = [command, 'proxy', file, upstream, '--host', '127.0.0.1', '--port', port];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The proxy has ended.')));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('is listening on')) resolve();
    });
  });
  return `http://127.0.0.1:${port}`;
}

/** The proxy checks nothing of a schema that has a pattern which it cannot read. */
function withReadablePatterns(name: string, value: unknown): unknown {
  return name === 'pattern' && typeof value === 'string' && !isReadable(value) ? undefined : value;
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}

/** What the proxy says of the request or of the answer. It knows nothing of the key of the Local Sandbox. */
function said({ violations, isLost }: Judged, part: 'request' | 'response'): string[] {
  if (isLost) return part === 'request' ? [] : ['The proxy could not read the answer.'];
  return violations
    .filter(({ location, code }) => location[0] === part && code !== 401)
    .map(({ location, message }) => `${location.slice(1).join('.')}: ${message}`);
}

const record = (judged: Judged) => ({
  request: judged.request,
  traffic: judged.traffic,
  ofRequest: said(judged, 'request'),
  ofAnswer: judged.isRefused ? [] : said(judged, 'response'),
});

function isOtherwise(judged: Judged): boolean {
  const { ofRequest, ofAnswer } = record(judged);
  return judged.isRefused !== ofRequest.length > 0 || judged.differences.length > 0 !== ofAnswer.length > 0;
}

try {
  const bundle = join(work, 'judging.cjs');
  const contents = "export * from './judging'; export { cleanUp } from '../../sandbox/support';";
  buildSync({
    stdin: { contents, resolveDir: folder },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  const { judge, textOf, cleanUp } = createRequire(import.meta.url)(bundle) as Judging;
  const judgedOf = async (document: string) => {
    const file = join(work, `${basename(document)}.json`);
    writeFileSync(file, JSON.stringify(load(await textOf(document)), withReadablePatterns));
    const judged = await judge(document, (address) => start(file, address));
    await cleanUp();
    return judged;
  };
  const sample = join(root, 'sample/openapi.yaml');
  const whole = { documented: await judgedOf('documented'), sample: await judgedOf(sample) };
  const recorded = { documented: whole.documented.map(record), sample: whole.sample.map(record) };
  writeFileSync(join(folder, 'prism.json'), `${JSON.stringify(recorded, undefined, 2)}\n`);
  const kept = join(folder, 'others.json');
  const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as object) : {};
  const now: Record<string, { requests: number; refused: number; otherwise: unknown[] }> = {};
  for (const document of others) {
    const judged = await judgedOf(document);
    const otherwise = judged.filter(isOtherwise).map((each) => ({
      request: each.request,
      here: each.isRefused ? ['refused'] : each.differences,
      proxy: [...record(each).ofRequest, ...record(each).ofAnswer],
    }));
    const refused = judged.filter(({ isRefused }) => isRefused).length;
    now[basename(document)] = { requests: judged.length, refused, otherwise };
  }
  writeFileSync(kept, `${JSON.stringify({ ...known, ...now }, undefined, 2)}\n`);
  for (const [name, judged] of Object.entries(whole))
    process.stdout.write(
      `${name}: ${judged.length} requests, ${judged.filter(isOtherwise).length} judged otherwise\n`,
    );
  for (const [name, { requests, otherwise }] of Object.entries(now))
    process.stdout.write(`${name}: ${requests} requests, ${otherwise.length} judged otherwise\n`);
} finally {
  await Promise.all(
    children.map(async (child) => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }),
  );
  rmSync(work, { recursive: true });
}
