import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KnownFile, UploadPermit, Storage } from '../../../../src/storage';
import { answer, begin, inPlace, newUpload, type Place } from '../support';

const WINDOWS = 3;

/** What happens, to some window and some upload of it: by numbers, whatever there is. */
const step = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('begin', 'start', 'start permitted') },
    { weight: 3, arbitrary: fc.constantFrom('repeat', 'look', 'put back', 'arrive', 'refuse', 'doubt') },
    { weight: 1, arbitrary: fc.constant('close window') },
  ),
  window: fc.nat(WINDOWS - 1),
  nth: fc.nat(20),
  bytes: fc.constantFrom('a.pdf', 'b.pdf'),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Where the bytes of a row are, as the service knows it. */
type Truth = 'not there' | 'flying' | 'there' | 'perhaps';

/** Windows on one database, what they send, and what a person was shown. */
class Model {
  readonly #place: Place;
  readonly #environment: string;
  readonly #windows: Storage[];
  /** Rows that a window has begun. */
  readonly #begun: number[][] = Array.from({ length: WINDOWS }, () => []);
  readonly #truth = new Map<number, Truth>();
  /** What a person was shown at some time. */
  #shown: readonly KnownFile[] = [];
  #ids = 0;
  sent = 0;
  prevented = 0;

  constructor(place: Place, environment: string) {
    this.#place = place;
    this.#environment = environment;
    this.#windows = Array.from({ length: WINDOWS }, () => place.open());
  }

  do({ what, window, nth, bytes }: Step): void {
    const { files } = this.#windows[window] ?? assert.fail();
    const begun = this.#begun[window] ?? assert.fail();
    const key = begun[nth % Math.max(1, begun.length)];
    const flying = begun.filter((each) => this.#truth.get(each) === 'flying');
    const sent = flying[nth % Math.max(1, flying.length)];
    const upload = newUpload(bytes, { environment: this.#environment });
    if (what === 'begin') begun.push(begin({ files }, upload).key);
    if (what === 'repeat') {
      const ended = files.list({
        environment: this.#environment,
        states: ['failed', 'unknown', 'not-sent'],
      }).items;
      const row = ended[nth % Math.max(1, ended.length)];
      if (row === undefined) return;
      const [again] = files.beginBatch([{ ...upload, ...row, repeats: row.key }]);
      if (again?.began === true && !begun.includes(row.key)) begun.push(row.key);
    }
    if (what === 'look') this.#shown = files.list({ environment: this.#environment }).items;
    if (key !== undefined && what.startsWith('start')) this.#start(window, key, what === 'start permitted');
    if (sent === undefined) return;
    if (what === 'put back') {
      files.putBack(sent);
      this.#truth.set(sent, 'not there');
    }
    if (what === 'arrive') {
      this.#end(begun, sent, 'there');
      files.finish(sent, answer(`file_${this.#environment}_${this.#ids++}`));
    }
    if (what === 'refuse') {
      this.#end(begun, sent, 'not there');
      files.fail(sent, { state: 'failed', error: { kind: 'api', message: '', status: 400 } });
    }
    if (what === 'doubt') {
      this.#end(begun, sent, 'perhaps');
      files.fail(sent, { state: 'unknown', error: { kind: 'unknown-outcome', message: '' } });
    }
    if (what === 'close window') {
      for (const each of flying) this.#truth.set(each, 'perhaps');
      begun.length = 0;
      this.#windows[window]?.close();
      this.#windows[window] = this.#place.open();
    }
  }

  close(): void {
    for (const window of this.#windows) window.close();
  }

  #end(begun: number[], key: number, truth: Truth): void {
    begun.splice(begun.indexOf(key), 1);
    this.#truth.set(key, truth);
  }

  /** The decision, against what is true and what was shown. */
  #start(window: number, key: number, isPermitted: boolean): void {
    const { files } = this.#windows[window] ?? assert.fail();
    const permit: UploadPermit = new Map(isPermitted ? this.#shown.map((row) => [row.key, row.state]) : []);
    const row = files.getByKey(key);
    const before = this.#truth.get(key) ?? 'not there';
    if (row === undefined || before === 'flying') return;
    const prevents = files.startSending(key, { permit });
    if (prevents !== undefined) {
      this.prevented += 1;
      return;
    }
    this.sent += 1;
    for (const [other, truth] of this.#truth) {
      const known = files.getByKey(other);
      if (other === key || known?.sha256 !== row.sha256) continue;
      assert.notEqual(truth, 'flying', 'the same bytes were on their way');
      if (truth === 'not there') continue;
      // What this window has begun again was shown as it was before.
      const now = known?.state ?? '';
      const agreed = now === 'pending' ? [now, 'failed', 'unknown', 'not-sent'] : [now];
      assert.ok(
        agreed.includes(permit.get(other) ?? ''),
        `the same bytes were ${truth}, nobody agreed to that`,
      );
    }
    if (before === 'perhaps') assert.ok(permit.get(key) !== undefined, 'it may have arrived itself');
    // What arrived once stays there, whatever becomes of the next attempt.
    this.#truth.set(key, 'flying');
  }
}

describe('whatever windows do at the same time', () => {
  inPlace('no bytes are sent twice that a person did not agree to, knowing what became of them', (place) => {
    let [run, sent, prevented] = [0, 0, 0];
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 60 }), (steps) => {
        const model = new Model(place, `environment ${run++}`);
        for (const each of steps) model.do(each);
        model.close();
        sent += model.sent;
        prevented += model.prevented;
      }),
      { numRuns: 30 },
    );
    assert.ok(sent > 50 && prevented > 30, `${sent} sent, ${prevented} prevented`);
  });
});
