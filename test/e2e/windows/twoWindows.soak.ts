import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { artifacts } from '../../host/paths.mts';
import {
  fileName,
  isInterruption,
  isUpload,
  buildDriver,
  startDriver,
  type Done,
  type Report,
} from '../support/driver';
import {
  clearNotifications,
  type EditorWindow,
  freshEditor,
  notification,
  openExplorer,
  openPaymentsViews,
  screenshot,
} from '../support/editor';
import { newPdf, rowsUntil, setScenario, uploadByMenu, writeFiles } from '../support/files';
import { globalStorage, knownFiles } from '../support/registry';

const NAMES = ['left', 'right'] as const;
const IN_FLIGHT = 8;
/** Memory is measured after each quarter. */
const PARTS = 4;
/** Three times what was seen in a thousand operations; half of what the contents of the uploaded files come to. */
const MAX_GROWTH = 6 * 1024 * 1024;

/** Of each window. */
const OPERATIONS = 500;
/** Large enough for the memory to tell when the content of every file is held on to. */
const FILE_BYTES = 128 * 1024;
/** For all of it. */
const TIMEOUT_MS = 10 * 60_000;

/** What may come of a call over a service that fails every other time and goes away now and then. */
const EXPECTED_KINDS = ['api', 'network', 'unknown-outcome', 'configuration', 'not-found'];

describe(`${2 * OPERATIONS} operations over a flaky service, from two windows at the same time`, () => {
  let editor: Awaited<ReturnType<typeof freshEditor>>;
  let windows: EditorWindow[];
  let reports: readonly Report[];
  let done: readonly Done[];

  before(async function () {
    this.timeout(TIMEOUT_MS + 120_000);
    editor = await freshEditor({ companions: [await buildDriver()] });
    windows = [];
    for (const name of NAMES) {
      const window = await editor.openWindow();
      windows.push(window);
      writeFiles(window, filesToUpload(name));
    }
    await setScenarioOf(windows, 'Flaky');
    const waits = [];
    for (const [index, window] of windows.entries()) {
      const order = {
        window: NAMES[index] ?? '',
        operations: OPERATIONS,
        inFlight: IN_FLIGHT,
        parts: PARTS,
      };
      waits.push(await startDriver(window, order));
    }
    reports = await Promise.all(waits.map((wait) => wait(TIMEOUT_MS)));
    done = reports.flatMap((report) => report.done);
    writeFigures(reports);
  });

  after(async () => await editor.close());

  it('end as the contract has it, each of them', () => {
    const kinds = new Set(done.flatMap(({ kind }) => kind ?? []));
    assert.deepEqual(
      [...kinds].filter((kind) => !EXPECTED_KINDS.includes(kind)),
      [],
    );
    const statuses = new Set(uploadsIn(done).map(({ status }) => status));
    assert.deepEqual(
      [...statuses].filter((status) => status !== undefined).sort(),
      ['failed', 'unknown-outcome', 'uploaded'],
      'all of it happened',
    );
    for (const { command } of done.filter(({ kind }) => kind === 'not-found')) {
      assert.equal(command, 'nextPage', 'only a page that there is not is not found');
    }
  });

  it('leave the registry with what each upload was said to have come to', () => {
    const forgotten = new Set(
      done.filter(({ command, ok }) => command === 'forgetFile' && ok).map(({ about }) => about),
    );
    assert.ok(forgotten.size > 0);
    const reported = uploadsIn(done)
      // What was refused before it was tried has no row.
      .filter(({ status, fileId }) => status !== undefined && !forgotten.has(fileId))
      .map(({ about, status, fileId }) => ({
        name: about,
        state: status === 'unknown-outcome' ? 'unknown' : status,
        fileId,
      }));
    const rows = knownFiles(editor.dataDir).map(({ name, state, fileId }) => ({ name, state, fileId }));
    assert.deepEqual(rows.sort(byName), reported.sort(byName));
  });

  it('leave the service with every uploaded file, with no failed one, and with none twice', () => {
    const there = serverFiles(editor.dataDir);
    assert.equal(new Set(there.values()).size, there.size, 'nothing was uploaded twice');
    const uploads = new Map(uploadsIn(done).map((upload) => [upload.about, upload]));
    for (const { about, status, fileId } of uploads.values()) {
      if (status === 'uploaded') assert.equal(there.get(fileId ?? ''), about);
    }
    for (const [id, name] of there) {
      const { status, fileId } = uploads.get(name) ?? {};
      assert.ok(fileId === id || status === 'unknown-outcome', `${name} is there, but said to be ${status}`);
    }
    const unknown = [...uploads.values()].filter(({ status }) => status === 'unknown-outcome');
    assert.ok(
      unknown.some(({ about }) => [...there.values()].some((name) => name === about)),
      'one of unknown outcome had arrived',
    );
  });

  it('top up by what was said to have been added, and never twice', () => {
    const topUps = done.filter(({ command }) => command === 'topUpSandbox');
    const sum = (each: (topUp: Done) => boolean): number =>
      topUps.filter(each).reduce((total, { about }) => total + Number(about), 0);
    const certain = sum(({ ok }) => ok);
    const atMost = certain + sum(({ kind }) => kind === 'unknown-outcome');
    const balance = balanceOf(editor.dataDir, 'EUR');
    assert.ok(certain > 0 && certain <= balance && balance <= atMost, `${certain} ≤ ${balance} ≤ ${atMost}`);
  });

  it('leave no memory behind in either extension host', () => {
    for (const { heap } of reports) {
      const grown = (heap.at(-1) ?? NaN) - (heap[0] ?? NaN);
      assert.ok(grown < MAX_GROWTH, `grew by ${grown} bytes: ${heap.join(', ')}`);
    }
  });

  it('leave both windows at work, and each shows what the other does', async () => {
    await setScenarioOf(windows, 'Normal');
    for (const [index, { page }] of windows.entries()) {
      await page.bringToFront();
      await clearNotifications(page);
      await openExplorer(page);
      const file = ['invoice-2026-001.pdf', 'receipt-2026-03-14.jpg'][index] ?? '';
      await uploadByMenu(page, file);
      await notification(page, `Uploaded ${file}`).waitFor();
      await openPaymentsViews(page);
      await rowsUntil(page, file, 1);
      await screenshot(page, `two-windows-${NAMES[index]}`);
      const other = windows[1 - index];
      await other?.page.bringToFront();
      if (other === undefined) continue;
      await openPaymentsViews(other.page);
      await rowsUntil(other.page, file, 1);
    }
  });
});

