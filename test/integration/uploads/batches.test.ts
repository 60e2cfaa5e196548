import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { answering, refusing, sendJson } from '../../support/httpServer';
import { FILE_DATA, ok } from '../../support/apiClient';
import { files, setUp } from '../support/batches';
import { ACT_MS } from '../../host/editor/waiting.mts';
import { Gate, statuses } from '../support/uploads';
import { acceptUpload } from '../support/contract';
import { newPdf, writeFile } from '../support/extension';

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + ACT_MS;
  while (!isSo()) {
    assert.ok(performance.now() < end, `Never: ${String(isSo)}`);
    await nextTurn();
  }
}

const times = (count: number, word: string) => Array.from({ length: count }, () => word);

describe('a batch whose service asks for more than a minute', () => {
  it('sends nothing more: the rest is not-sent, with the time, and goes when it is resumed', async () => {
    let isHeld = true;
    await using test = await setUp(async (request, response, index) => {
      if (isHeld) sendJson(response, index % 2 === 0 ? 429 : 503, {}, { 'retry-after': '120' });
      else await acceptUpload(request, response, index);
    });
    const { window, seen } = test;
    const results = await window.upload(await files(12, 'held'));
    const sent = seen.length;
    assert.ok(sent <= 4, `${sent} were sent`);
    assert.deepEqual(statuses(results).sort(), [...times(sent, 'failed'), ...times(12 - sent, 'not-sent')]);
    for (const { error } of results.filter(({ status }) => status === 'not-sent')) {
      assert.equal(error?.kind, 'preflight');
      assert.ok((error.retryAfterSeconds ?? 0) > 60);
    }
    isHeld = false;
    const later = test.open();
    const waiting = later.rows.filter(({ state }) => state === 'not-sent');
    const uris = waiting.map(({ uri }) => vscode.Uri.parse(uri ?? '', true));
    const again = await later.send(await later.check(uris, waiting));
    assert.deepEqual(statuses(again), times(12 - sent, 'uploaded'));
    const ended = later.rows.filter(({ state }) => state === 'uploaded');
    assert.deepEqual(
      ended.map(({ key, requestId = 'none' }) => [key, requestId]),
      waiting.map(({ key }, index) => [key, again[index]?.requestId]),
    );
  });
});

describe('a batch that is called off', () => {
  it('ends what was on its way as unknown or cancelled, and the rest as cancelled; none of it failed', async () => {
    await using test = await setUp(() => undefined);
    const { window, seen } = test;
    const cancel = new AbortController();
    const sending = window.upload(await files(9, 'called-off'), {}, cancel.signal);
    await until(() => seen.length === 4);
    assert.deepEqual(window.states.slice(4), times(5, 'pending'));
    cancel.abort();
    const rest = times(5, 'cancelled');
    assert.deepEqual(statuses(await sending), [...times(4, 'unknown-outcome'), ...rest]);
    assert.deepEqual(window.states, [...times(4, 'unknown'), ...rest]);
  });
});

describe('an upload whose answer an error of ours keeps from being read', () => {
  it('is unknown, and may have arrived', async () => {
    await using test = await setUp(acceptUpload);
    const { window, seen } = test;
    Object.defineProperty(window, 'account', {
      get: () => {
        assert.equal(seen.length, 0, 'An error of ours');
        return 'first';
      },
    });
    const [result] = await window.upload(await files(1, 'error-of-ours'));
    assert.equal(seen.length, 1);
    assert.equal(result?.status, 'unknown-outcome');
    assert.equal(result.error?.mayHaveActed, true);
  });
});

describe('a batch whose window closes', () => {
  it('begins with nothing more: what had not begun is not sent, and none of it failed', async () => {
    const gate = Promise.withResolvers<undefined>();
    await using test = await setUp(async (...call) => {
      await gate.promise;
      await acceptUpload(...call);
    });
    const { window, seen } = test;
    const other = test.open();
    void window.upload(await files(9, 'closed'));
    await until(() => seen.length === 4);
    window.isClosed = true;
    gate.resolve(undefined);
    await until(() => window.states.filter((state) => state === 'uploaded').length === 4);
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    window.storage.close();
    assert.deepEqual(other.states, [...times(4, 'uploaded'), ...times(5, 'not-sent')]);
    assert.equal(seen.length, 4);
  });
});

