import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exchange } from '../../../../src/api/model/exchange';
import { generateCode } from '../../../../src/requests/code';
import type { CodeTarget } from '../../../../src/requests/code';
import { exchange, jsonRequest, uploadRequest } from '../exchanges';
import type { HttpServer } from '../../../support/httpServer';
import { readForm, startReceiver } from './receiver';
import {
  alone,
  inShell,
  JAVA_DRIVER,
  KEY,
  NODE_DRIVER,
  PYTHON_DRIVER,
  together,
  type Running,
  type Start,
} from './running';

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

interface Runner {
  readonly target: CodeTarget;
  /** Whether the language is installed on this machine. */
  readonly probe: readonly [command: string, ...args: string[]];
  readonly start: Start;
  /** Names of files to upload, where they are not a few because a program takes a while to start. */
  readonly names?: readonly string[];
}

const NODE = process.execPath;
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** C# is not run: a project for .NET would have to be downloaded. */
const runners: readonly Runner[] = [
  { target: 'curl', probe: ['curl', '--version'], start: inShell, names: NAMES },
  {
    ...{ target: 'fetch', probe: [NODE, '--version'] },
    start: together(NODE_DRIVER, 'generated script.mjs', NODE),
    // How texts are written in JavaScript is tested with all characters.
    names: [...FEW_NAMES, 'two\nlines.pdf', 'back\\slash\\".pdf'],
  },
  {
    target: 'python',
    probe: ['python3', '-c', 'import requests'],
    start: together(PYTHON_DRIVER, 'a script.py', 'python3'),
  },
  { target: 'go', probe: ['go', 'version'], start: alone('go', 'generated.go', 'run') },
  // Programs in one file run since Java 11.
  {
    ...{ target: 'java', probe: ['java', '--source', '11', '--version'], names: ONE_NAME },
    start: together(JAVA_DRIVER, 'SendRequest.java', 'java', ...JAVA),
  },
  { target: 'php', probe: ['php', '-r', 'curl_init();'], start: alone('php', 'a script.php') },
  { target: 'ruby', probe: ['ruby', '-v'], start: alone('ruby', 'a script.rb') },
  {
    ...{ target: 'powershell', probe: ['pwsh', '-Version'] },
    start: alone('pwsh', 'a script.ps1', '-NoProfile', '-File'),
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

for (const { target, start, names = FEW_NAMES } of present) {
  describe(`Generated ${target} code, run`, () => {
    let receiver: HttpServer;
    let folder: string;
    let running: Running;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'generated code '));
      running = start(folder);
    });
    after(async () => {
      running.end();
      await rm(folder, { recursive: true });
    });
    beforeEach(async () => {
      receiver = await startReceiver();
    });
    afterEach(() => receiver.close());

    const send = async (more: Partial<Exchange>) => {
      const path = more.path ?? '/v1/files/upload';
      const code = generateCode(exchange({ method: 'POST', ...more, url: receiver.url + path }), target);
      const printed = await running.execute(code);
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
