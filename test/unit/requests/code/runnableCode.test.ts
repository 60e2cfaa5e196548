import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Exchange } from '../../../../src/api/model/exchange';
import { generateCode } from '../../../../src/requests/code';
import type { CodeTarget } from '../../../../src/requests/code';
import { exchange, jsonRequest, uploadRequest } from '../exchanges';
import type { HttpServer } from '../../../support/httpServer';
import { readForm, startReceiver } from './receiver';

const start = promisify(execFile);
/** Ends a program that hangs. */
const run = (command: string, args: readonly string[], options: object) =>
  start(command, args, { encoding: 'utf8', timeout: 120_000, ...options });
const KEY = 'test key $HOME `x` "q" \\';
// Java names files in the encoding of the locale.
const env = { ...process.env, LC_ALL: 'C.UTF-8', PAYMENTS_API_KEY: KEY };

/** Names that a shell, cURL's --form or a script could take for something else. */
const NAMES = [
  'bill.pdf',
  "it's.pdf",
  'a "quoted" name.pdf',
  'semi;type=text,comma.pdf',
  '$HOME `id` $(id) ${x}.pdf',
  '-',
  '--help.pdf',
  '@file.pdf',
  '<in.pdf',
  'back\\slash\\".pdf',
  'two\nlines.pdf',
  'trailing\\',
  ' spaces .pdf',
  '100%.pdf %0A',
  '!history!.pdf',
  'счёт 請求書 🧾.pdf',
  "'; exit 1; '",
];
const FEW_NAMES = ["it's; odd $HOME.pdf", 'счёт 請求書 🧾.pdf'];
const ONE_NAME = ["it's; odd $HOME счёт 🧾.pdf"];
const BODIES = [
  '{"amount":1.50,"currency":"EUR"}',
  '{\n  "note": "it\'s $HOME `id` \\"q\\" \\n {{x}} ü🧾"\n}\n',
  '@/etc/hostname',
  "'\n--url http://127.0.0.1:1/\n'",
  '',
];

/** Runs a program that was written to a file of that name. @returns what it printed */
const program = (command: string, name: string, ...args: readonly string[]) => {
  return async (code: string, cwd: string): Promise<string> => {
    const file = join(cwd, name);
    await writeFile(file, code);
    const { stdout } = await run(command, [...args, file], { env, cwd });
    return stdout;
  };
};
interface Runner {
  readonly target: CodeTarget;
  /** Whether the language is installed on this machine. */
  readonly probe: readonly [command: string, ...args: string[]];
  readonly execute: (code: string, cwd: string) => Promise<string>;
  /** Names of files to upload, where they are not a few because a program takes a while to start. */
  readonly names?: readonly string[];
}

const NODE = process.execPath;
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** C# is not run: a project for .NET would have to be downloaded. */
const runners: readonly Runner[] = [
  {
    ...{ target: 'curl', probe: ['curl', '--version'], names: NAMES },
    execute: async (code, cwd) => {
      const { stdout, stderr } = await run('sh', ['-c', code], { env, cwd });
      return stdout + stderr;
    },
  },
  {
    ...{ target: 'fetch', probe: [NODE, '--version'], execute: program(NODE, 'generated script.mjs') },
    // Each of them starts a Node; how texts are written in JavaScript is tested with all characters.
    names: [...FEW_NAMES, 'two\nlines.pdf', 'back\\slash\\".pdf'],
  },
  {
    target: 'python',
    probe: ['python3', '-c', 'import requests'],
    execute: program('python3', 'a script.py'),
  },
  { target: 'go', probe: ['go', 'version'], execute: program('go', 'generated.go', 'run') },
  // Programs in one file run since Java 11.
  {
    ...{ target: 'java', probe: ['java', '--source', '11', '--version'], names: ONE_NAME },
    execute: program('java', 'SendRequest.java', ...JAVA),
  },
  { target: 'php', probe: ['php', '-r', 'curl_init();'], execute: program('php', 'a script.php') },
  { target: 'ruby', probe: ['ruby', '-v'], execute: program('ruby', 'a script.rb') },
  {
    ...{ target: 'powershell', probe: ['pwsh', '-Version'] },
    execute: program('pwsh', 'a script.ps1', '-NoProfile', '-File'),
  },
];
const present = runners.filter(({ probe: [command, ...args] }) => {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
});

const absent = [
  'csharp',
  ...runners.filter((runner) => !present.includes(runner)).map(({ target }) => target),
];

it(`Generated code is run in ${present.map(({ target }) => target).join(', ')}; not on this machine: ${absent.join(', ')}`, () => {
  // The two that the tests of this project need anyway.
  for (const target of ['curl', 'fetch']) assert.ok(present.some((runner) => runner.target === target));
});

