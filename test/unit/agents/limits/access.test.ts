import assert from 'node:assert/strict';
import { accessOf, demandAccess, demandTrust, wentToProduction } from '../../../../src/agents/limits/access';
import { AGENT_TOOLS } from '../../../../src/agents/limits/toolNames';
import { isOfKind } from '../../../../src/api/model/errors';
import type { Environment } from '../../../../src/services/environmentModel';
import { addresses, all, production, sandbox, twin } from './environments';

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
