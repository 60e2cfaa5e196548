import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { readOnlyFiles } from '../../../src/ui/documents/readOnlyFiles';
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

describe('a batch whose service asks for more than a minute', () => {
  it('sends nothing more: the rest is not-sent, with the time, and goes when it is resumed', async () => {
    let isHeld = true;
    await using test = await setUp(async (request, response, index) => {
      if (isHeld) sendJson(response, index % 2 === 0 ? 429 : 503, {}, { 'retry-after': '120' });
      else await acceptUpload(request, response, index);
    });
    await using window = test.window();
    const checked = await window.check(await files(12, 'held'));
    const results = await window.send(checked);
    const sent = test.server.seen.length;
    assert.ok(sent <= 4, `${sent} were sent`);
    assert.equal(statuses(results).filter((status) => status === 'failed').length, sent);
    const rest = results.filter(({ status }) => status === 'not-sent');
    assert.equal(rest.length, 12 - sent);
    for (const { error } of rest) {
      assert.equal(error?.kind, 'preflight');
      assert.ok((error.retryAfterSeconds ?? 0) > 60);
    }
    assert.equal(window.states.filter((state) => state === 'not-sent').length, rest.length);
    isHeld = false;
    await using later = test.window();
    const waiting = later.rows.filter(({ state }) => state === 'not-sent');
    const again = await later.send(
      await later.check(
        waiting.map(({ uri }) => vscode.Uri.parse(uri ?? '', true)),
        waiting,
      ),
    );
    assert.deepEqual(new Set(statuses(again)), new Set(['uploaded']));
    assert.deepEqual(
      later.rows.filter(({ key }) => waiting.some((row) => row.key === key)).map(({ state }) => state),
      waiting.map(() => 'uploaded'),
    );
  });
});

describe('a batch that is called off', () => {
  it('ends what was on its way as unknown or cancelled, and the rest as cancelled; none of it failed', async () => {
    await using test = await setUp(() => undefined);
    await using window = test.window();
    const cancel = new AbortController();
    const sending = window.send(await window.check(await files(9, 'called-off')), {}, cancel.signal);
    await until(() => test.server.seen.length === 4);
    assert.deepEqual(new Set(window.states.slice(4)), new Set(['pending']));
    cancel.abort();
    const results = await sending;
    assert.deepEqual(statuses(results), [
      ...Array.from({ length: 4 }, () => 'unknown-outcome'),
      ...Array.from({ length: 5 }, () => 'cancelled'),
    ]);
    assert.deepEqual(
      window.states,
      statuses(results).map((status) => (status === 'cancelled' ? status : 'unknown')),
    );
  });

  it('ends although a file system never answers', async () => {
    await using test = await setUp(acceptUpload);
    await using window = test.window();
    const never = Promise.withResolvers<Uint8Array>();
    let reads = 0;
    const content = newPdf();
    const provider = readOnlyFiles(
      async () => ({ content: await (reads++ === 0 ? content : never.promise) }),
      { stat: () => ({ type: vscode.FileType.File, size: content.length, ctime: 0, mtime: 0 }) },
    );
    const registration = vscode.workspace.registerFileSystemProvider('hanging', provider);
    const cancel = new AbortController();
    const uri = vscode.Uri.from({ scheme: 'hanging', path: '/a.pdf' });
    const sending = window.send(await window.check([uri]), {}, cancel.signal);
    await until(() => reads === 2);
    cancel.abort();
    assert.deepEqual(statuses(await sending), ['cancelled']);
    assert.equal(test.server.seen.length, 0);
    never.resolve(content);
    registration.dispose();
  });
});

describe('a row of a batch', () => {
  it('is uploading only during an attempt: a 429 puts it back, and a window that dies then has sent nothing of it', async () => {
    await using test = await setUp(answering(429, {}, { 'retry-after': '30' }));
    await using window = test.window();
    await using other = test.window();
    const cancel = new AbortController();
    const sending = window.send(await window.check(await files(6, 'limited')), {}, cancel.signal);
    // Those that are slow to begin wait with the first one that was put back.
    await until(() => test.server.seen.length > 0 && window.states.every((state) => state === 'pending'));
    window.storage.close();
    assert.deepEqual(new Set(other.states), new Set(['not-sent']));
    cancel.abort();
    await sending;
  });
});

describe('a batch of one file', () => {
  it('is tried as often as any other request where the service limits it', async () => {
    await using test = await setUp(answering(429, {}, { 'retry-after': '0' }));
    await using window = test.window();
    const results = await window.send(await window.check(await files(1, 'alone')));
    assert.deepEqual([statuses(results), test.server.seen.length], [['failed'], 3]);
  });
});

describe('copies that are wanted', () => {
  it('go one after another, each once the one before it has arrived', async () => {
    let [flying, most] = [0, 0];
    await using test = await setUp(async (request, response, index) => {
      most = Math.max(most, ++flying);
      await nextTurn();
      flying--;
      await acceptUpload(request, response, index);
    });
    await using window = test.window();
    const content = newPdf();
    const uris = await Promise.all(
      ['a', 'b', 'c'].map((name) => writeFile(`batch/copy-${name}.pdf`, content)),
    );
    const results = await window.send(await window.check(uris), { copies: true, isAgreed: true });
    assert.deepEqual([statuses(results), most], [['uploaded', 'uploaded', 'uploaded'], 1]);
    assert.equal(new Set(results.map(({ file }) => file?.['id'])).size, 3);
  });

  it('are not sent for what another window uploads meanwhile: nobody agreed to that', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    await using one = test.window();
    await using two = test.window();
    const uris = await files(1, 'both-want');
    const checked = await two.check(uris);
    const first = one.send(await one.check(uris), { copies: true, isAgreed: true });
    await until(() => test.server.seen.length === 1);
    const second = two.send(checked, { copies: true, isAgreed: true });
    await until(() => two.states.length === 2);
    gate.open();
    const [a, b] = [await first, await second];
    assert.deepEqual([...statuses(a), ...statuses(b)], ['uploaded', 'duplicate']);
    assert.equal(b[0]?.file?.['id'], a[0]?.file?.['id']);
    assert.match(b[0]?.warnings?.join() ?? '', /was not sent again/);
    assert.equal(test.server.seen.length, 1);
  });
});

