import assert from 'node:assert/strict';
import { posix } from 'node:path';
import fc from 'fast-check';
import { accessOf, demandAccess, demandTrust } from '../../../src/agents/limits/access';
import { RateLimit } from '../../../src/agents/limits/rateLimit';
import { checkAgentRequest, isWrite } from '../../../src/agents/limits/requests';
import { MAX_RESULT_BYTES, resultText, withoutLinkQueries } from '../../../src/agents/limits/results';
import { findWorkspaceFile, type FileAccess } from '../../../src/agents/limits/workspaceFiles';
import { AGENT_TOOLS } from '../../../src/agents/names';
import { isOfKind, isPaymentsError } from '../../../src/api/errors';
import { createRedactor } from '../../../src/api/redact';
import type { Environment } from '../../../src/services/environmentModel';

const addresses = (host: string) => ({
  apiUrl: `https://${host}/v1`,
  filesUrl: `https://${host}`,
  apiOrigin: `https://${host}`,
  filesOrigin: `https://${host}`,
});
const sandbox: Environment = { id: 's', name: 'S', type: 'sandbox', addresses: addresses('sandbox.example') };
const production: Environment = {
  id: 'p',
  name: 'P',
  type: 'production',
  addresses: addresses('api.example'),
};
const twin: Environment = { ...sandbox, id: 't', addresses: addresses('api.example') };
const all = [sandbox, production, twin];

describe('What agents may do in an environment', () => {
  it('is nothing in production unless the user allows reading, and writing in a sandbox', () => {
    assert.equal(accessOf(production, all, 'none'), 'none');
    assert.equal(accessOf(production, all, 'read'), 'read');
    assert.equal(accessOf(sandbox, all, 'none'), 'write');
    assert.equal(accessOf({ id: 'local', name: 'L', type: 'local' }, all, 'none'), 'write');
  });

  it('goes by the address where that is one of production', () => {
    assert.equal(accessOf(twin, all, 'none'), 'none');
    assert.equal(accessOf(twin, [sandbox, twin], 'none'), 'write');
    const { filesUrl, filesOrigin } = addresses('api.example');
    const mixed = { ...sandbox, addresses: { ...addresses('sandbox.example'), filesUrl, filesOrigin } };
    assert.equal(accessOf(mixed, all, 'none'), 'none');
  });

  it('is no more than describing in a workspace that is not trusted', () => {
    const allowed = AGENT_TOOLS.filter((tool) => {
      demandTrust(tool, true);
      try {
        demandTrust(tool, false);
        return true;
      } catch {
        return false;
      }
    });
    assert.deepEqual(allowed, ['payments_list_environments', 'payments_describe_api']);
  });

  it('is refused with what the user could do by hand', () => {
    const byHand = { what: 'send writes', instead: 'Send Request does it.' };
    const refused = (error: unknown) =>
      isOfKind(error, 'configuration') && String(error).includes(byHand.instead);
    assert.throws(() => {
      demandAccess(production, 'read', 'write', byHand);
    }, refused);
    assert.throws(() => {
      demandAccess(production, 'none', 'read', byHand);
    }, refused);
    demandAccess(production, 'read', 'read', byHand);
    demandAccess(sandbox, 'write', 'read', byHand);
  });
});

describe('How often agents may send', () => {
  it('is counted over any 60 seconds, and a refusal says how long to wait', () => {
    let now = 0;
    const rate = new RateLimit(() => now);
    rate.take(2);
    now = 20_000;
    rate.take(2);
    now = 30_000;
    assert.throws(
      () => {
        rate.take(2);
      },
      (error) => isPaymentsError(error) && error.kind === 'preflight' && error.facts.retryAfterSeconds === 30,
    );
    now = 60_000;
    rate.take(2);
    now = 79_999;
    assert.throws(() => {
      rate.take(2);
    }, /Wait 1 s/);
  });

  it('is never with a limit of 0, and waits for a limit that was lowered', () => {
    let now = 0;
    const rate = new RateLimit(() => now);
    assert.throws(() => {
      rate.take(0);
    }, /maxPerMinute is 0/);
    for (now = 0; now < 5000; now += 1000) rate.take(10);
    assert.throws(() => {
      rate.take(1);
    }, /Wait 59 s/);
  });

  it('never lets more through than the limit, whatever the times of the calls', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        let now = 0;
        const rate = new RateLimit(() => now);
        const passed: number[] = [];
        for (const step of steps) {
          now += step;
          try {
            rate.take(limit);
            passed.push(now);
          } catch {
            // Refused.
          }
          assert.ok(passed.filter((time) => now - time < 60_000).length <= limit);
        }
      }),
      { seed: 16, numRuns: 200 },
    );
  });
});

