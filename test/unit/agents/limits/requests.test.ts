import assert from 'node:assert/strict';
import {
  checkAgentRequest,
  checkTopUp,
  checkUploads,
  isWrite,
  methodOf,
} from '../../../../src/agents/limits/requests';
import { planRequest } from '../../../../src/api/rules/plan';
import { isOfKind } from '../../../../src/api/model/errors';

describe('A request of an agent', () => {
  it('is a write unless it is GET or HEAD, however that is written', () => {
    for (const method of ['get', ' GET ', 'Head', undefined])
      assert.equal(isWrite({ method }), false, method);
    for (const method of ['post', 'PUT', 'DELETE', 'OPTIONS', 'GETX'])
      assert.equal(isWrite({ method }), true, method);
    assert.equal(isWrite({ body: {} }), true);
  });

  it('is sent by GET, and by POST where it has a body', () => {
    const methods = [methodOf({}), methodOf({ body: null }), methodOf({ method: ' put ' })];
    assert.deepEqual(methods, ['GET', 'POST', 'PUT']);
  });

  it('may not top up past the limit, set a key or a host, or name another method', () => {
    type Asked = Parameters<typeof checkAgentRequest>[0];
    const check =
      (request: Asked, access: 'read' | 'write' = 'read') =>
      () => {
        const { path, query = {} } = request;
        const { target } = planRequest({ method: methodOf(request), path, query });
        checkAgentRequest(request, target, access);
      };
    const refused = (words: RegExp) => (error: unknown) =>
      isOfKind(error, 'preflight') &&
      words.test(String(error)) &&
      String(error).endsWith(' Nothing was sent.');
    for (const request of [
      { method: 'POST', path: '/v1/balances/sandbox/top-up' },
      { path: 'Balances/sandbox/top%2Dup', body: {} },
      // What is sent counts: the version is sent once, and parts of a path behind a semicolon are none for some servers.
      { method: 'POST', path: '/v1/v1/balances/sandbox/top-up' },
      { method: 'POST', path: '/balances;？/sandbox/top-up' },
    ])
      assert.throws(check(request), refused(/Use payments_top_up_sandbox for a top-up/));
    const headers =
      'authorization|Host| Cookie|X-HTTP-Method|X-HTTP-Method-Override|x-method-override|X-Original-Method|' +
      'X-Original-URL|X-Rewrite-Url|X-Forwarded-Host|Forwarded';
    for (const name of headers.split('|')) {
      const words = refused(new RegExp(`may not set the header ${name.trim()}\\.`));
      assert.throws(check({ path: '/x', headers: { 'x-trace': '1', [name]: 'x' } }), words);
    }
    const method = refused(/A read may not name another method in its query\./);
    assert.throws(check({ path: '/x?a=1&_method=DELETE' }), method);
    const names = '_method| Method |X-HTTP-Method|X-HTTP-Method-Override|methodOverride|httpMethodOverride';
    for (const name of names.split('|'))
      assert.throws(check({ path: '/x', query: { a: 1, [name]: 'DELETE' } }), method, name);
    for (const name of ['payment_method', '_methods', 'methodology'])
      check({ path: `/x?${name}=card`, query: { [name]: 'card' } })();
    check({ path: '/balances/sandbox/top-up', headers: { 'x-trace': '1' } })();
    check({ method: 'POST', path: '/payments', query: { method: 'card' } }, 'write')();
  });
});

describe('What an agent may do in one call', () => {
  it('ends at the limit that the user has set, which the refusal names', () => {
    checkUploads(20, 20);
    const files = {
      kind: 'preflight',
      message: /^21 files were given, .* 20 .*agents\.maxUploads.*Nothing was sent/,
    };
    assert.throws(() => checkUploads(21, 20), files);
    checkTopUp(10.5, 10.5);
    const amount = {
      kind: 'preflight',
      message: /^Agents may top up 10\.5 .*agents\.maxTopUp.*Nothing was sent/,
    };
    assert.throws(() => checkTopUp(10.51, 10.5), amount);
  });
});
