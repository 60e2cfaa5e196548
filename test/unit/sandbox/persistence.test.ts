import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { startLocalSandbox } from '../../../src/sandbox';
import { ResetId } from '../../../src/sandbox/resetId';
import { inTransaction, openDatabase } from '../../../src/sandbox/server/data/sandboxDatabase';
import { SandboxStore } from '../../../src/sandbox/server/data/sandboxStore';
import type { Scenario } from '../../../src/sandbox/server/data/scenarios';
import { runCli } from './cliSupport';
import { call, cleanUp, fileDetails, later, newFolder, postJson, start, upload, uploaded } from './support';

describe('Local Sandbox: what is kept', () => {
  afterEach(cleanUp);

  const newFile = () => join(newFolder(), 'sub', 'local-sandbox.db');

  it('keeps files, links, balances and scenario over a restart', async () => {
    const file = newFile();
    const first = await start({ file });
    const id = await uploaded(first, { name: 'kept.pdf' });
    const url = (await fileDetails(first, id))?.contentLink.url ?? '';
    await postJson(first, '/balances/sandbox/top-up', { amount: 7.5, currency: 'EUR' });
    first.setScenario('expired-links');
    await first.close();
    assert.ok(!existsSync(`${file}-wal`), 'its database is closed');
    const second = await start({ file });
    assert.equal(second.setAside, undefined);
    assert.equal(second.scenario, 'expired-links');
    second.setScenario('normal');
    assert.equal((await fileDetails(second, id))?.name, 'kept.pdf');
    assert.equal((await fetch(url.replace(first.filesUrl, second.filesUrl))).status, 200);
    const { body } = await call(second, '/local-sandbox/balances');
    assert.deepEqual(body.data, { balances: [{ currency: 'EUR', amount: '7.5' }] });
  });

  it('has a reset id that changes with each reset, in every process, and with nothing else', async () => {
    const file = newFile();
    const ids = new ResetId(file);
    assert.equal(ids.current, undefined);
    const sandbox = await start({ file });
    const first = new ResetId(file).current;
    assert.match(first ?? '', /^[0-9a-f]{16}$/);
    await uploaded(sandbox, { name: 'kept.pdf' });
    sandbox.setScenario('slow');
    sandbox.setScenario('normal');
    assert.equal(ids.current, first);
    assert.equal(new ResetId(file).current, first);
    const other = await start({ file });
    other.reset();
    const second = ids.current;
    assert.notEqual(second, first);
    assert.equal((await postJson(sandbox, '/local-sandbox/reset', {})).status, 200);
    assert.notEqual(ids.current, second);
    await sandbox.close();
    await other.close();
    assert.equal(new ResetId(file).current, ids.current);
    ids.close();
  });

  it('serves one database from several servers at the same time', async () => {
    const file = newFile();
    const sandboxes = await Promise.all([start({ file }), start({ file }), start({ file })]);
    const work = sandboxes.flatMap((sandbox) =>
      Array.from({ length: 20 }, async (_, index) => {
        const topUp = await postJson(sandbox, '/balances/sandbox/top-up', { amount: 0.1, currency: 'EUR' });
        assert.equal(topUp.status, 200);
        return uploaded(sandbox, { name: `${sandbox.port}-${index}.pdf` });
      }),
    );
    const ids = await Promise.all(work);
    assert.equal(new Set(ids).size, 60);
    for (const sandbox of sandboxes) {
      const { body } = await call(sandbox, '/local-sandbox/files?limit=100');
      const { records } = body.data as { records: { id: string }[] };
      assert.deepEqual(new Set(records.map(({ id }) => id)), new Set(ids));
      const balances = await call(sandbox, '/local-sandbox/balances');
      assert.deepEqual(balances.body.data, { balances: [{ currency: 'EUR', amount: '6' }] });
    }
    sandboxes[0].setScenario('flaky');
    assert.equal(sandboxes[1].scenario, 'flaky');
    assert.equal((await upload(sandboxes[1])).status, 500);
    assert.equal((await upload(sandboxes[2])).status, 201);
    await sandboxes[0].close();
    sandboxes[1].reset();
    assert.equal((await upload(sandboxes[2])).status, 201);
  });

  it('serves one database from several processes at the same time', async () => {
    const folder = newFolder();
    const processes = await Promise.all([1, 2].map(() => runCli('--data', folder)));
    const ids = await Promise.all(
      processes.flatMap((process) => Array.from({ length: 5 }, () => uploaded(process.sandbox))),
    );
    for (const { sandbox } of processes) for (const id of ids) assert.ok(await fileDetails(sandbox, id));
  });

  it('holds every upload that was answered, after kill -9 in the middle of many', async () => {
    const folder = newFolder();
    const { sandbox, process } = await runCli('--data', folder);
    const answered: string[] = [];
    const uploads = Array.from({ length: 40 }, async () => {
      for (;;) {
        answered.push(await uploaded(sandbox));
        if (answered.length === 10) process.kill('SIGKILL');
      }
    });
    for (const { status } of await Promise.allSettled(uploads)) assert.equal(status, 'rejected');
    const file = join(folder, 'local-sandbox.db');
    const again = await start({ file });
    assert.equal(again.setAside, undefined);
    for (const id of answered) assert.ok(await fileDetails(again, id), id);
    assert.equal((await upload(again)).status, 201);
    await again.close();
    const db = new DatabaseSync(file);
    later(db.close.bind(db));
    assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  });

  it('waits for a window that is writing, and loses nothing of what that one wrote', async () => {
    const file = newFile();
    const sandbox = await start({ file });
    const writer = new Worker(
      `const { workerData, parentPort } = require('node:worker_threads');
      const db = new (require('node:sqlite').DatabaseSync)(workerData);
      db.exec("BEGIN IMMEDIATE; INSERT INTO balances VALUES ('EUR', '10')");
      parentPort.postMessage('writing');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); // a long write
      db.exec('COMMIT');
      db.close();`,
      { eval: true, workerData: file },
    );
    later(() => writer.terminate());
    await once(writer, 'message');
    const { status } = await postJson(sandbox, '/balances/sandbox/top-up', { amount: 5, currency: 'EUR' });
    assert.equal(status, 200);
    const { body } = await call(sandbox, '/local-sandbox/balances');
    assert.deepEqual(body.data, { balances: [{ currency: 'EUR', amount: '15' }] });
  });

  it('is readable by its owner only', async () => {
    if (process.platform === 'win32') return; // no modes there
    const file = join(newFolder(), 'local-sandbox.db');
    writeFileSync(file, '', { mode: 0o644 });
    const sandbox = await start({ file });
    await uploaded(sandbox);
    for (const path of [file, `${file}-wal`, `${file}-shm`])
      assert.equal(statSync(path).mode & 0o777, 0o600, path);
  });

  it('answers also while its database cannot be read, and begins a new one at the next start', async () => {
    const file = join(newFolder(), 'local-sandbox.db');
    const sandbox = await start({ file });
    for (const path of [file, `${file}-wal`, `${file}-shm`])
      writeFileSync(path, 'x'.repeat(statSync(path).size));
    assert.equal((await upload(sandbox)).status, 500);
    assert.equal(sandbox.scenario, 'normal');
    await sandbox.close();
    const next = await start({ file });
    assert.ok(next.setAside);
    assert.equal((await upload(next)).status, 201);
  });

  it('sets a damaged database aside, and has one new one where two windows find it at once', async () => {
    const whole = newFile();
    await (await start({ file: whole })).close();
    for (const damaged of ['this is not a database', readFileSync(whole).fill('x', 100)]) {
      const file = join(newFolder(), 'local-sandbox.db');
      writeFileSync(file, damaged);
      const windows = await Promise.all([start({ file }), start({ file })]);
      const [aside = '', ...more] = windows.flatMap(({ setAside }) => setAside ?? []);
      assert.ok(aside.startsWith(`${file}.damaged-`));
      assert.match(aside, /-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
      assert.deepEqual([more, readFileSync(aside)], [[], Buffer.from(damaged)]);
      const [one, other] = windows;
      assert.ok(await fileDetails(other, await uploaded(one)));
      assert.ok(existsSync(file));
    }
  });

  it('says why a database cannot be opened, or not be set aside', async () => {
    const below = join(newFolder(), 'a file');
    const long = join(newFolder(), 'x'.repeat(230));
    for (const file of [below, long]) writeFileSync(file, 'this is not a database');
    for (const file of [join(below, 'local-sandbox.db'), long]) {
      await assert.rejects(startLocalSandbox({ file }), ({ message, cause }: Error) => {
        assert.ok(
          message.startsWith(`The Local Sandbox cannot open its data in ${file}. Check that its folder`),
        );
        return cause instanceof Error;
      });
    }
  });

  it('undoes a change that fails, also where the database did so itself, and goes on', async () => {
    const { db } = await openDatabase(':memory:');
    const store = new SandboxStore(db);
    for (const end of ['', 'ROLLBACK']) {
      const change = () => {
        db.exec("INSERT INTO balances VALUES ('EUR', '1')");
        db.exec(end);
        throw new Error('The disk is full.');
      };
      assert.throws(() => inTransaction(db, change), /The disk is full/);
    }
    assert.equal(store.topUp('EUR', 2), '2');
    store.setScenario('of a newer version' as Scenario);
    assert.equal(store.scenario, 'normal');
    store.close();
  });

  it('has another reset id once another database has taken the place of a damaged one', async () => {
    const file = newFile();
    await (await start({ file })).close();
    const ids = new ResetId(file);
    const first = ids.current;
    assert.ok(first);
    // As another window does that found it damaged.
    renameSync(file, `${file}.damaged`);
    await (await start({ file })).close();
    assert.notEqual(ids.current, first);
    assert.equal(ids.current, new ResetId(file).current);
    ids.close();
  });

  it('leaves a database of a newer version as it is, and says so', async () => {
    const file = join(newFolder(), 'local-sandbox.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 999');
    db.close();
    await assert.rejects(startLocalSandbox({ file }), /made by a newer version of this extension/);
    assert.ok(existsSync(file));
  });
});
