import assert from 'node:assert/strict';
import { startHttpServer } from '../../support/httpServer';
import { acceptUpload, startService, KEY } from '../support/contract';
import { call, newPdf, setUserSetting, succeed, writeFile, useEnvironments } from '../support/extension';
import { ANSWERS, copies, Gate, inDatabase, refuse, refuseFirst, statuses } from '../support/uploads';
import { dismissAll } from '../support/prompts';

/** The row of a file as a menu of the Files view hands it over. */
async function rowOf(name: string): Promise<{ file: Record<string, unknown> }> {
  const select = 'SELECT key, state, name FROM files WHERE name = ? ORDER BY key DESC LIMIT 1';
  const file = await inDatabase((db) => db.prepare(select).get(name));
  assert.ok(file, name);
  return { file };
}

describe('uploads for two purposes that are retried', () => {
  it('keep the result of those that were sent before the rest was called off', async () => {
    let answer = refuse;
    await using service = await startService((...request) => answer(...request));
    const rows = [];
    for (const purpose of ['payment_evidence', 'business_entity_documents']) {
      const name = `for-${purpose}.pdf`;
      await succeed('uploadFiles', await writeFile(name, newPdf()), undefined, { ...ANSWERS, purpose });
      rows.push(await rowOf(name));
    }
    // Without an address there is a question before the second batch, which is closed.
    answer = async (...request) => {
      await setUserSetting('environments', undefined);
      await acceptUpload(...request);
    };
    const outcome = await dismissAll(call('retryUpload', rows[0], rows));
    assert.ok(outcome.ok);
    assert.deepEqual(
      outcome.data.map(({ status, error }) => [status, error?.kind]),
      [
        ['uploaded', undefined],
        ['cancelled', 'cancelled'],
      ],
    );
    assert.equal(service.seen.length, 3);
  });
});

describe('an upload that failed', () => {
  it('is sent without what is uploaded and selected beside it, whatever became of its source', async () => {
    await using _service = await startService(refuseFirst);
    for (const name of ['retry-beside.pdf', 'uploaded.pdf'])
      await succeed('uploadFiles', await writeFile(name, newPdf()), undefined, ANSWERS);
    await writeFile('uploaded.pdf', newPdf());
    const rows = [await rowOf('retry-beside.pdf'), await rowOf('uploaded.pdf')];
    const { data } = await succeed('retryUpload', rows[0], rows);
    assert.deepEqual(statuses(data), ['uploaded']);
  });

  it('is not retried at another account that its environment leads to since', async () => {
    await using _service = await startService(refuse);
    await succeed('uploadFiles', await writeFile('moved-since.pdf', newPdf()), undefined, ANSWERS);
    const row = await rowOf('moved-since.pdf');
    await using other = await startHttpServer(acceptUpload);
    await useEnvironments({ sandbox: { apiUrl: other.url } }, KEY);
    const outcome = await call('retryUpload', row, [row]);
    assert.ok(!outcome.ok);
    assert.deepEqual([outcome.error.kind, other.seen.length], ['preflight', 0]);
    assert.match(outcome.error.message, /another account/);
  });
});

describe('the same bytes twice in a batch', () => {
  it('are tried one after the other until they arrive', async () => {
    await using service = await startService(refuseFirst);
    const [first, ...others] = await copies('three-a.pdf', 'three-b.pdf', 'three-c.pdf');
    const { data } = await succeed('uploadFiles', first, [first, ...others], ANSWERS);
    assert.deepEqual(statuses(data), ['failed', 'uploaded', 'duplicate']);
    assert.equal(service.seen.length, 2);
  });
});

describe('the same bytes in two batches at the same time', () => {
  for (const [what, first, expected] of [
    ['are sent once, the second batch gets the file of the first', acceptUpload, ['uploaded', 'duplicate']],
    ['are sent by the second batch when the first could not', refuse, ['failed', 'uploaded']],
  ] as const) {
    it(what, async () => {
      const gate = new Gate();
      const otherSent = Promise.withResolvers<undefined>();
      await using service = await startService((request, response, index) => {
        if (index === 1) otherSent.resolve(undefined);
        return (index === 0 ? gate.handler : acceptUpload)(request, response, index);
      });
      const uri = await writeFile('at-once.pdf', newPdf());
      const other = await writeFile('at-once-other.pdf', newPdf());
      const one = succeed('uploadFiles', uri, undefined, ANSWERS);
      await gate.asked;
      const two = succeed('uploadFiles', uri, [uri, other], ANSWERS);
      // What need not wait does not.
      await otherSent.promise;
      gate.open(first);
      const [a, b] = [await one, await two];
      assert.deepEqual([...statuses(a.data), ...statuses(b.data)], [...expected, 'uploaded']);
      assert.equal(service.seen.length, expected[1] === 'uploaded' ? 3 : 2);
      if (expected[1] === 'duplicate') assert.equal(b.data[0]?.file?.['id'], a.data[0]?.file?.['id']);
    });
  }
});
