import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { writeHash } from '../../../src/api/call/writeHash';
import { planRequest, planTopUp } from '../../../src/api/rules/plan';
import { databaseFile } from '../../../src/services/databaseFile';
import { newUpload, newWrite } from '../storage/support';
import { answering, sendJson, startHttpServer } from '../../support/httpServer';
import { createTestServices, environmentAt } from '../../support/services';

const ok = { success: true, message: 'Done', data: {} };

describe('The storage of a window', () => {
  it('has every write before its first byte, and its exchange afterwards', async () => {
    let isUnderWay: boolean | undefined;
    await using server = await startHttpServer((_request, response) => {
      isUnderWay = history.unresolvedWrite('sandbox', hash)?.isUnderWay;
      sendJson(response, 200, ok);
    });
    await using test = createTestServices(environmentAt(server.url));
    const { connections, storage } = test.services;
    const { history } = await storage.get();
    const { client, environment } = await connections.open();
    const topUp = planTopUp({ amount: 5, currency: 'EUR' });
    const hash = writeHash(topUp, environment.addresses);
    const { exchangeId } = await client.send(topUp);
    await test.kept();
    assert.deepEqual([isUnderWay, history.get(exchangeId)?.outcome], [true, 'ok']);
    assert.equal(history.unresolvedWrite('sandbox', hash), undefined);
  });

  it('keeps as many exchanges as the settings say, also once they say less', async () => {
    await using server = await startHttpServer(answering(200, ok));
    await using test = createTestServices(environmentAt(server.url));
    const { connections, storage } = test.services;
    const { history } = await storage.get();
    const { client } = await connections.open();
    test.values.maxRequests = 3;
    for (let n = 0; n < 5; n += 1) await client.send(planRequest({ method: 'GET', path: `/things/${n}` }));
    await test.kept();
    const paths = () => history.list({ environment: 'sandbox', limit: 10 }).items.map(({ path }) => path);
    assert.deepEqual(paths(), ['/v1/things/4', '/v1/things/3', '/v1/things/2']);
    test.values.maxRequests = 1;
    await storage.applyLimits();
    assert.deepEqual(paths(), ['/v1/things/4']);
  });

  it('refuses a write that cannot be written down, and lets a read go on', async () => {
    await using server = await startHttpServer(answering(200, ok));
    await using test = createTestServices(environmentAt(server.url));
    const { connections, context, log, storage } = test.services;
    // The problem is said and logged, which fails tests that know of none.
    Object.assign(log, { error: () => undefined });
    const db = new DatabaseSync(databaseFile(context));
    db.exec('PRAGMA user_version = 1000000');
    db.close();
    const refused = { kind: 'configuration', message: /newer version/ };
    await assert.rejects(storage.begin(newWrite('ex_1')), refused);
    const { client } = await connections.open();
    await assert.rejects(client.send(planTopUp({ amount: 5, currency: 'EUR' })), refused);
    assert.equal(server.seen.length, 0);
    const { files, history } = await storage.get();
    assert.throws(() => files.beginBatch([newUpload('a.pdf')]), refused);
    assert.deepEqual(history.list({ environment: 'sandbox' }).items, []);
  });

  it('makes no database for a look at what was kept', async () => {
    await using test = createTestServices(environmentAt('http://127.0.0.1:9'));
    const { context, storage } = test.services;
    assert.equal(await storage.ifUsed(), undefined);
    await storage.applyLimits();
    await storage.wake();
    assert.equal(existsSync(databaseFile(context)), false);
    assert.equal(await storage.get(), await storage.ifUsed());
  });
});
