import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { processExists } from '../../../../src/storage/store/processes';
import { answer, begin, inPlace, newExchange, newWrite, type Place } from '../support';

const BEAT = 20_000;

/** Whether a window says that it lives, within the time after which it does. */
function beats(place: Place): boolean {
  place.run('UPDATE sessions SET heartbeat = 0');
  mock.timers.tick(BEAT);
  return Number(place.rows('SELECT heartbeat FROM sessions')[0]?.['heartbeat']) > Date.now() - 60_000;
}

describe('a window', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));

  inPlace('says that it lives for as long as it has an upload or another write in flight', (place) => {
    const { files, history } = place.open();
    const { key } = begin({ files });
    assert.ok(beats(place));
    assert.ok(beats(place), 'again and again');
    history.beginWrite(newWrite('ex_1'));
    files.finish(key, answer('file_1.pdf'));
    assert.ok(beats(place), 'the write is in flight');
    history.add(newExchange('ex_1'), 10);
    assert.ok(!beats(place));
    begin({ files }, 'next.pdf');
    assert.ok(beats(place), 'it begins anew');
  });

  inPlace('that is closed, or cannot write, is silent without an error', (place) => {
    const storage = place.open({ busyTimeoutMs: 1 });
    begin(storage);
    place.run('PRAGMA user_version = 9999');
    assert.ok(!beats(place));
    storage.close();
    mock.timers.tick(BEAT);
  });
});

describe('whether a process runs', () => {
  const asked = mock.fn<typeof process.kill>(() => true);
  beforeEach(() => mock.method(process, 'kill', asked));

  it('is said by the system, also of a process of somebody else', () => {
    assert.ok(processExists(5));
    for (const [code, exists] of [
      ['EPERM', true],
      ['ESRCH', false],
    ] as const) {
      asked.mock.mockImplementation(() => {
        throw Object.assign(new Error('kill'), { code });
      });
      assert.equal(processExists(5), exists);
    }
    asked.mock.mockImplementation(() => {
      throw new Error('kill');
    });
    assert.equal(processExists(5), false);
  });

  it('is not asked of a number that means a group of processes', () => {
    asked.mock.mockImplementation(() => true);
    for (const none of [0, -5]) assert.equal(processExists(none), false);
  });
});
