import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UPLOAD_DATA, ok } from '../../../support/apiClient';
import { answering, startHttpServer } from '../../../support/httpServer';

const LIBRARY = 'dist/api.js';

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
    await using server = await startHttpServer(answering(200, ok({ ...UPLOAD_DATA, id: 'file_1' })));
    const args = ['-e', SCRIPT, resolve(LIBRARY), server.url];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    assert.deepEqual(JSON.parse(stdout), { id: 'file_1', set: [false, false] });
  });

  it('comes without the experimental parser, which a variable of the environment could switch on', async () =>
    assert.doesNotMatch(await readFile(LIBRARY, 'utf8'), /UNDICI_USE_MILO/));
});
