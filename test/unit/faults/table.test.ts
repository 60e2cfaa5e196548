import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { TEST_KEY } from '../../support/apiClient';
import { OPERATIONS, download, type TriedOperation } from '../../support/faults/operations';
import { FAULTS } from '../../support/faults/faults';
import { ONE_OPERATION } from '../../support/faults/oneOperation';
import { PLACES, WIRE, type Scene, type SceneMakers, type Scenes } from '../../support/faults/scenes';
import { withoutPadding } from '../../support/markdown';

/**
 * Every operation against every fault, over both transports: the outcome, how many requests the service saw, the
 * exchange, and the message. The table is kept in docs/faults.md, and every fault is held against its row there;
 * UPDATE_FAULTS writes it again, and `npm run format` then makes its columns even.
 */
// The editor has another working folder. Below `out` the place depends on who shares this file.
const KEPT = join(__dirname.slice(0, __dirname.lastIndexOf(`${sep}out${sep}`)), 'docs/faults.md');
const kept = readFileSync(KEPT, 'utf8');
const isUpdate = process.env['UPDATE_FAULTS'] !== undefined;

/** The cells of the row that is kept of a fault. */
function keptRow(what: string): string[] | undefined {
  const rows = kept.split('\n').map((line) => line.split('|').slice(1, -1));
  return rows.map((row) => row.map((cell) => cell.trim())).find(([fault]) => fault === what);
}

interface Finding {
  readonly outcome: string;
  /** Requests whose header arrived at the service. */
  readonly requests: number;
  /** More than the requests where some did not arrive. */
  readonly attempts: number;
  readonly message: string;
}

/** The row of each fault that was tried. */
const table = new Map<string, string>();

/** Runs one operation in a scene, and checks what is the same for all: the message and the exchange fit the outcome. */
async function run(scene: Scene, operation: TriedOperation): Promise<Finding> {
  const { client, exchanges } = scene.open();
  const before = scene.requests();
  const failure = await operation.run(client);
  const requests = scene.requests() - before;
  await scene.close();
  const [exchange, ...others] = exchanges;
  assert.ok(exchange && others.length === 0, 'one call is one exchange');
  assert.ok(!JSON.stringify([exchange, failure?.facts]).includes(TEST_KEY), 'the key is nowhere');
  assert.equal(exchange.outcome, failure?.kind ?? 'ok');
  const attempts = exchange.attempts.length;
  if (failure === undefined) return { outcome: 'ok', requests, attempts, message: '' };
  assert.equal(failure.exchangeId, exchange.id);
  assert.deepEqual(exchange.error, { ...failure.facts, kind: failure.kind });
  // Its last attempt may have no answer although an earlier one had: behind a redirect, or on a busy computer.
  assert.equal(failure.facts.status, exchange.attempts.at(-1)?.response?.status);
  if (operation.name !== 'download')
    assert.equal(failure.requestId !== undefined, exchange.status !== undefined, 'known with the headers');
  assert.equal(failure.environment, 'test-environment');
  assert.match(failure.message, /^[A-Z"][^{}\n]*\.$/, 'plain sentences');
  if (operation.isWrite) {
    // By hand, whatever the page says: a write is sent again only where the service certainly did not act.
    const refused = exchange.attempts.filter(({ response }) => response?.status === 429);
    assert.ok(requests <= refused.length + 1, `${requests} requests`);
  }
  if (operation.isWrite && failure.kind === 'unknown-outcome') {
    assert.equal(requests, 1, 'a write that may have acted is not repeated');
    assert.match(failure.message, /not repeated/);
  }
  const message = failure.message.replace(/(?:127\.0\.0\.1|localhost):\d+|a{64}\.invalid/g, 'HOST');
  return { outcome: failure.kind, requests, attempts, message };
}

function cell({ outcome, requests, attempts }: Finding): string {
  return `${outcome} (${requests === attempts ? requests : `${requests} of ${attempts}`})`;
}

/** The findings of operations that must all be the same, as one. */
function agreed(findings: readonly (Finding & { readonly by: string })[]): Finding {
  const [first] = findings;
  assert.ok(first);
  for (const finding of findings) assert.equal(cell(finding), cell(first), finding.by);
  return first;
}

describe('Every operation against every fault', () => {
  /** Each operation in each scene, every time in a new one. */
  const tried = (scenes: readonly Scenes[], operations: readonly ((scene: Scene) => TriedOperation)[]) =>
    Promise.all(
      scenes.flatMap(({ transport, make }) =>
        operations.map(async (choose) => {
          const scene = await make();
          const operation = choose(scene);
          return { ...(await run(scene, operation)), by: `${operation.name} over ${transport}` };
        }),
      ),
    );

  const scenes: SceneMakers = { ...WIRE, ...PLACES };
  const rowOf = async (what: string): Promise<string[]> => {
    const made = (await scenes[what]?.()) ?? [];
    const operations = (isWrite: boolean) =>
      OPERATIONS.filter((each) => each.isWrite === isWrite)
        .slice(0, FAULTS[what]?.isLarge === true ? 1 : undefined)
        .map((each) => () => each);
    const [read, write, load] = await Promise.all([
      tried(made, operations(false)).then(agreed),
      tried(made, operations(true)).then(agreed),
      tried(made, [({ url }) => download(url)]).then(agreed),
    ]);
    return [what, cell(read), cell(write), cell(load), write.message || read.message];
  };

  // Those that wait begin first and are looked at last.
  const waits = (what: string) => FAULTS[what]?.timeoutMs !== undefined;
  const names = Object.keys(scenes);
  const begun = new Map<string, Promise<string[]>>();
  before(() => {
    for (const what of names.filter(waits)) begun.set(what, rowOf(what));
    // Whoever looks at them sees what went wrong.
    for (const row of begun.values()) row.catch(() => undefined);
  });

  for (const what of [...names.filter((each) => !waits(each)), ...names.filter(waits)]) {
    it(what, async () => {
      const row = await (begun.get(what) ?? rowOf(what));
      table.set(what, `| ${row.join(' | ')} |`);
      if (!isUpdate) assert.deepEqual(row, keptRow(what));
    });
  }

  it('is the one in docs/faults.md', () => {
    const text = [
      '# What happens when something goes wrong',
      '',
      'Written by `test/unit/faults/table.test.ts` from what it saw. Every fault was tried with every operation of',
      '`test/support/faults/operations.ts`, over both transports where it applies, with',
      'two repetitions allowed; those of 12 MB with one that reads, one that writes, and a download. In brackets: the',
      'requests that the service saw, and of how many attempts where some did',
      'not get there. Each call was one exchange with its attempts, request id and error, and without the key.',
      'A download fetches what a content link leads to: bytes and no envelope, of up to 64 MiB, and behind redirects,',
      'which it follows without the key.',
      '',
      '| Fault | A read | A write | A download | The message that the user gets (here of a write) |',
      '| --- | --- | --- | --- | --- |',
      ...names.map((what) => table.get(what) ?? ''),
      '',
      '## What one operation meets',
      '',
      '| Fault | What happens | Tested by |',
      '| --- | --- | --- |',
      ...ONE_OPERATION.map(({ fault, outcome, tests }) => {
        const named = Object.entries(tests).map(([file, title]) => `"${title}" in \`${file}\``);
        return `| ${fault} | ${outcome} | ${named.join(', ')} |`;
      }),
      '',
    ].join('\n');
    if (isUpdate) writeFileSync(KEPT, text);
    else assert.equal(withoutPadding(kept), text);
  });
});
