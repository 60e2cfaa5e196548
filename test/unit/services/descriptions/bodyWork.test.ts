import assert from 'node:assert/strict';
import type { DescriptionsWorker } from '../../../../src/descriptions/worker/client';
import { BodyWork } from '../../../../src/services/descriptions/bodyWork';

const LONG = JSON.stringify({ b: 'x'.repeat(100_000), a: 1 });

/** What comes of working on a body with a worker that answers so, and what the worker was asked for. */
async function workOn(body: string, answer: () => Promise<unknown>) {
  const asked: unknown[] = [];
  const run = (name: string): Promise<unknown> => {
    asked.push(name);
    return answer();
  };
  const work = new BodyWork({ run } as unknown as Pick<DescriptionsWorker, 'run'>);
  const made = [
    await work.layOut(body),
    await work.comparedText(body, false),
    await work.compareTexts(body, body.replace('"b":', '"c":'), false),
  ];
  return { asked, made };
}

describe('work on bodies of answers', () => {
  const failing = () => Promise.reject(new Error('No thread'));

  it('is handed over where they are long', async () => {
    const { asked, made } = await workOn(LONG, () => Promise.resolve('done apart'));
    assert.deepEqual(asked, ['layOutJson', 'comparedText', 'compareTexts']);
    assert.deepEqual(made, ['done apart', 'done apart', 'done apart']);
  });

  it('is done at once where they are short, and all the same where the worker fails', async () => {
    const counts = { changed: 0, added: 1, removed: 1, unit: 'fields' };
    const short = await workOn('{"b":"x","a":1}', failing);
    assert.deepEqual(short.asked, []);
    assert.deepEqual(short.made, ['{\n  "b": "x",\n  "a": 1\n}', '{\n  "a": 1,\n  "b": "x"\n}\n', counts]);
    const long = await workOn(LONG, failing);
    assert.equal(long.asked.length, 3);
    assert.deepEqual(
      long.made,
      short.made.map((each) => (typeof each === 'string' ? each.replace('x', 'x'.repeat(100_000)) : each)),
    );
  });

  it('leaves a body as it is that is no JSON', async () => {
    const body = 'no JSON '.repeat(20_000);
    assert.equal((await workOn(body, () => Promise.resolve())).made[0], body);
  });
});
