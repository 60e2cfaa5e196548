import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exchange } from '../../../../src/api/model/exchange';
import { generateCode, type CodeTarget } from '../../../../src/requests/code';
import { exchange, jsonRequest, uploadRequest } from '../exchanges';
import { startHttpServer, type HttpServer, type SeenRequest } from '../../../support/httpServer';
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
  `it's a "quoted" $HOME \`id\` $(id) \${x} !history! 100% %0A.pdf`,
  'semi;type=text,comma.pdf',
  "'; exit 1; '",
  '-',
  '--help.pdf',
  '@file.pdf',
  '<in.pdf',
  ' back\\slash\\" two\nlines\\',
  'счёт 請求書 🧾.pdf',
];
const FEW_NAMES = ["it's; odd $HOME.pdf", 'счёт 請求書 🧾.pdf'];
const ONE_NAME = ["it's; odd $HOME счёт 🧾.pdf"];
const TEXT = '{\r\n"it\'s": "#{1 + 1} #$HOME `id` \\"q\\" \\n {{x}} ü🧾"\r\n}\n';
/** Texts that cURL could take for something else. */
const BODIES = ['@/etc/hostname', "'\n--url http://127.0.0.1:1/\n'", ''];

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
    // To load it takes a second.
    probe: ['python3', '-c', 'from importlib.util import *; exit(find_spec("requests") is None)'],
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
      // With the length of a body to HEAD: whoever waits for that hangs.
      receiver = await startHttpServer(({ method }, response) => {
        const more = method === 'HEAD' ? { 'content-length': 16 } : { connection: 'close' };
        response.writeHead(200, { ...more, 'x-request-id': 'req_7' }).end('{"success":true}');
      });
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

    it('sends a path and the key of the environment, and ends a HEAD request as soon as it is answered', async () => {
      const path = "/v1/a%20b/[1-3]{x,y}?q='$HOME'&page=%7B%7D&x={{y}}";
      const got = await send({ method: 'HEAD', path });
      assert.equal(got.method, 'HEAD');
      assert.equal(
        decodeURI(got.path),
        decodeURI(new URL(receiver.url + path).href.slice(receiver.url.length)),
      );
      assert.equal(got.headers.authorization, `ApiKey ${KEY}`);
      assert.equal(got.body.length, 0);
      assert.equal(receiver.seen.length, 1);
    });

    it('sends a text byte for byte, doubled and empty headers, and a method with a hyphen', async () => {
      const own = [
        ...jsonRequest('').headers,
        ['X-One', 'a'],
        ['x-one', "it's #{b}"],
        ['X-Empty', ''],
        ["X-!#$%&'*+.^`|~", 'c'],
        ['X-$HOME`id`', 'd'],
      ] as const;
      // Its compiler takes no string of that length.
      const first = target === 'java' ? TEXT.padEnd(70_000, '請') : TEXT;
      for (const text of [first, ...(target === 'curl' ? BODIES : [])]) {
        const got = await send({
          method: 'M-SEARCH',
          request: { headers: own, body: { kind: 'json', text } },
        });
        assert.equal(got.method, 'M-SEARCH');
        assert.equal(got.headers['x-one'], "a, it's #{b}");
        assert.equal(got.headers['x-empty'], '');
        assert.equal(got.headers["x-!#$%&'*+.^`|~"], 'c');
        assert.equal(got.headers['x-$home`id`'], 'd');
        assert.equal(got.headers['content-type'], 'application/json');
        assert.equal(got.headers.host, new URL(receiver.url).host);
        assert.equal(got.body.toString(), text);
      }
    });

    it('uploads a file of any name', async () => {
      const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0x0d, 0x0a, 0x0d]);
      for (const name of names) {
        const path = join(folder, name);
        await writeFile(path, content);
        // What is not on this machine is looked for in the current folder.
        const { href } = name === '-' ? { href: 'vscode-vfs://github/a/bill.pdf' } : pathToFileURL(path);
        const got = await send({ request: uploadRequest(name, href) });
        const [purpose, file, ...more] = readForm(got);
        assert.deepEqual(more, []);
        assert.deepEqual([purpose?.name, purpose?.content.toString()], ['purpose', 'payment_evidence']);
        const { name: field, fileName, type } = file ?? {};
        assert.deepEqual([field, fileName, type], ['file', formName(name), 'application/pdf']);
        assert.deepEqual(file?.content, content);
        assert.equal(got.headers.authorization, `ApiKey ${KEY}`);
      }
    });

    // The rest differs little between languages, and this one takes a while to start.
    if (names === ONE_NAME) return;

    it('gives no type to a text that was sent without one, and no key where none was sent', async () => {
      const request = {
        headers: [['X-Note', "it's $HOME"]],
        body: { kind: 'json', text: 'a note' },
      } as const;
      const { headers, body } = await send({ request });
      const { 'content-type': type, authorization, 'x-note': note } = headers;
      assert.deepEqual([type, authorization, note], [undefined, undefined, "it's $HOME"]);
      assert.equal(body.toString(), 'a note');
    });
  });
}

/** As browsers write a name into a form. */
function formName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\n', '%0A');
}

/** The parts of a multipart request (RFC 7578), their names still escaped. */
function readForm({ headers, body }: SeenRequest) {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  assert.equal(pieces[0], '');
  assert.match(pieces.at(-1) ?? '', /^--\r\n/);
  return pieces.slice(1, -1).map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const head = Buffer.from(piece.slice(0, end), 'latin1').toString();
    return {
      name: /; name="([^"]*)"/.exec(head)?.[1],
      fileName: /; filename="([^"]*)"/.exec(head)?.[1],
      type: /^content-type: (.*)$/im.exec(head)?.[1],
      content: Buffer.from(piece.slice(end + 4), 'latin1'),
    };
  });
}
