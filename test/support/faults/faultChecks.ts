import assert from 'node:assert/strict';
import type { Answer, Transport } from '../../../src/api';
import { type EasyClient, failureOf, makeClient } from '../apiClient';
import { LARGER } from './operations';
import type { ExpectedFault, Expected } from './faults';
import { withoutHost } from './keptRows';
import { startRawServer } from '../rawServer';
import { Waits } from './waits';

/** Holds a read and an upload against each of these faults: what they come to, and what is kept of them. */
export function describeFaults(
  { name, make }: { readonly name: string; readonly make: () => Transport },
  faults: Readonly<Record<string, ExpectedFault>>,
): void {
  describe(`Faults over ${name}`, () => {
    const tried = new Waits(async (fault: ExpectedFault) => {
      await Promise.all([
        check(make, fault, fault.read, (client) => client.getFile('file_1')),
        check(make, fault, fault.write, (client) => client.uploadFile(LARGER), fault.uploadSays),
      ]);
    });
    before(() => {
      for (const fault of Object.values(faults)) if (fault.timeoutMs !== undefined) tried.begin(fault);
    });

    for (const [what, fault] of Object.entries(faults)) {
      it(`${what}: a read is ${fault.read[0]}, a write is ${fault.write[0]}`, () => tried.get(fault));
    }
  });
}

async function check(
  make: () => Transport,
  fault: ExpectedFault,
  [kind, requests]: Expected,
  call: (client: EasyClient) => Promise<Answer<unknown>>,
  says?: string,
): Promise<void> {
  await using test = makeClient(await startRawServer(fault.respond), make(), {
    timeoutMs: fault.timeoutMs ?? 60_000,
  });
  const failure = await failureOf(call(test.client));
  assert.deepEqual([failure.kind, test.server.heads.length], [kind, requests], failure.message);
  if (says !== undefined) assert.equal(withoutHost(failure.message), says);
  assert.match(failure.message, /^[A-Z][^{}\n]*\.$/, 'one plain sentence or two');
  const [exchange, ...others] = test.exchanges;
  assert.ok(exchange && others.length === 0, 'one call is one exchange');
  assert.deepEqual([exchange.outcome, exchange.id], [kind, failure.exchangeId]);
  assert.equal(exchange.attempts.length, requests);
  assert.deepEqual(exchange.error, { ...failure.facts, kind });
  // The request id is known exactly when the headers of an answer came.
  assert.equal(failure.requestId, exchange.status === undefined ? undefined : 'req-7');
  assert.equal(failure.facts.status, exchange.status);
  if (kind === 'unknown-outcome') assert.match(failure.message, /not repeated/);
}
