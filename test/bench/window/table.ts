// Measures a table of 10,000 rows in a real window, with the packaged extension:
//
//   node out/bench/window/table.js [FILE]    FILE takes the figures too, beside those that are in it
//
// Where the machine draws without a graphics card, the time between two frames is mostly the drawing; so the time of
// scripts for one frame is measured beside it.
import { existsSync } from 'node:fs';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { readJson } from '../../host/paths.mts';
import { answer, pick, quickInput, runCommand } from '../../host/editor/quickInput.mts';
import { expandRow, openPaymentsViews, viewRow, webview } from '../../host/editor/workbench.mts';
import { withEditor } from '../../host/withEditor.mts';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { median } from '../figures/measure';
import { formatTable, makeReport, writeReport } from '../figures/report';
import type { BenchReport, BenchResult } from '../figures/result';

const ROWS = 10_000;
const FRAMES = 300;
/** A page of the table at every frame would be faster than anybody scrolls; these are five rows. */
const PIXELS = 130;

const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY'];

function records() {
  return Array.from({ length: ROWS }, (_, index) => ({
    id: `payment_${String(index).padStart(6, '0')}`,
    description: `Invoice ${1000 + index}, ${index % 3 === 0 ? 'Harbour Coffee' : 'Northwind Freight'}`,
    amount: (index * 137) % 1000,
    currency: CURRENCIES[index % CURRENCIES.length],
    createdAt: new Date(1_750_000_000_000 + index * 60_000).toISOString(),
    owner: { name: `Owner ${index % 100}`, country: index % 2 === 0 ? 'DE' : 'FR' },
  }));
}

/** The time that scripts have taken so far, in milliseconds. */
async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN) * 1000;
}

/** Scrolls the table by the same step in every frame. @returns the times between them, in milliseconds */
async function scroll(frame: Frame): Promise<number[]> {
  const source = `new Promise((resolve, reject) => {
    const scrolls = (element) => element.clientHeight > 100 && element.scrollHeight > 10 * element.clientHeight;
    let view = document.querySelector('.ag-row');
    while (view !== null && !scrolls(view)) view = view.parentElement;
    if (view === null) throw new Error('Nothing scrolls.');
    const times = [];
    let before = performance.now();
    const next = (now) => {
      times.push(now - before);
      before = now;
      view.scrollTop += ${PIXELS};
      if (times.length < ${FRAMES}) return requestAnimationFrame(next);
      const shown = [...document.querySelectorAll('.ag-row')].map((row) => Number(row.getAttribute('row-index')));
      if (Math.min(...shown) < ${FRAMES}) reject(new Error('The table did not follow: ' + shown.join()));
      else resolve(times.slice(1));
    };
    requestAnimationFrame(next);
  })`;
  return frame.evaluate<number[]>(source);
}

async function openList(page: Page): Promise<void> {
  await openPaymentsViews(page);
  await runCommand(page, 'Payments API: Enter API Key…');
  await pick(page, 'Sandbox');
  await quickInput(page).filter({ hasText: 'API key of Sandbox' }).waitFor();
  await answer(page, 'bench_key_0123456789abcdef');
  // It is tried before it is kept.
  await expandRow(viewRow(page, 'Environments', /^Sandbox/).first());
  await viewRow(page, 'Environments', 'set ····cdef').first().waitFor();
  await runCommand(page, 'Payments API: Switch Environment');
  await pick(page, 'Sandbox');
  await runCommand(page, 'Payments API: Send Request');
  await quickInput(page).getByText('Send a request to Sandbox').first().waitFor();
  await answer(page, 'GET /payments');
  await page.getByRole('tab', { name: 'GET payments · 200' }).waitFor();
}

async function measure(page: Page): Promise<BenchResult[]> {
  await openList(page);
  await runCommand(page, 'Payments API: Open as Table');
  const grid = webview(page).getByRole('grid');
  await webview(page)
    .getByText(`Rows: ${ROWS.toLocaleString('en')}`)
    .waitFor();
  const frame = await (await grid.elementHandle()).ownerFrame();
  if (frame === null) throw new Error('The table has no frame.');
  // Where a webview has a process of its own, it has a session of its own.
  const sessions = page.context();
  const session = await sessions.newCDPSession(frame).catch(() => sessions.newCDPSession(page));
  await session.send('Performance.enable');
  const begun = await scriptTime(session);
  const times = await scroll(frame);
  const ended = await scriptTime(session);
  const sorted = times.toSorted((a, b) => a - b);
  const name = (what: string) => `table of ${ROWS.toLocaleString('en')} rows: ${what}`;
  return [
    { name: name('between two frames while scrolling, median'), unit: 'ms', value: median(times) },
    {
      name: name('between two frames while scrolling, 95th percentile'),
      unit: 'ms',
      value: sorted[Math.floor(sorted.length * 0.95)] ?? NaN,
    },
    {
      name: name('scripts for one frame'),
      unit: 'ms',
      value: (ended - begun) / times.length,
      aim: { atMost: 8 },
    },
  ];
}

async function main(): Promise<void> {
  const [, , file] = process.argv;
  const body = { success: true, message: 'Payments listed', data: { records: records(), totalCount: ROWS } };
  const unknown = { success: false, code: 'not_found', message: 'There is no such file', data: {} };
  await using server = await startHttpServer(({ path }, response) => {
    if (path.includes('/files/')) sendJson(response, 404, unknown);
    else sendJson(response, 200, body);
  });
  await withEditor('bench-failed', async (editor) => {
    const settings = { 'paymentsApi.environments': { sandbox: { apiUrl: server.url } } };
    const results = await measure((await editor.openWindow({ settings })).page);
    console.log(`table\n${formatTable(results)}\n`);
    if (file === undefined) return;
    const earlier = existsSync(file) ? (readJson(file) as BenchReport).results : [];
    writeReport(makeReport([...earlier, ...results]), file);
  });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