describe('A file that an agent names', () => {
  const folder = '/work space/project';
  const links: Record<string, string> = {
    [`${folder}/out.pdf`]: '/home/me/passport.pdf',
    [`${folder}/hidden.pdf`]: `${folder}/.git/a.pdf`,
    [`${folder}/fine.pdf`]: `${folder}/docs/a.pdf`,
    [`${folder}/UPPER/a.pdf`]: `${folder}/docs/a.pdf`,
  };
  const there = new Set([
    folder,
    `${folder}/docs/a.pdf`,
    `${folder}/docs`,
    '/home/me/passport.pdf',
    `${folder}/.git/a.pdf`,
  ]);
  const files: FileAccess = {
    realpath: (path) => {
      const real = links[path] ?? path;
      return there.has(real) ? Promise.resolve(real) : Promise.reject(new Error('ENOENT'));
    },
    isFile: (path) => Promise.resolve(posix.extname(path) !== ''),
  };
  const find = (text: string, folders: readonly string[] = [folder]) =>
    findWorkspaceFile(text, folders, files);

  it('is the one that its links lead to, inside the workspace', async () => {
    for (const text of ['docs/a.pdf', './docs//a.pdf', `${folder}/docs/a.pdf`, 'fine.pdf', 'UPPER/a.pdf'])
      assert.deepEqual(await find(text), { ok: true, path: `${folder}/docs/a.pdf` }, text);
    assert.equal((await find('docs/a.pdf', ['/elsewhere', folder])).ok, true);
  });

  it('is refused outside, when hidden, and when it is no file', async () => {
    const refused = [
      '/home/me/passport.pdf',
      'out.pdf',
      'hidden.pdf',
      '.git/a.pdf',
      'docs',
      '.',
      'docs/../docs/a.pdf',
      'docs\\..\\..\\a.pdf',
      'file:///home/me/passport.pdf',
      'vscode-remote://x/a.pdf',
      '//server/share/a.pdf',
      '\\\\server\\share\\a.pdf',
      '~/a.pdf',
      'docs/a.pdf\0.png',
      'none.pdf',
      '',
    ];
    for (const text of refused) assert.equal((await find(text)).ok, false, text);
    assert.equal((await find('docs/a.pdf', [])).ok, false);
  });

  it('is never one outside, whatever is given', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'docs',
      'a.pdf',
      'out.pdf',
      '/home/me/passport.pdf',
      '.git',
      'file://',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const found = await find(parts.join(''));
        assert.ok(!found.ok || found.path === `${folder}/docs/a.pdf`);
      }),
      { seed: 16, numRuns: 500 },
    );
  });
});

describe('A request of an agent', () => {
  it('is a write unless it is GET or HEAD, however that is written', () => {
    for (const method of ['get', ' GET ', 'Head', undefined])
      assert.equal(isWrite({ method }), false, method);
    for (const method of ['post', 'PUT', 'DELETE', 'OPTIONS', 'GETX'])
      assert.equal(isWrite({ method }), true, method);
    assert.equal(isWrite({ body: {} }), true);
  });

  it('may not top up past the limit, set a key or a host, or name another method', () => {
    const refused = (request: Parameters<typeof checkAgentRequest>[0]) => {
      assert.throws(
        () => {
          checkAgentRequest(request, 'read');
        },
        (error) => isOfKind(error, 'preflight'),
      );
    };
    refused({ method: 'POST', path: '/v1/balances/sandbox/top-up' });
    refused({ path: 'Balances//sandbox/top%2Dup'.replace('//', '/'), body: {} });
    for (const name of ['authorization', 'Host', ' Cookie', 'X-HTTP-Method-Override', 'x-method-override'])
      refused({ path: '/x', headers: { [name]: 'x' } });
    refused({ path: '/x?_method=DELETE' });
    refused({ path: '/x', query: { _method: 'DELETE' } });
    checkAgentRequest({ path: '/balances/sandbox/top-up', headers: { 'x-trace': '1' } }, 'read');
    checkAgentRequest({ method: 'POST', path: '/payments', query: { method: 'card' } }, 'write');
  });
});

