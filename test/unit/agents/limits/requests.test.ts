import assert from 'node:assert/strict';
import { checkAgentRequest, isWrite } from '../../../../src/agents/limits/requests';
import { isOfKind } from '../../../../src/api/model/errors';

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