/** All windows share the scenario: it is set in one. */
async function setScenarioOf([window]: readonly EditorWindow[], title: string): Promise<void> {
  if (window === undefined) return;
  await window.page.bringToFront();
  await setScenario(window.page, title);
}

function filesToUpload(window: string): (readonly [string, Buffer])[] {
  return Array.from({ length: OPERATIONS }, (_, index) => index)
    .filter((index) => isUpload(index) || isInterruption(index))
    .map((index) => [`soak/${fileName(window, index)}`, newPdf(FILE_BYTES)]);
}

function uploadsIn(done: readonly Done[]): Done[] {
  return done.filter(({ command }) => command === 'uploadFiles');
}

function byName(one: { name?: string | undefined }, other: { name?: string | undefined }): number {
  return (one.name ?? '').localeCompare(other.name ?? '');
}

/** Names of the files that the service has, by their ids. */
function serverFiles(dataDir: string): Map<string, string> {
  const rows = query(dataDir, 'SELECT id, name FROM files');
  return new Map(rows.map((row) => [String(row['id']), String(row['name'])]));
}

function balanceOf(dataDir: string, currency: string): number {
  return Number(query(dataDir, 'SELECT amount FROM balances WHERE currency = ?', currency)[0]?.['amount']);
}

/** Asks the service's own database, without a window. */
function query(dataDir: string, sql: string, ...values: string[]): Record<string, unknown>[] {
  const db = new DatabaseSync(join(globalStorage(dataDir), 'local-sandbox.db'), { readOnly: true });
  try {
    return db.prepare(sql).all(...values);
  } finally {
    db.close();
  }
}

/** Writes to `artifacts/` how often each command had which result, the memory, and the time. */
function writeFigures(reports: readonly Report[]): void {
  const outcomes: Record<string, number> = {};
  for (const { command, ok, kind, status } of reports.flatMap(({ done }) => done)) {
    const outcome = [command, status ?? (ok ? 'ok' : 'not ok'), kind].filter((part) => part !== undefined);
    outcomes[outcome.join(' ')] = (outcomes[outcome.join(' ')] ?? 0) + 1;
  }
  const perWindow = reports.map(({ heap, milliseconds }) => ({ heap, milliseconds }));
  mkdirSync(artifacts, { recursive: true });
  writeFileSync(
    join(artifacts, 'two-windows.json'),
    `${JSON.stringify({ outcomes, windows: perWindow }, undefined, 2)}\n`,
  );
}