describe('a row of a batch', () => {
  it('is uploading only during an attempt: a 429 puts it back, and a window that dies then has sent nothing of it', async () => {
    await using test = await setUp(answering(429, {}, { 'retry-after': '30' }));
    const { window, seen } = test;
    const other = test.open();
    const cancel = new AbortController();
    const sending = window.upload(await files(6, 'limited'), {}, cancel.signal);
    // Those that are slow to begin wait with the first one that was put back.
    await until(() => seen.length > 0 && window.states.every((state) => state === 'pending'));
    window.storage.close();
    assert.deepEqual(other.states, times(6, 'not-sent'));
    cancel.abort();
    await sending;
  });
});

describe('a batch of one file', () => {
  it('is tried as often as any other request where the service limits it', async () => {
    await using test = await setUp(answering(429, {}, { 'retry-after': '0' }));
    const results = await test.window.upload(await files(1, 'alone'));
    assert.deepEqual([statuses(results), test.seen.length], [['failed'], 3]);
  });
});

describe('copies that are wanted', () => {
  const wanted = { copies: true, isAgreed: true };

  it('go one after another, each once the one before it has arrived', async () => {
    let [flying, most] = [0, 0];
    await using test = await setUp(async (request, response, index) => {
      most = Math.max(most, ++flying);
      await nextTurn();
      flying--;
      await acceptUpload(request, response, index);
    });
    const content = newPdf();
    const uris = ['a', 'b', 'c'].map((name) => writeFile(`batch/copy-${name}.pdf`, content));
    const results = await test.window.upload(await Promise.all(uris), wanted);
    assert.deepEqual([statuses(results), most], [times(3, 'uploaded'), 1]);
    assert.equal(new Set(results.map(({ file }) => file?.['id'])).size, 3);
  });

  it('are not sent for what another window uploads meanwhile: nobody agreed to that', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    const { window: one, seen } = test;
    const two = test.open();
    const uris = await files(1, 'both-want');
    const checked = await two.check(uris);
    const first = one.upload(uris, wanted);
    await until(() => seen.length === 1);
    const second = two.send(checked, wanted);
    await until(() => two.states.length === 2);
    gate.open();
    const [a, b] = [await first, await second];
    assert.deepEqual(statuses([...a, ...b]), ['uploaded', 'duplicate']);
    assert.equal(b[0]?.file?.['id'], a[0]?.file?.['id']);
    assert.match(b[0]?.warnings?.join() ?? '', /was not sent again/);
    assert.equal(seen.length, 1);
  });
});

describe('two windows that resume the same uploads', () => {
  it('send each once, and the second one gets the files of the first', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    const { window: one, seen } = test;
    const two = test.open();
    const uris = await files(6, 'resumed');
    const before = test.open();
    const about = { environment: 'test-environment', purpose: 'payment_evidence' };
    const checked = await before.check(uris);
    before.storage.files.beginBatch(checked.map((file) => ({ ...file, ...about, uri: file.uri.toString() })));
    before.storage.close();
    const { rows } = one;
    assert.deepEqual(one.states, times(6, 'not-sent'));
    const [mine, theirs] = [await one.check(uris, rows), await two.check(uris, rows)];
    const first = one.send(mine, { isAgreed: true });
    await until(() => seen.length === 4);
    const second = two.send(theirs, { isAgreed: true });
    await nextTurn();
    gate.open();
    assert.deepEqual(statuses(await first), times(6, 'uploaded'));
    assert.deepEqual(statuses(await second), times(6, 'duplicate'));
    assert.equal(seen.length, 6);
    assert.deepEqual(
      two.rows.map(({ key, state }) => [key, state]),
      rows.map(({ key }) => [key, 'uploaded']),
    );
  });
});