describe('The result that an agent gets', () => {
  const key = 'agent-key-5f0c1d2e-W9Xz';
  const redactor = createRedactor([key]);
  const options = {
    redact: (text: string) => redactor.text(text),
    fromOutside: true,
    howToGetMore: 'Ask for less.',
  };
  const write = (data: unknown) => resultText({ ok: true, data, exchangeId: 'ex_1' }, options);

  it('holds no key and no query of a link, and stays short, whatever the service answers', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.constant(`see https://files.example/a?sig=${'s'.repeat(9)}3cr3t`),
      fc.constant(`Bearer ${key}`),
      fc.constant(encodeURIComponent(key)),
      fc.constant('ü'.repeat(2500)),
      // Too long to give: what names its place is in the result too.
      fc.constant(`https://files.example/${'p'.repeat(20)}?3cr3t`),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.array(tie('tree'), { maxLength: 8 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (data) => {
        const result = write(data);
        assert.ok(Buffer.byteLength(result) <= MAX_RESULT_BYTES);
        assert.ok(!result.includes(key) && !result.includes('3cr3t'));
        assert.equal((JSON.parse(result) as { ok: boolean }).ok, true);
      }),
      { seed: 16, numRuns: 60 },
    );
  });

  it('holds no key where a long list is named, or as a number', () => {
    const list = Array.from({ length: 60 }, () => 0);
    assert.doesNotMatch(write({ [key]: list, 'https://h/p?3cr3t': list }), /W9Xz|3cr3t/);
    const digits = { ...options, redact: (text: string) => createRedactor(['123456789012']).text(text) };
    assert.doesNotMatch(resultText({ ok: true, data: { n: 123_456_789_012 } }, digits), /123456789012/);
  });

  it('keeps 50 of many records, fewer where they are long, and says so', () => {
    const shown = (length: number) => {
      const records = Array.from({ length: 10_000 }, () => 'x'.repeat(length));
      const { shortened } = JSON.parse(write({ records })) as {
        shortened: { lists: { at: string; shown: number; of: number }[] };
      };
      return shortened.lists;
    };
    assert.deepEqual(shown(10), [{ at: 'data.records', shown: 50, of: 10_000 }]);
    assert.ok((shown(900)[0]?.shown ?? 0) < 50);
  });

  it('says that what comes from the service is data, of errors too', () => {
    assert.match(write({}), /"untrusted":\{"fields":\["data"\]/);
    const failed = resultText({ ok: false, error: { kind: 'api', message: 'Do it.' } }, options);
    assert.match(failed, /error\.message/);
    assert.doesNotMatch(resultText({ ok: true, data: {} }, { ...options, fromOutside: false }), /untrusted/);
  });

  it('takes the queries out of links however they are written, in linear time', () => {
    const links = [
      ['a https://h/p?q=1 b', 'a https://h/p?… b'],
      ['(HTTP://h/p#t)', '(HTTP://h/p?…'],
      ['{"u":"https:\\/\\/h\\/p\\u003fq"}', '{"u":"https:\\/\\/h\\/p?…"}'],
      ['GET /v1/x?limit=1', 'GET /v1/x?limit=1'],
    ] as const;
    for (const [given, expected] of links) assert.equal(withoutLinkQueries(given), expected);
    assert.equal(withoutLinkQueries('/content?sig=1', true), '/content?…');
    const began = performance.now();
    withoutLinkQueries('http://'.repeat(300_000));
    assert.ok(performance.now() - began < 2000);
  });
});
