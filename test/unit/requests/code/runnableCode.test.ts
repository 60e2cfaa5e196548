import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Exchange } from '../../../../src/api/exchange';
import { generateCode } from '../../../../src/requests/code';
import { exchange, jsonRequest, uploadRequest } from '../exchanges';
import { readForm, startReceiver } from './receiver';
import type { Receiver } from './receiver';

const run = promisify(execFile);
const KEY = 'test key $HOME `x` "q" \\';
const env = { ...process.env, PAYMENTS_API_KEY: KEY };

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
const BODIES = [
  '{"amount":1.50,"currency":"EUR"}',
  '{\n  "note": "it\'s $HOME `id` \\"q\\" \\n {{x}} ü🧾"\n}\n',
  '@/etc/hostname',
  "'\n--url http://127.0.0.1:1/\n'",
  '',
];

const shell = async (code: string, cwd: string) => {
  await run('sh', ['-c', code], { env, cwd }).catch((error: unknown) => {
    throw new Error(`The generated command failed. Is curl installed?\n${code}`, { cause: error });
  });
};
const node = async (code: string, cwd: string) => {
  const file = join(cwd, 'generated script.mjs');
  await writeFile(file, code);
  await run(process.execPath, [file], { env, cwd });
};

for (const [target, execute] of [
  ['curl', shell],
  ['fetch', node],
] as const) {
  describe(`Generated ${target} code, run`, () => {
    let receiver: Receiver;
    let folder: string;

    beforeEach(async () => {
      receiver = await startReceiver();
      folder = await mkdtemp(join(tmpdir(), 'generated code '));
    });
    afterEach(async () => {
      await receiver[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    });

    const send = async (more: Partial<Exchange>) => {
      const path = more.path ?? '/v1/files/upload';
      await execute(
        generateCode(exchange({ method: 'POST', ...more, url: receiver.origin + path }), target),
        folder,
      );
      const last = receiver.received.at(-1);
      assert.ok(last);
      return last;
    };

    it('sends the method, the path and the key of the environment', async () => {
      const got = await send({ method: 'GET', path: "/v1/a%20b/[1-3]{x,y}?q='$HOME'&page=%7B%7D&x={{y}}" });
      assert.equal(got.method, 'GET');
      assert.equal(
        decodeURI(got.path ?? ''),
        decodeURI(new URL("http://h/v1/a%20b/[1-3]{x,y}?q='$HOME'&page=%7B%7D&x={{y}}").href.slice(8)),
      );
      assert.equal(got.headers.authorization, `ApiKey ${KEY}`);
      assert.equal(receiver.received.length, 1);
    });

    it('sends no key where none was sent', async () => {
      const got = await send({ method: 'GET', request: { headers: [['X-Note', "it's $HOME"]] } });
      assert.equal(got.headers.authorization, undefined);
      assert.equal(got.headers['x-note'], "it's $HOME");
    });

    it('sends a text body byte for byte', async () => {
      for (const body of BODIES) {
        const got = await send({ request: jsonRequest(body) });
        assert.equal(got.body.toString(), body);
        assert.equal(got.headers['content-type'], 'application/json');
        assert.equal(got.headers.host, new URL(receiver.origin).host);
      }
    });

    it('uploads a file of any name', async () => {
      const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0x0d, 0x0a, 0x0d]);
      for (const name of NAMES) {
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
