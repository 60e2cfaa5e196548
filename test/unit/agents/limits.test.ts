import assert from 'node:assert/strict';
import { posix } from 'node:path';
import fc from 'fast-check';
import { accessOf, demandAccess, demandTrust, wentToProduction } from '../../../src/agents/limits/access';
import { ConfirmedTargets } from '../../../src/agents/limits/confirmed';
import { RateLimit } from '../../../src/agents/limits/rateLimit';
import { checkAgentRequest, isWrite } from '../../../src/agents/limits/requests';
import { findWorkspaceFile, type FileAccess } from '../../../src/agents/limits/workspaceFiles';
import { AGENT_TOOLS } from '../../../src/agents/toolNames';
import { isOfKind, isPaymentsError } from '../../../src/api/errors';
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
    const above = {
      ...production,
      addresses: { ...addresses('h'), apiUrl: 'https://sandbox.example/v1/live/v1' },
    };
    assert.equal(accessOf(sandbox, [sandbox, above], 'none'), 'none');
    const mixed = { ...sandbox, addresses: { ...addresses('sandbox.example'), filesUrl, filesOrigin } };
    assert.equal(accessOf(mixed, all, 'none'), 'none');
  });

  it('counts an exchange as one of production by where it went', () => {
    const went = (environmentType: Environment['type'], url: string) =>
      wentToProduction({ environmentType, url }, all);
    assert.equal(went('production', 'https://moved.example/v1/x'), true);
    assert.equal(went('sandbox', 'https://api.example/v1/x'), true);
    assert.equal(went('sandbox', 'https://sandbox.example/v1/x'), false);
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
    assert.deepEqual(allowed, ['payments_describe_api']);
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

describe('What the user was asked about', () => {
  const TOOL = 'payments_top_up_sandbox';
  const input = { amount: 1, currency: 'EUR' };
  const other = { ...sandbox, addresses: addresses('moved.example') };
  const refused = (error: unknown) => isOfKind(error, 'preflight') && /Call again/.test(String(error));

  it('is not done elsewhere: not in another environment, and not at another address', () => {
    for (const now of [twin, other]) {
      const confirmed = new ConfirmedTargets();
      confirmed.remember(TOOL, input, sandbox);
      assert.throws(() => {
        confirmed.demandSame(TOOL, input, now);
      }, refused);
      confirmed.remember(TOOL, input, now);
      confirmed.demandSame(TOOL, input, now);
    }
  });

  it('is remembered for each of several calls, and for the same input of the same tool only', () => {
    const confirmed = new ConfirmedTargets();
    confirmed.remember(TOOL, input, sandbox);
    confirmed.remember(TOOL, input, sandbox);
    confirmed.demandSame(TOOL, { ...input, amount: 2 }, twin);
    confirmed.demandSame('payments_send_request', input, twin);
    for (let call = 0; call < 2; call += 1) {
      assert.throws(() => {
        confirmed.demandSame(TOOL, input, twin);
      }, refused);
    }
    confirmed.demandSame(TOOL, input, twin);
  });

  it('is the Local Sandbox, whichever address it has', () => {
    const confirmed = new ConfirmedTargets();
    const local: Environment = { id: 'local', name: 'L', type: 'local' };
    confirmed.remember(TOOL, input, local);
    confirmed.demandSame(TOOL, input, { ...local, addresses: addresses('127.0.0.1:1') });
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
    for (const name of [
      'authorization',
      'Host',
      ' Cookie',
      'X-HTTP-Method',
      'X-HTTP-Method-Override',
      'x-method-override',
      'X-Original-Method',
      'X-Original-URL',
      'X-Rewrite-Url',
      'X-Forwarded-Host',
      'Forwarded',
    ])
      refused({ path: '/x', headers: { [name]: 'x' } });
    refused({ path: '/x?_method=DELETE' });
    for (const name of ['_method', 'Method', 'X-HTTP-Method-Override', 'methodOverride'])
      refused({ path: '/x', query: { [name]: 'DELETE' } });
    checkAgentRequest({ path: '/x', query: { payment_method: 'card' } }, 'read');
    checkAgentRequest({ path: '/balances/sandbox/top-up', headers: { 'x-trace': '1' } }, 'read');
    checkAgentRequest({ method: 'POST', path: '/payments', query: { method: 'card' } }, 'write');
  });
});
