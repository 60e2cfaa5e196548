import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConfigurationError } from '../../../src/api/model/errors';
import { planRequest } from '../../../src/api/rules/plan';
import { actFor, type Caller } from '../../../src/services/caller';
import { refuseMoved, Sender } from '../../../src/services/sender';
import type { Services } from '../../../src/services/services';
import { FILE, failureOf, ok } from '../../support/apiClient';
import { answering, sendJson, startHttpServer } from '../../support/httpServer';
import { createTestServices, environmentAt } from '../../support/services';

const write = (n = 1) => planRequest({ method: 'POST', path: '/payments', body: { n } });
const read = planRequest({ method: 'GET', path: '/payments' });

/** A server, and the services for its environment of a type. */
async function start(type: 'sandbox' | 'production' = 'sandbox', status = 200) {
  const server = await startHttpServer(answering(status, ok({})));
  const test = createTestServices(environmentAt(server.url, { type }));
  const send = async (plan = write(), isPerson = true) => {
    const { sender } = test.services;
    return sender.send(await sender.permit(plan, { isPerson }));
  };
  return {
    server,
    test,
    send,
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

describe('the way of every request', () => {
  it('sends nothing when another window was faster than the person who agreed', async () => {
    await using at = await start('production', 500);
    at.test.answer = async () => {
      at.test.answer = true;
      await failureOf(at.send());
      await at.test.kept();
      return true;
    };
    assert.equal((await failureOf(at.send())).kind, 'preflight');
    assert.equal(at.server.seen.length, 1);
    // What was shown counts.
    assert.equal((await failureOf(at.send())).kind, 'http');
    const earlier = at.test.asked.map(([asked]) => asked?.earlier !== undefined);
    assert.deepEqual(earlier, [false, false, true]);
    assert.equal(at.server.seen.length, 2);
  });

  it('sends one of two that are pressed at once', async () => {
    await using at = await start();
    const both = await Promise.allSettled([at.send(), at.send()]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal(at.server.seen.length, 1);
  });

  const changes: Record<string, (services: Services) => unknown> = {
    'API key': ({ keys }) => Object.assign(keys, { keyFor: () => Promise.resolve('key-of-another-account') }),
    address: ({ environments }) =>
      Object.assign(environments, { get: () => environmentAt('http://127.0.0.1:9', { type: 'production' }) }),
  };
  for (const [what, change] of Object.entries(changes))
    it(`sends nothing with another ${what} than the question about production named`, async () => {
      await using at = await start('production');
      at.test.answer = () => {
        change(at.test.services);
        return Promise.resolve(true);
      };
      const { kind, message } = await failureOf(at.send());
      assert.equal(kind, 'preflight');
      assert.ok(message.startsWith('The address or the API key of Sandbox changed meanwhile'), message);
      assert.equal(at.server.seen.length, 0);
    });

  it('repeats no write in what has become production meanwhile, and still repeats a read', async () => {
    await using server = await startHttpServer((_request, response) => {
      const all = [environmentAt(server.url, { type: 'production' })];
      Object.assign(test.services.environments, { all });
      sendJson(response, 429, {}, { 'retry-after': '0' });
    });
    await using test = createTestServices(environmentAt(server.url));
    test.values.maxRetries = 1;
    const { sender } = test.services;
    for (const plan of [write(), read])
      await failureOf(sender.send(await sender.permit(plan, { isPerson: false })));
    assert.deepEqual(
      server.seen.map(({ method }) => method),
      ['POST', 'GET', 'GET'],
    );
  });

  it('repeats nothing where the Local Sandbox has ended: its port may be that of another one', async () => {
    await using server = await startHttpServer((_request, response) => {
      Object.assign(test.services.environments, { all: [{ ...local, addresses: undefined }] });
      sendJson(response, 429, {}, { 'retry-after': '0' });
    });
    const local = environmentAt(server.url, { id: 'local', type: 'local' });
    await using test = createTestServices(local);
    test.values.maxRetries = 1;
    const { sender } = test.services;
    const permits = await sender.permitAll([write(), read], { isPerson: false });
    for (const permit of permits) await failureOf(sender.send(permit));
    assert.equal(server.seen.length, 1);
  });

  it('sends nothing once its window closes, also where no connection was made before', async () => {
    await using at = await start();
    await at.test.services.connections.close();
    await failureOf(at.send(read));
    assert.equal(at.server.seen.length, 0);
  });

  it('repeats nothing that its caller may not do there any more', async () => {
    for (const [left, expected] of [
      ['read', ['POST', 'GET', 'GET']],
      ['none', ['POST', 'GET']],
    ] as const) {
      let access: 'write' | 'read' | 'none' = 'write';
      await using server = await startHttpServer((_request, response) => {
        access = left;
        sendJson(response, 429, {}, { 'retry-after': '0' });
      });
      await using test = createTestServices(environmentAt(server.url));
      test.values.maxRetries = 1;
      const agent: Caller = {
        ...{ origin: 'agent', signal: new AbortController().signal },
        accessTo() {
          if (access === 'none') throw new ConfigurationError({ message: 'No.' });
          return access;
        },
      };
      for (const plan of [write(), read]) {
        access = 'write';
        const { client } = await actFor(agent, () => test.services.connections.open());
        await failureOf(client.send(plan));
      }
      assert.deepEqual(
        server.seen.map(({ method }) => method),
        expected,
      );
    }
  });

  it('asks a person, and refuses code, while the service wants nothing', async () => {
    await using at = await start();
    const { connections } = at.test.services;
    connections.cooldown.hold('sandbox', 90_000, (await connections.ready('sandbox')).identity);
    const refused = await failureOf(at.send(read, false));
    assert.deepEqual([refused.kind, refused.facts.retryAfterSeconds], ['preflight', 90]);
    await at.send(read);
    await at.send(write());
    at.test.answer = false;
    assert.equal((await failureOf(at.send())).kind, 'cancelled');
    const asked = at.test.asked.flatMap((writes) => writes.map(({ plan }) => plan.method));
    assert.deepEqual([asked, at.server.seen.length], [['GET', 'POST', 'POST'], 2]);
  });

  it('asks with the words of a repetition only where something is repeated', async () => {
    await using at = await start('sandbox', 500);
    const { connections, writeRules } = at.test.services;
    const said: unknown[] = [];
    const sender = new Sender(connections, writeRules, (_writes, words) => {
      said.push(words?.action);
      return Promise.resolve(true);
    });
    const words = { question: 'Add it again?', action: 'Add Again' };
    connections.cooldown.hold('sandbox', 90_000, (await connections.ready('sandbox')).identity);
    for (const isAgain of [false, true]) await sender.permit(write(), { isPerson: true, isAgain, words });
    // One of two is known, as its first sending had no success.
    const failing = planRequest({ method: 'POST', path: '/elsewhere', body: {} });
    await failureOf(sender.send(await sender.permit(failing, { isPerson: true, words })));
    await at.test.kept();
    await sender.permitAll([write(), failing], { isPerson: true, words });
    assert.deepEqual(said, [undefined, 'Add Again', undefined, 'Add Again']);
  });

  const here = { ...environmentAt('https://a.test'), identity: 'one', keyMark: 'k' };
  const files = { ...here.addresses, filesUrl: 'https://b.test' };
  for (const [what, now, isRefused] of [
    ['the same', {}, false],
    ['another key', { keyMark: 'l' }, false],
    ['another key of production', { type: 'production', keyMark: 'l' }, true],
    ['another account', { identity: 'two' }, true],
    ['another account of the Local Sandbox', { type: 'local', identity: 'two' }, true],
    ['another address', { addresses: environmentAt('https://b.test').addresses }, true],
    ['another address of its files', { addresses: files }, true],
    ['another address of the Local Sandbox', { type: 'local', addresses: files }, false],
  ] as const)
    it(`${isRefused ? 'does not go' : 'goes'} where its environment leads to ${what} by now`, () => {
      const agreed = 'type' in now ? { ...here, type: now.type } : here;
      const check = () => refuseMoved({ ...here, ...now }, agreed);
      if (isRefused) assert.throws(check, { kind: 'preflight' });
      else check();
    });

  it('does not go where its environment has become production', () => {
    assert.throws(() => refuseMoved({ ...here, type: 'production' }, here), { kind: 'preflight' });
  });

  it('repeats a read as often as the settings say at that moment', async () => {
    await using at = await start('sandbox', 503);
    for (const [maxRetries, requests] of [
      [0, 1],
      [1, 1 + 2],
    ] as const) {
      at.test.values.maxRetries = maxRetries;
      await failureOf(at.send(read));
      assert.equal(at.server.seen.length, requests);
    }
    assert.deepEqual(at.test.asked, [], 'nobody is asked about a read');
  });

  it('holds an agent to what it may do at the address that a request goes to, also past the rules', async () => {
    await using at = await start();
    const agent: Caller = {
      ...{ origin: 'agent', signal: new AbortController().signal },
      accessTo: (_environment, service) => (service === 'files' ? 'read' : 'write'),
    };
    const { client } = await actFor(agent, () => at.test.services.connections.open());
    const post = (path: string) => client.send(planRequest({ method: 'POST', path }));
    for (const call of [client.uploadFile(FILE), post('/%66iles/upload')])
      assert.equal((await failureOf(call)).kind, 'configuration');
    await post('/filesystem');
    assert.deepEqual(
      at.server.seen.map(({ path }) => path),
      ['/v1/filesystem'],
    );
  });

  it('sends any target, headers and body byte for byte as they were given', async () => {
    await using at = await start();
    const target = fc
      .stringMatching(
        /^(?:[a-z][a-z0-9._~!$&'()*+,;=:@-]{0,8}\/?){1,3}(?:\?(?:[a-z0-9+=&';:@/?!*()-]|%2[0-9A-F]){0,20})?$/,
      )
      .filter((text) => !/^v1|[?&]limit=|\/\?|\/$/.test(text));
    const headers = fc.array(fc.tuple(fc.constantFrom('X-One', 'x-two'), fc.stringMatching(/^[!-~]{1,8}$/)), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(target, headers, fc.uint8Array(), async (path, given, bytes) => {
        const plan = planRequest({ method: 'POST', path: `/${path}`, headers: given, content: { bytes } });
        await at.send(plan, false);
        const seen = at.server.seen.at(-1);
        assert.equal(seen?.path, `/v1/${path}`);
        assert.deepEqual(seen.body, Buffer.from(bytes));
        for (const name of ['x-one', 'x-two']) {
          const values = given.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
          assert.equal(seen.headers[name], values.length === 0 ? undefined : values.join(', '));
        }
      }),
      { numRuns: 60 },
    );
  });
});
