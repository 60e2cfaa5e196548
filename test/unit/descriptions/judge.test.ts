import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp } from '../sandbox/support';
import { DOCUMENTED, judge, type Judged } from './judge/judging';

/** What Prism said of a request and its answer on the way to the Local Sandbox, as judge/record.mts recorded it. */
interface Recorded extends Pick<Judged, 'request' | 'traffic'> {
  readonly ofRequest: readonly string[];
  readonly ofAnswer: readonly string[];
}

const root = join(__dirname, '../../..');
const recordings = JSON.parse(
  readFileSync(join(root, 'test/unit/descriptions/judge/prism.json'), 'utf8'),
) as Readonly<Record<'documented' | 'sample', readonly Recorded[]>>;

/** The method and the path in the name of a request. */
const operationOf = ({ request }: Pick<Judged, 'request'>) => request.split(' ', 2).join(' ');

describe('A validating proxy between requests and the Local Sandbox', () => {
  afterEach(cleanUp);

  for (const [name, document] of [
    ['documented', DOCUMENTED],
    ['sample', join(root, 'sample/openapi.yaml')],
  ] as const) {
    it(`found in requests and answers what is found here: ${name}`, async () => {
      const recorded = recordings[name];
      const known = new Set(recorded.map(operationOf));
      // An operation of the interface that is newer than the recording was judged by nobody yet.
      const now = (await judge(document)).filter((each) => known.has(operationOf(each)));
      assert.deepEqual(
        now.map(({ request }) => request),
        recorded.map(({ request }) => request),
      );
      for (const [index, { request, isRefused, differences, traffic }] of now.entries()) {
        const seen = recorded[index] ?? assert.fail();
        const isLost = seen.ofAnswer.includes('The proxy could not read the answer.');
        // The recording is of today's requests and answers.
        if (!isLost) assert.equal(traffic, seen.traffic, request);
        assert.equal(isRefused, seen.ofRequest.length > 0, request);
        assert.equal(differences.length > 0, seen.ofAnswer.length > 0, request);
      }
      const bad = now.filter(({ isRefused, differences }) => isRefused || differences.length > 0);
      assert.ok(bad.length > 0 && bad.length < now.length, 'Both are recorded: what fits, and what does not');
    });
  }
});
