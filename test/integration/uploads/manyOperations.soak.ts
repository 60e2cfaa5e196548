import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommandName } from '../../../src/commands/commands';
import { pool } from '../../../src/util/async';
import { heapInUse } from '../../support/heap';
import { databaseFile } from '../support/contract';
import { call, newPdf, succeed, writeFile } from '../support/extension';
import { ANSWERS } from '../support/uploads';

const OPERATIONS = 1000;
const IN_FLIGHT = 8;
/** In this one, the service goes away while it answers an upload. */
const INTERRUPTED = 51;
/** Large enough for the memory to tell when the content of every file is held on to. */
const FILE_BYTES = 128 * 1024;
/** An eighth of what the contents of the uploaded files come to. */
const MAX_GROWTH = 6 * 1024 * 1024;

/** What may come of a call over a service that fails every other time and goes away now and then. */
const EXPECTED = ['api', 'network', 'unknown-outcome', 'configuration'];

/** Some files are forgotten once they are uploaded, and nothing else is done with those: to look at one brings it back. */
const isToForget = (name: string) => name.endsWith('0.pdf');

interface Row {
  readonly name: string;
  readonly state: string;
  readonly id: string | undefined;
}

describe(`${OPERATIONS} operations over a flaky service`, () => {
  /** Of uploads that were let through: what they came to. */
  const uploads: Row[] = [];
  const forgotten = new Set<string>();
  const topUps: { readonly amount: number; readonly kind?: string }[] = [];
  const kinds = new Set<string>();
  const heap: number[] = [];
  let sandboxFile: string;

  /** Asks the service's own database. */
  function ofService(sql: string): Record<string, SQLOutputValue>[] {
    using db = new DatabaseSync(sandboxFile, { readOnly: true, timeout: 1000 });
    return db.prepare(sql).all();
  }

  async function run<K extends CommandName>(name: K, ...args: unknown[]) {
    const outcome = await call(name, ...args);
    if (!outcome.ok) kinds.add(`${outcome.error.kind} of ${name}`);
    return outcome;
  }

  async function upload(name: string): Promise<void> {
    const uri = await writeFile(`soak/${name}`, newPdf(FILE_BYTES));
    const given = { ...ANSWERS, duplicates: 'upload', environment: 'local' };
    const outcome = await run('uploadFiles', uri, undefined, given);
    const [result] = outcome.ok ? outcome.data : [];
    if (result === undefined) return;
    const state = result.status === 'unknown-outcome' ? 'unknown' : result.status;
    uploads.push({ name, state, id: result.file?.['id'] as string | undefined });
  }

  /** The service goes away when it has stored a file and not answered yet. Then it is back, and flaky again. */
  async function interrupt(name: string): Promise<void> {
    await succeed('setLocalSandboxScenario', 'slow');
    const uploading = upload(name);
    while (!ofService('SELECT name FROM files').some((row) => row['name'] === name)) await nextTurn();
    await succeed('stopLocalSandbox');
    await succeed('startLocalSandbox');
    await succeed('setLocalSandboxScenario', 'flaky');
    await uploading;
  }

  /** One of the latest files that are kept. */
  const someFile = (n: number): string | undefined => {
    const latest = uploads.filter(({ id, name }) => id !== undefined && !isToForget(name)).slice(-20);
    return latest[n % latest.length]?.id;
  };

  /** One operation of the mix: every second is an upload. */
  async function operate(n: number): Promise<void> {
    if (n === INTERRUPTED) return interrupt(`soak-${n}.pdf`);
    if (n % 2 === 0) return upload(`soak-${n}.pdf`);
    switch (((n - 1) / 2) % 5) {
      case 0:
        return void (await run('showFileDetails', someFile(n), { preview: true }));
      case 1:
        return void (await run('findFiles', 'soak', { limit: 20 }));
      case 2: {
        const outcome = await run('topUpSandbox', { amount: n, currency: 'EUR', environment: 'local' });
        topUps.push({ amount: n, ...(!outcome.ok && { kind: outcome.error.kind }) });
        return;
      }
      case 3: {
        const list = { path: '/local-sandbox/files?limit=1', environment: 'local', reveal: false };
        const { ok, exchangeId } = await run('sendRequest', list);
        if (ok) await run('nextPage', exchangeId, { reveal: false });
        return;
      }
      default: {
        const next = uploads.find(({ id = '', name }) => id !== '' && isToForget(name) && !forgotten.has(id));
        if (next?.id === undefined) return;
        forgotten.add(next.id);
        await succeed('forgetFile', next.id);
      }
    }
  }

  before(async () => {
    sandboxFile = join(dirname(await databaseFile()), 'local-sandbox.db');
    await succeed('resetLocalSandbox');
    for (const name of ['soak-a.pdf', 'soak-b.pdf']) await upload(name);
    await succeed('setLocalSandboxScenario', 'flaky');
    const numbers = Array.from({ length: OPERATIONS }, (_, n) => n);
    for (const part of [numbers.slice(0, OPERATIONS / 4), numbers.slice(OPERATIONS / 4)]) {
      await pool(part, IN_FLIGHT, operate);
      heap.push(await heapInUse());
    }
  });
  after(() => succeed('setLocalSandboxScenario', 'normal'));

  it('end as the contract has it, each of them', () => {
    assert.deepEqual(
      [...kinds].filter((kind) => !EXPECTED.includes(kind.split(' ')[0] ?? '')),
      [],
    );
    const states = new Set(uploads.map(({ state }) => state));
    assert.deepEqual([...states].sort(), ['failed', 'unknown', 'uploaded'], 'all of it happened');
  });

  it('leave the registry with what each upload was said to have come to', async () => {
    const { data } = await succeed('findFiles', 'soak', { environment: 'local', limit: OPERATIONS });
    assert.ok(forgotten.size > 0);
    const byName = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    assert.deepEqual(
      data.map(({ name, state, id }) => ({ name, state, id })).toSorted(byName),
      uploads.filter(({ id }) => id === undefined || !forgotten.has(id)).toSorted(byName),
    );
  });

  it('leave the service with every uploaded file, with no failed one, and with none twice', () => {
    const there = ofService('SELECT id, name FROM files');
    assert.equal(new Set(there.map((row) => row['name'])).size, there.length, 'nothing was uploaded twice');
    const ids = new Set(there.map((row) => row['id']));
    for (const { state, id, name } of uploads) if (state === 'uploaded') assert.ok(ids.has(id ?? ''), name);
    const said = new Map(uploads.map((row) => [row.name, row]));
    for (const { id, name } of there) {
      const { state, id: known } = said.get(String(name)) ?? {};
      assert.ok(known === id || state === 'unknown', `${String(name)} is there, but said to be ${state}`);
    }
    const unknown = uploads.filter(({ state }) => state === 'unknown').map(({ name }) => name);
    assert.ok(
      there.some(({ name }) => unknown.includes(String(name))),
      'one of unknown outcome had arrived',
    );
  });

  it('top up by what was said to have been added, and never twice', () => {
    const sum = (wanted: string | undefined) =>
      topUps.filter(({ kind }) => kind === wanted).reduce((total, { amount }) => total + amount, 0);
    const [certain, perhaps] = [sum(undefined), sum('unknown-outcome')];
    const balance = Number(
      ofService("SELECT amount FROM balances WHERE currency = 'EUR'")[0]?.['amount'] ?? 0,
    );
    assert.ok(certain > 0 && certain <= balance && balance <= certain + perhaps, `${certain} ≤ ${balance}`);
  });

  it('leave no memory behind', () => {
    const [first = NaN, last = NaN] = heap;
    assert.ok(last - first < MAX_GROWTH, `grew by ${last - first} bytes`);
  });
});
