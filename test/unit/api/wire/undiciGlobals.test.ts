import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { UPLOAD_DATA, ok } from '../../../support/apiClient';
import { answering, startHttpServer } from '../../../support/httpServer';

/** Uses the library's bundle for a whole call, then says which of the shared symbols exist. */
const SCRIPT = `
  const api = require(process.argv[1]);
  const transport = api.createUndiciTransport();
  const url = process.argv[2];
  const client = new api.PaymentsClient({
    environment: 'e', environmentName: 'e', environmentType: 'local', apiUrl: url, filesUrl: url, apiKey: 'key', transport,
    cooldown: new api.CoolDown(), timeoutMs: 5000, maxRetries: 0, userAgent: 'test',
  });
  const upload = { content: Buffer.from('x'), name: 'a', mimeType: 'image/png', purpose: 'p' };
  client.uploadFile(upload).then(async ({ data }) => {
    await transport.close();
    const symbols = [1, 2].map((version) => Symbol.for('undici.globalDispatcher.' + version));
    console.log(JSON.stringify({ id: data.id, set: symbols.map((symbol) => symbol in globalThis) }));
  });
`;

describe('The bundled library', () => {
  it('leaves the dispatcher alone that all extensions of a window share', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'api-bundle-'));
    await using server = await startHttpServer(answering(200, ok({ ...UPLOAD_DATA, id: 'file_1' })));
    try {
      const outfile = join(folder, 'api.js');
      const entryPoints = [resolve('src/api/index.ts')];
      const options = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' } as const;
      await build({ entryPoints, outfile, ...options });
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT, outfile, server.url]);
      assert.deepEqual(JSON.parse(stdout), { id: 'file_1', set: [false, false] });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('comes without the experimental parser, which a variable of the environment could switch on', async () => {
    assert.doesNotMatch(await readFile('dist/api.js', 'utf8'), /UNDICI_USE_MILO/);
  });
});
