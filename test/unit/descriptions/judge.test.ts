import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp } from '../sandbox/support';
import { DOCUMENTED, judge, type Judged } from './judge/judging';

/** What Prism said on the way to the Local Sandbox, as judge/record.mts recorded it. */
interface Recorded extends Omit<Judged, 'violations' | 'isLost'> {
  readonly proxy: { readonly request: readonly string[]; readonly answer: readonly string[] };
}

const root = join(__dirname, '../../..');
const recordings = JSON.parse(
  readFileSync(join(root, 'test/unit/descriptions/judge/prism.json'), 'utf8'),
) as Readonly<Record<'documented' | 'sample', readonly Recorded[]>>;

/** Ids, links and times are other ones each time. */
function withoutMoment({ sent, answer }: Pick<Judged, 'sent' | 'answer'>): unknown {
  const text = JSON.stringify([sent, answer.status, answer.type, answer.body]);
  return text
    .replaceAll(/\b(?:file|req|po)_[\w-]+(?:\.pdf)?/g, '<id>')
    .replaceAll(/http:[^"\\]+/g, '<link>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

describe('A validating proxy between requests and the Local Sandbox', () => {
  afterEach(cleanUp);

  for (const [name, document] of [
    ['documented', DOCUMENTED],
    ['sample', join(root, 'sample/openapi.yaml')],
  ] as const) {
    it(`found in requests and answers what is found here: ${name}`, async () => {
      const recorded = recordings[name];
      const now = await judge(document);
      assert.deepEqual(
        now.map(({ request }) => request),
        recorded.map(({ request }) => request),
      );
      for (const [index, { request, isRefused, differences, ...traffic }] of now.entries()) {
        const { proxy, ...seen } = recorded[index] ?? assert.fail();
        const isLost = proxy.answer.includes('The proxy could not read the answer.');
        // The recording is of today's requests and answers.
        if (!isLost) assert.equal(withoutMoment(traffic), withoutMoment(seen), request);
        assert.equal(isRefused, proxy.request.length > 0, request);
        assert.equal(differences.length > 0, proxy.answer.length > 0, request);
      }
      const bad = now.filter(({ isRefused, differences }) => isRefused || differences.length > 0);
      assert.ok(bad.length > 0 && bad.length < now.length, 'Both are recorded: what fits, and what does not');
    });
  }
});