for (const { target, execute, names = FEW_NAMES } of present) {
  describe(`Generated ${target} code, run`, () => {
    let receiver: HttpServer;
    let folder: string;

    beforeEach(async () => {
      receiver = await startReceiver();
      folder = await mkdtemp(join(tmpdir(), 'generated code '));
    });
    afterEach(async () => {
      await receiver.close();
      await rm(folder, { recursive: true });
    });

    const send = async (more: Partial<Exchange>) => {
      const path = more.path ?? '/v1/files/upload';
      const code = generateCode(exchange({ method: 'POST', ...more, url: receiver.url + path }), target);
      const printed = await execute(code, folder);
      assert.match(printed, /req_7/, 'the request id is printed');
      const last = receiver.seen.at(-1);
      assert.ok(last);
      return last;
    };

    it('sends the method, the path and the key of the environment', async () => {
      const got = await send({ method: 'GET', path: "/v1/a%20b/[1-3]{x,y}?q='$HOME'&page=%7B%7D&x={{y}}" });
      assert.equal(got.method, 'GET');
      assert.equal(
        decodeURI(got.path),
        decodeURI(new URL("http://h/v1/a%20b/[1-3]{x,y}?q='$HOME'&page=%7B%7D&x={{y}}").href.slice(8)),
      );
      assert.equal(got.headers.authorization, `ApiKey ${KEY}`);
      assert.equal(receiver.seen.length, 1);
    });

    it('keeps doubled and empty headers, a method with a hyphen, and how lines end', async () => {
      const { headers } = jsonRequest('');
      const own = [
        ...headers,
        ['X-One', 'a'],
        ['x-one', "it's #{b}"],
        ['X-Empty', ''],
        ["X-!#$%&'*+.^`|~", 'c'],
        ['X-$HOME`id`', 'd'],
      ] as const;
      const text = '{\r\n"it\'s": "#{1 + 1} #$HOME"\r\n}';
      // Its compiler takes no string of that length.
      const body = target === 'java' ? text.padEnd(70_000, '請') : text;
      const request = { headers: own, body: { kind: 'json', text: body } } as const;
      const got = await send({ method: 'M-SEARCH', request });
      assert.equal(got.method, 'M-SEARCH');
      assert.equal(got.headers['x-one'], "a, it's #{b}");
      assert.equal(got.headers['x-empty'], '');
      assert.equal(got.headers["x-!#$%&'*+.^`|~"], 'c');
      assert.equal(got.headers['x-$home`id`'], 'd');
      assert.equal(got.body.toString(), body);
    });

    it('uploads a file of any name', async () => {
      const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0x0d, 0x0a, 0x0d]);
      for (const name of names) {
        const path = join(folder, name);
        await writeFile(path, content);
        const got = await send({ request: uploadRequest(name, pathToFileURL(path).href) });
        const [purpose, file, ...more] = readForm(got);
        assert.deepEqual(more, []);
        assert.deepEqual([purpose?.name, purpose?.content.toString()], ['purpose', 'payment_evidence']);
        assert.deepEqual(
          [file?.name, file?.fileName, file?.type],
          ['file', formName(name), 'application/pdf'],
        );
        assert.deepEqual(file?.content, content);
        assert.equal(got.headers.authorization, `ApiKey ${KEY}`);
      }
    });

    // The rest differs little between languages, and this one takes a while to start.
    if (names === ONE_NAME) return;

    it('sends a text body byte for byte', async () => {
      for (const body of names === NAMES ? BODIES : BODIES.slice(1, names.length + 1)) {
        const got = await send({ request: jsonRequest(body) });
        assert.equal(got.body.toString(), body);
        assert.equal(got.headers['content-type'], 'application/json');
        assert.equal(got.headers.host, new URL(receiver.url).host);
      }
    });

    it('gives no type to a text that was sent without one', async () => {
      const got = await send({ request: { headers: [], body: { kind: 'json', text: 'a note' } } });
      assert.deepEqual([got.headers['content-type'], got.body.toString()], [undefined, 'a note']);
    });

    // A program that waits for a body would never end.
    it('ends a HEAD request as soon as it is answered', async () => {
      const got = await send({ method: 'HEAD' });
      assert.deepEqual([got.method, got.body.length], ['HEAD', 0]);
    });

    it('sends no key where none was sent', async () => {
      const got = await send({ method: 'GET', request: { headers: [['X-Note', "it's $HOME"]] } });
      assert.equal(got.headers.authorization, undefined);
      assert.equal(got.headers['x-note'], "it's $HOME");
    });

    it('looks for a file that is not on this machine in the current folder', async () => {
      for (const name of ['-', 'bill.pdf']) {
        await writeFile(join(folder, name), 'here');
        const got = await send({ request: uploadRequest(name, 'vscode-vfs://github/a/bill.pdf') });
        assert.equal(readForm(got)[1]?.content.toString(), 'here');
      }
    });
  });
}

/** As browsers write a name into a form. */
function formName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\n', '%0A');
}
