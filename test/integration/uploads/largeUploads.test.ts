import assert from 'node:assert/strict';
import { createHash, randomFillSync } from 'node:crypto';
import { sendJson, type Handler } from '../../support/httpServer';
import { readForm } from '../../support/form';
import { acceptUpload, startService } from '../support/contract';
import { newPdf, succeed, writeFile } from '../support/extension';
import { ANSWERS, refuse } from '../support/uploads';

/** More than stay in memory between the check and the sending. */
const COUNT = 16;
const SIZE = 1_500_000;

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Refuses every fourth upload, and asks to send a few again. */
const moody: Handler = (request, response, index) => {
  if (index % 4 === 1) return refuse(request, response, index);
  if (index % 8 === 3) sendJson(response, 429, {}, { 'retry-after': '0' });
  else return acceptUpload(request, response, index);
};

describe('many large files, whose memory is used again', () => {
  it('arrive with their own bytes, each under its name', async () => {
    await using service = await startService(moody);
    const hashes = new Map<string, string>();
    const uris = await Promise.all(
      Array.from({ length: COUNT }, (_, n) => {
        const content = newPdf(SIZE + n);
        randomFillSync(content, 100);
        hashes.set(`large-${n}.pdf`, sha256(content));
        return writeFile(`large-${n}.pdf`, content);
      }),
    );
    const { data } = await succeed('uploadFiles', uris[0], uris, ANSWERS);
    assert.equal(data.length, COUNT);
    const arrived = new Set<string>();
    for (const { body, headers } of service.seen) {
      const form = await readForm(new Uint8Array(body), headers['content-type'] ?? '');
      const file = form.get('file');
      assert.ok(file instanceof File);
      assert.equal(sha256(new Uint8Array(await file.arrayBuffer())), hashes.get(file.name), file.name);
      arrived.add(file.name);
    }
    assert.equal(arrived.size, COUNT);
  });
});