describe('two windows that resume the same uploads', () => {
  it('send each once, and the second one gets the files of the first', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    await using one = test.window();
    await using two = test.window();
    const uris = await files(6, 'resumed');
    const before = test.window();
    before.storage.files.begin(
      (await before.check(uris)).map(({ uri, ...file }) => ({
        ...file,
        uri: uri.toString(),
        environment: 'test-environment',
        purpose: 'payment_evidence',
      })),
    );
    await before[Symbol.asyncDispose]();
    const { rows } = one;
    assert.deepEqual(new Set(one.states), new Set(['not-sent']));
    const [mine, theirs] = [await one.check(uris, rows), await two.check(uris, rows)];
    const first = one.send(mine, { isAgreed: true });
    await until(() => test.server.seen.length === 4);
    const second = two.send(theirs, { isAgreed: true });
    await nextTurn();
    gate.open();
    assert.deepEqual(new Set(statuses(await first)), new Set(['uploaded']));
    assert.deepEqual(new Set(statuses(await second)), new Set(['duplicate']));
    assert.equal(test.server.seen.length, 6);
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
      await using window = test.window();
      const sending = window.send(await window.check(await files(8, 'reset')));
      await until(() => test.server.seen.length === 4);
      window.account = 'after the reset';
      assert.deepEqual(window.states, []);
      gate.resolve(undefined);
      assert.deepEqual(new Set(statuses(await sending)), new Set(['uploaded']));
      assert.deepEqual(
        window.states,
        Array.from({ length: shown }, () => 'uploaded'),
      );
    });
  }
});

describe('a row that failed in another window, and is removed from the list before its turn', () => {
  it('is not sent, and not called cancelled', async () => {
    const gates = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()] as const;
    await using test = await setUp(async (request, response, index) => {
      await gates[index === 0 ? 0 : 1].promise;
      await (index === 0 ? refusing(400) : acceptUpload)(request, response, index);
    });
    await using window = test.window();
    await using other = test.window();
    const [first, ...uris] = await files(2, 'forgotten');
    assert.ok(first);
    const failing = other.send(await other.check([first]));
    await until(() => test.server.seen.length === 1);
    const sending = window.send(await window.check([...uris, first], window.rows), { concurrency: 1 });
    await until(() => test.server.seen.length === 2);
    gates[0].resolve(undefined);
    assert.deepEqual(statuses(await failing), ['failed']);
    other.storage.files.forget(other.rows.filter(({ state }) => state === 'failed').map(({ key }) => key));
    gates[1].resolve(undefined);
    const [, result] = await sending;
    assert.deepEqual([result?.status, result?.error?.kind], ['rejected', 'not-found']);
    assert.equal(test.server.seen.length, 2);
  });
});

describe('a row on its way of a computer that shares the folder, and is gone', () => {
  it('is not waited for: it may have arrived', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    await using window = test.window();
    await using other = test.window();
    const checked = await window.check(await files(1, 'elsewhere'));
    const lost = other.send(checked);
    await until(() => test.server.seen.length === 1);
    test.place
      .run(`PRAGMA foreign_keys = OFF; UPDATE sessions SET id = 'x', host = 'elsewhere', heartbeat = 0;
      UPDATE files SET session = 'x' WHERE session IS NOT NULL`);
    const sending = window.send(checked);
    await until(() => window.states[0] === 'unknown');
    assert.deepEqual(statuses(await sending), ['unknown-outcome']);
    gate.open();
    await lost;
    assert.equal(test.server.seen.length, 1);
  });
});

describe('a row that is removed from the list while it is on its way', () => {
  it('stays: a copy waits for it, and is not sent where it may have arrived', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    await using window = test.window();
    const checked = await window.check(await files(1, 'leaving'));
    const sending = window.send(checked);
    await until(() => test.server.seen.length === 1);
    window.storage.files.forget(window.rows.map(({ key }) => key));
    const copy = window.send(checked);
    await nextTurn();
    gate.open((_request, response) => void response.destroy());
    assert.deepEqual(statuses([...(await sending), ...(await copy)]), ['unknown-outcome', 'unknown-outcome']);
    assert.equal(test.server.seen.length, 1);
    assert.deepEqual(window.states, ['unknown']);
  });
});

describe('a batch that can no longer be written down', () => {
  it('sends nothing more: the rest is not-sent, with that error', async () => {
    const gate = new Gate();
    await using test = await setUp(gate.handler);
    await using window = test.window(20);
    const sending = window.send(await window.check(await files(6, 'locked')));
    await until(() => test.server.seen.length === 4);
    const lock = new DatabaseSync(test.place.file);
    lock.exec('BEGIN IMMEDIATE');
    gate.open();
    const results = await sending;
    lock.exec('ROLLBACK');
    lock.close();
    assert.equal(test.server.seen.length, 4);
    assert.deepEqual(
      results.map(({ status, error }) => [status, error?.kind]),
      [
        ...Array.from({ length: 4 }, () => ['uploaded', undefined]),
        ...Array.from({ length: 2 }, () => ['not-sent', 'configuration']),
      ],
    );
  });
});
