import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { openStorage } from '../../../src/storage';
import type { Storage } from '../../../src/storage/types';
import { TEST_KEY } from '../../support/apiClient';
import { OPERATIONS, type Operation } from '../../support/operations';
import { PLACES, WIRE, type Scene } from '../../support/scenes';

/**
 * Every operation against every fault, over both transports: the outcome, how many requests the service saw, what
 * was stored, and what was told. The table is kept in docs/faults.md; with UPDATE_FAULTS set it is written anew.
 */
const KEPT = join(process.cwd(), 'docs/faults.md');

interface Finding {
  readonly outcome: string;
  /** Requests whose header arrived at the service. */
  readonly requests: number;
  readonly told: string;
}

const table: string[] = [];

/** Runs one operation in a scene, and checks what is the same for all: what was told and stored fits the outcome. */
async function run(scene: Scene, operation: Operation, storage: Storage): Promise<Finding> {
  const { client, exchanges } = scene.open();
  const before = scene.requests();
  const failure = await operation.run(client);
  const requests = scene.requests() - before;
  await scene.close();
  const [exchange, ...others] = exchanges;
  assert.ok(exchange && others.length === 0, 'one call is one exchange');
  storage.history.add(exchange, 10_000);
  const kept = storage.history.get(exchange.id);
  assert.deepEqual(kept, exchange, 'what is stored is what happened');
  assert.ok(!JSON.stringify([kept, failure?.facts]).includes(TEST_KEY), 'the key is nowhere');
  assert.equal(exchange.outcome, failure?.kind ?? 'ok');
  if (failure === undefined) return { outcome: 'ok', requests, told: '' };
  assert.equal(failure.exchangeId, exchange.id);
  assert.equal(failure.environment, 'test-environment');
  assert.match(failure.message, /^[A-Z"][^{}\n]*\.$/, 'plain sentences');
  if (operation.isWrite && failure.kind === 'unknown-outcome') {
    assert.equal(requests, 1, 'a write that may have acted is not repeated');
    assert.match(failure.message, /not repeated/);
  }
  return {
    outcome: failure.kind,
    requests,
    told: failure.message.replace(/(?:127\.0\.0\.1|localhost):\d+|a{64}\.invalid/g, 'HOST'),
  };
}

/** The findings of operations that must all be the same, as one. */
function agreed(findings: readonly (Finding & { readonly by: string })[]): Finding {
  const [first] = findings;
  assert.ok(first);
  for (const { by, outcome, requests } of findings) {
    assert.deepEqual([by, outcome, requests], [by, first.outcome, first.requests]);
  }
  return first;
}

describe('Every operation against every fault', () => {
  let folder: string;
  let storage: Storage;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'faults-'));
    storage = openStorage({
      file: join(folder, 'faults.db'),
      onProblem: ({ message }) => assert.fail(message),
    });
  });
  after(() => {
    storage.close();
    rmSync(folder, { recursive: true });
  });

  for (const [what, makeScenes] of Object.entries({ ...WIRE, ...PLACES })) {
    it(what, async () => {
      const scenes = await makeScenes();
      const findings = await Promise.all(
        scenes.flatMap(({ transport, make }) =>
          OPERATIONS.map(async (operation) => {
            const finding = await run(await make(), operation, storage);
            return { ...finding, operation, by: `${operation.name} over ${transport}` };
          }),
        ),
      );
      const read = agreed(findings.filter(({ operation }) => !operation.isWrite));
      const write = agreed(findings.filter(({ operation }) => operation.isWrite));
      const cell = ({ outcome, requests }: Finding) => `${outcome} (${requests})`;
      table.push(`| ${what} | ${cell(read)} | ${cell(write)} | ${write.told || read.told} |`);
    });
  }

  it('is told in docs/faults.md as it is', async () => {
    const text = [
      '# What happens when something goes wrong',
      '',
      'Written by `test/unit/faults/table.test.ts` from what it saw. Every fault was tried with every operation',
      `(${OPERATIONS.map(({ name }) => name).join(', ')}), over both transports where it applies, with two repetitions`,
      'allowed. In brackets: the requests that the service saw. Each call was stored as one exchange with its attempts,',
      'request id and error, and without the key.',
      '',
      '| Fault | A read | A write | What the user is told (here of a write) |',
      '| --- | --- | --- | --- |',
      ...table,
      '',
    ].join('\n');
    const options = (await resolveConfig(KEPT)) ?? {};
    const formatted = await format(text, { ...options, parser: 'markdown' });
    console.log(formatted);
    if (process.env['UPDATE_FAULTS'] !== undefined) {
      mkdirSync(join(KEPT, '..'), { recursive: true });
      writeFileSync(KEPT, formatted);
    }
    assert.equal(existsSync(KEPT) ? readFileSync(KEPT, 'utf8') : '', formatted);
  });
});
