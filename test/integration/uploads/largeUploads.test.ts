import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { sendJson, type Handler } from '../../support/httpServer';
import { acceptUpload, startService } from '../support/contract';
import { newPdf, succeed, writeFile } from '../support/extension';
import { ANSWERS, refuse } from '../support/uploads';

/** Twice as many as are sent at once. */
const COUNT = 8;
const SIZE = 1_500_000;

/** Refuses every fourth upload, and asks to send a few again. */
const moody: Handler = (request, response, index) => {
  if (index % 4 === 1) return refuse(request, response, index);
  if (index % 8 === 3) sendJson(response, 429, {}, { 'retry-after': '0' });
  else return acceptUpload(request, response, index);
};

describe('many large files, whose memory is used again', () => {
  it('arrive with their own bytes, each under its name', async () => {
    await using service = await startService(moody);
    const contents = new Map<string, Uint8Array>(
      Array.from({ length: COUNT }, (_, n) => {
        return [`large-${n}.pdf`, randomFillSync(newPdf(SIZE + n), 100)] as const;
      }),
    );
    const uris = await Promise.all([...contents].map(([name, content]) => writeFile(name, content)));
    const { data } = await succeed('uploadFiles', uris[0], uris, ANSWERS);
    assert.equal(data.length, COUNT);
    const arrived = service.seen.map(({ body }) => {
      const name = /filename="([^"]*)"/.exec(body.toString('latin1', 0, 2000))?.[1] ?? '';
      const end = '\r\n--';
      assert.ok(body.includes(Buffer.concat([contents.get(name) ?? assert.fail(), Buffer.from(end)])), name);
      return name;
    });
    assert.equal(new Set(arrived).size, COUNT);
  });
});