describe('a batch whose account changes while it is sent', () => {
  for (const [isThere, shown] of [
    [true, 8],
    [false, 4],
  ] as const) {
    it(`shows what is there after a reset, where that ${isThere ? 'has' : 'lost'} what was on its way`, async () => {
      const gate = Promise.withResolvers<undefined>();
      const look = isThere ? answering(200, ok(FILE_DATA)) : refusing(404);
      await using test = await setUp(async (...request) => {
        if (request[0].method === 'GET') return look(...request);
        await gate.promise;
        await acceptUpload(...request);
      });
      const { window, seen } = test;
      const sending = window.upload(await files(8, 'reset'));
      await until(() => seen.length === 4);
      window.account = 'after the reset';
      assert.deepEqual(window.states, []);
      gate.resolve(undefined);
      const results = await sending;
      assert.deepEqual(statuses(results), times(8, 'uploaded'));
      assert.deepEqual(window.states, times(shown, 'uploaded'));
      const others = results.flatMap(({ warnings = [] }) => warnings);
      assert.equal(others.length, 8 - shown, 'the message says where the others are');
      for (const warning of others) assert.match(warning, /^Test leads to another account now/);
    });
  }

  it('shows an upload without an answer where the file may be', async () => {
    const gate = Promise.withResolvers<undefined>();
    await using test = await setUp(async (_, response) => {
      await gate.promise;
      response.destroy();
    });
    const { window, seen } = test;
    const uris = await files(1, 'unanswered');
    const sending = window.upload(uris);
    await until(() => seen.length === 1);
    window.account = 'after the reset';
    gate.resolve(undefined);
    await sending;
    assert.deepEqual(window.states, ['unknown']);
    assert.deepEqual(statuses(await window.upload(uris)), ['unknown-outcome']);
    assert.equal(seen.length, 1);
  });
});

describe('a row that failed in another window, and is removed from the list before its turn', () => {
  it('is not sent, and not called cancelled', async () => {
    const gates = [new Gate(), new Gate()] as const;
    await using test = await setUp((...request) => gates[request[2] === 0 ? 0 : 1].handler(...request));
    const { window, seen } = test;
    const other = test.open();
    const [first, ...uris] = await files(2, 'forgotten');
    assert.ok(first);
    const failing = other.upload([first]);
    await until(() => seen.length === 1);
    const sending = window.send(await window.check([...uris, first], window.rows), { concurrency: 1 });
    await until(() => seen.length === 2);
    gates[0].open(refusing(400));
    assert.deepEqual(statuses(await failing), ['failed']);
    other.storage.files.forget(other.rows.filter(({ state }) => state === 'failed').map(({ key }) => key));
    gates[1].open();
    const [, result] = await sending;
    assert.deepEqual([result?.status, result?.error?.kind], ['rejected', 'not-found']);
    assert.equal(seen.length, 2);
  });
});

describe('a row on its way', () => {
  /** A batch of one file that is under way, and another one of the same file, which waits for it. */
  async function twice(name: string, happens: (test: Awaited<ReturnType<typeof setUp>>) => void) {
    const gate = new Gate();
    const test = await setUp(gate.handler);
    const checked = await test.window.check(await files(1, name));
    const first = test.window.send(checked);
    await until(() => test.seen.length === 1);
    happens(test);
    return Object.assign(test, { gate, first, checked });
  }

  it('is not waited for of a computer that shares the folder, and is gone: it may have arrived', async () => {
    await using test = await twice('elsewhere', ({ place }) => {
      place.run(`PRAGMA foreign_keys = OFF; UPDATE sessions SET id = 'x', host = 'elsewhere', heartbeat = 0;
      UPDATE files SET session = 'x' WHERE session IS NOT NULL`);
    });
    const sending = test.open().send(test.checked);
    assert.deepEqual(statuses(await sending), ['unknown-outcome']);
    test.gate.open();
    await test.first;
    assert.equal(test.seen.length, 1);
  });

  it('stays when it is removed from the list: a copy waits for it, and is not sent where it may have arrived', async () => {
    await using test = await twice('leaving', ({ window }) => {
      window.storage.files.forget(window.rows.map(({ key }) => key));
    });
    const { window, gate, first, seen } = test;
    const copy = window.send(test.checked);
    await nextTurn();
    gate.open((_request, response) => void response.destroy());
    assert.deepEqual(statuses([...(await first), ...(await copy)]), times(2, 'unknown-outcome'));
    assert.equal(seen.length, 1);
    assert.deepEqual(window.states, ['unknown']);
  });
});

describe('a batch that can no longer be written down', () => {
  it('sends nothing more: the rest is not-sent, with that error', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    const sending = test.open(20).upload(await files(6, 'locked'));
    await until(() => test.seen.length === 4);
    using lock = new DatabaseSync(test.place.file);
    lock.exec('BEGIN IMMEDIATE');
    gate.open();
    const results = await sending;
    lock.exec('ROLLBACK');
    assert.equal(test.seen.length, 4);
    assert.deepEqual(statuses(results), [...times(4, 'uploaded'), ...times(2, 'not-sent')]);
    assert.deepEqual(
      results.slice(4).map(({ error }) => error?.kind),
      times(2, 'configuration'),
    );
  });
});
