import { makeClient, type EasyClient } from '../../support/apiClient';
import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { createUndiciTransport, errorFacts, isPaymentsError, type Transport } from '../../../src/api';
import { LOCAL_SANDBOX_KEY, startLocalSandbox } from '../../../src/sandbox';
import type { KnownFile, Storage } from '../../../src/storage';
import { pool } from '../../../src/util/async';
import { heapInUse } from '../../support/heap';
import { listen } from '../../support/loopback';
import { begin, Place } from '../storage/support';

const IN_FLIGHT = 8;

/** Passes everything on, but loses every n-th piece of an answer, and the connection with it. */
async function startLossyRelay(port: number, every: number) {
  const sockets = new Set<Socket>();
  let pieces = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    upstream.on('data', (piece) => {
      if (++pieces % every === 0) client.resetAndDestroy();
      else client.write(piece);
    });
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

/** A window: its own storage on the shared database, its own client. */
class Window {
  readonly storage: Storage;
  readonly client: EasyClient;
  readonly #name: string;

  constructor(name: string, place: Place, port: number, transport: Transport) {
    this.#name = name;
    this.storage = place.open({ onProblem: ({ message }) => assert.fail(message) });
    const { client } = makeClient(`http://127.0.0.1:${port}`, transport, {
      ...{ environment: 'local', environmentType: 'local', apiKey: LOCAL_SANDBOX_KEY },
      ...{ timeoutMs: 10_000, maxRetries: 3 },
      onExchange: (exchange) => this.storage.history.add(exchange, 200),
    });
    this.client = client;
  }

  /** One operation of the mix, by its number. Failures of ours are what a flaky service brings. */
  async operate(index: number): Promise<void> {
    try {
      if (index % 2 === 0) await this.#upload(`${this.#name}-${index}.pdf`);
      else if (index % 7 === 0) await this.client.topUp({ amount: index, currency: 'EUR' });
      else await this.#refresh();
    } catch (error) {
      if (!isPaymentsError(error)) throw error;
    }
  }

  async #upload(name: string): Promise<void> {
    const { files } = this.storage;
    const content = Buffer.from(`%PDF-1.4\n% ${name}\n`);
    const about = { name, purpose: 'payment_evidence', mimeType: 'application/pdf' };
    const kept = { environment: 'local', size: content.length, sha256: name, uri: `test:/${name}`, ...about };
    const row = begin({ files }, kept);
    files.startSending(row.key);
    try {
      const { data, requestId, exchangeId } = await this.client.uploadFile({ content, ...about });
      files.finish(row.key, { ...about, fileId: data.id, requestId, exchangeId });
    } catch (error) {
      if (!isPaymentsError(error)) throw error;
      const mayHaveActed = error.kind === 'unknown-outcome' || error.kind === 'decode';
      const { requestId, exchangeId } = error;
      const state = mayHaveActed ? 'unknown' : 'failed';
      files.fail(row.key, { state, error: errorFacts(error), requestId, exchangeId });
    }
  }

  async #refresh(): Promise<void> {
    const { items } = this.storage.files.list({ environment: 'local', states: ['uploaded'], limit: 1 });
    const fileId = items[0]?.fileId;
    if (fileId === undefined) return;
    const { data, requestId, exchangeId } = await this.client.getFile(fileId);
    this.storage.files.keepDetails('local', { fileId, details: data, requestId, exchangeId });
  }
}

/** Runs the operations, some at a time, in both windows. */
async function runAll(from: number, to: number, windows: readonly Window[]): Promise<void> {
  const indexes = Array.from({ length: to - from }, (_, n) => from + n);
  await pool(indexes, 2 * IN_FLIGHT, async (index) => windows[(index >> 1) % 2]?.operate(index));
}

function rows({ files }: Storage): readonly KnownFile[] {
  return [...files.pages({ environment: 'local', limit: 200 })].flat();
}

/** Names of the files that the service has, by their ids. */
async function serverFiles({ client }: Window): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { data } of client.pages({ path: '/local-sandbox/files?limit=100' })) {
    for (const record of data.records as { id: string; name: string }[]) found.set(record.id, record.name);
  }
  return found;
}

/**
 * Two windows on one database, over a service that fails every other time and a network that loses connections.
 * @param operations of both together, by fours
 */
export function describeLossyNetwork(operations: number): void {
  describe(`${operations} operations from two windows over a flaky service and a lossy network`, () => {
    it('leave service and registry in agreement on every file, and no memory behind', async () => {
      const place = new Place();
      const sandbox = await startLocalSandbox({ file: ':memory:' });
      const transport = createUndiciTransport();
      try {
        await using relay = await startLossyRelay(sandbox.port, 31);
        sandbox.setScenario('flaky');
        const windows = ['a', 'b'].map((name) => new Window(name, place, relay.port, transport));
        const [first, second] = windows;
        assert.ok(first && second);

        await runAll(0, operations / 4, windows);
        const before = await heapInUse();
        await runAll(operations / 4, operations, windows);
        const grown = (await heapInUse()) - before;
        assert.ok(grown < 8 * 1024 * 1024, `memory grew by ${grown} bytes`);

        sandbox.setScenario('normal');
        const reader = new Window('reader', place, sandbox.port, transport);
        const there = await serverFiles(reader);
        const known = rows(first.storage);
        assert.deepEqual(rows(second.storage), known, 'both windows see the same');
        assert.equal(known.length, operations / 2, 'every upload has its row, once');
        const uploaded = known.filter(({ state }) => state === 'uploaded');
        const [unknown, failed] = ['unknown', 'failed'].map(
          (wanted) => new Set(known.filter(({ state }) => state === wanted).map(({ name }) => name)),
        );
        assert.ok(unknown && failed);
        assert.equal(uploaded.length + unknown.size + failed.size, known.length, 'nothing is left hanging');

        for (const { fileId, name } of uploaded) assert.equal(there.get(fileId ?? ''), name);
        const ids = new Set(uploaded.map(({ fileId }) => fileId));
        for (const [id, name] of there) {
          assert.ok(ids.has(id) || unknown.has(name), `${name} is there, but not known to be`);
          assert.ok(!failed.has(name), `${name} is there, although its upload was reported as failed`);
        }
        assert.ok(there.size >= uploaded.length);
        assert.equal(new Set(there.values()).size, there.size, 'nothing was uploaded twice');
        assert.ok(Math.min(uploaded.length, unknown.size, failed.size) > 0, 'all of it happened');
      } finally {
        await transport.close();
        await sandbox.close();
        await place.end();
      }
    });
  });
}
