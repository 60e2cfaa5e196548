import assert from 'node:assert/strict';
import { accessOf, demandAccess, demandTrust, wentToProduction } from '../../../../src/agents/limits/access';
import { type AgentTool, INPUTS } from '../../../../src/agents/limits/inputs';
import { isPaymentsError } from '../../../../src/api/model/errors';
import { readEnvironments, type Environment } from '../../../../src/services/environments/environmentModel';
import { all, production, sandbox } from './environments';

interface Entry {
  readonly apiUrl: string;
  readonly filesUrl?: string;
}
const at = (apiUrl: string, filesUrl?: string): Entry => ({ apiUrl, ...(filesUrl && { filesUrl }) });

describe('What agents may do in an environment', () => {
  it('is nothing in production unless the user allows reading, and writing in a sandbox', () => {
    assert.equal(accessOf(production, all, 'none', 'api'), 'none');
    assert.equal(accessOf(production, all, 'read', 'files'), 'read');
    assert.equal(accessOf(sandbox, all, 'none', 'files'), 'write');
    assert.equal(accessOf({ id: 'local', name: 'L', type: 'local' }, all, 'none', 'api'), 'write');
  });

  it('goes by the type alone where an environment has no address, or stands for itself', () => {
    const bare: Environment = { id: 'production', name: 'P', type: 'production' };
    const without: Environment = { id: 'mine', name: 'M', type: 'sandbox' };
    assert.equal(accessOf(bare, [], 'none', 'api'), 'none');
    for (const service of ['api', 'files'] as const) {
      assert.equal(accessOf(without, [production, without], 'none', service), 'write');
      assert.equal(accessOf(sandbox, [bare, sandbox, without], 'none', service), 'write');
    }
    const exchange = { environmentType: 'sandbox', url: 'https://api.example/v1/x' } as const;
    assert.equal(wentToProduction(exchange, [bare]), false);
  });

  const LIVE = 'https://h/live';
  const FILES = 'https://files';
  const H = 'https://h';
  const bücher = at('https://bücher.example');
  const addressesAgainstProduction: [string, Entry, Entry, api: boolean, files: boolean][] = [
    ['the same API', at(LIVE), at(`${LIVE}/v1/`), true, true],
    ['an API above it', at(H), at('https://h/v1/live'), true, true],
    ['an API below it', at('https://h/v1/live'), at(H), true, true],
    ['an API beside it, with a name that begins alike', at(`${LIVE}ly`), at(LIVE), false, false],
    ['an API above it but for the version', at(H), at(LIVE), false, false],
    ['its files address', at('https://s', FILES), at(LIVE, `${FILES}/v1`), false, true],
    ['its files address, on one API host', at('https://h/sandbox', FILES), at(LIVE, FILES), false, true],
    ['its API for files', at('https://s', LIVE), at(LIVE), false, true],
    ['its origin for files, which it has for itself', at('https://s', H), at(H), false, true],
    ['its API as the origin for files that is there by default', at('https://h/sandbox'), at(H), false, true],
    ['the same origin by default', at('https://h/sandbox'), at(LIVE), false, false],
    ['its API with a dot behind the host', at('https://H.:443/live'), at(LIVE), true, true],
    ['its API with an escaped letter', at('https://h/%6cive'), at(LIVE), true, true],
    ['its API in Unicode', bücher, at('https://xn--bcher-kva.example'), true, true],
    ['its API by another name of this machine', at('http://[::1]:1'), at('http://127.0.0.1:1'), true, true],
    ['its API by a name below localhost', at('https://a.localhost'), at('https://localhost'), true, true],
    ['its files with a dot behind the host', at('https://s', `${FILES}.`), at(LIVE, FILES), false, true],
    ['its files address as the API', at(FILES), at(LIVE, FILES), true, true],
    ['another host', at('https://s'), at(LIVE, FILES), false, false],
  ];
  for (const [what, own, live, api, files] of addressesAgainstProduction) {
    it(`goes by the address: ${what}`, () => {
      const read = readEnvironments({ production: live, mine: { ...own, type: 'sandbox' } });
      const mine = read.at(-1);
      assert.ok(mine?.addresses);
      assert.equal(accessOf(mine, read, 'none', 'api'), api ? 'none' : 'write');
      assert.equal(accessOf(mine, read, 'none', 'files'), files ? 'none' : 'write');
    });
  }

  it('counts an exchange as one of production by where it went', () => {
    const went = (environmentType: Environment['type'], url: string) =>
      wentToProduction({ environmentType, url }, all);
    assert.equal(went('production', 'https://moved.example/v1/x'), true);
    assert.equal(went('sandbox', 'https://api.example/v1/x'), true);
    assert.equal(went('sandbox', 'https://api.example./v1/%78?a=b'), true);
    for (const url of ['https://sandbox.example/v1/x', 'no address'])
      assert.equal(went('sandbox', url), false);
    const shared = readEnvironments({ production: { apiUrl: LIVE } });
    const url = 'https://h/v1/sandbox/x';
    assert.equal(wentToProduction({ environmentType: 'sandbox', url }, shared), false);
    const own = readEnvironments({ production: { apiUrl: LIVE, filesUrl: FILES } });
    assert.equal(wentToProduction({ environmentType: 'sandbox', url: `${FILES}/v1/x` }, own), true);
  });

  it('is no more than describing in a workspace that is not trusted', () => {
    const allowed = (Object.keys(INPUTS) as AgentTool[]).filter((tool) => {
      demandTrust(tool, true);
      try {
        demandTrust(tool, false);
        return true;
      } catch (error) {
        assert.match(String(error), /The user does not trust this workspace/);
        return false;
      }
    });
    assert.deepEqual(allowed, ['payments_describe_api']);
  });

  it('is refused with what the user could do by hand', () => {
    const byHand = { what: 'send writes', instead: 'Send Request does it.' };
    const refused = (words: RegExp) => (error: unknown) =>
      isPaymentsError(error) &&
      error.kind === 'configuration' &&
      words.test(error.message) &&
      error.message.endsWith(byHand.instead) &&
      error.environment === production.id;
    const demand = (...[access, wanted]: ['read' | 'none', 'read' | 'write']) => {
      return () => demandAccess(production, access, wanted, byHand);
    };
    const write = /^Agents never send writes in production, .* Nothing was sent\./;
    assert.throws(demand('read', 'write'), refused(write));
    const read = /^Agents may not send writes in production unless .* Nothing was read\./;
    assert.throws(demand('none', 'read'), refused(read));
    demandAccess(production, 'read', 'read', byHand);
    demandAccess(sandbox, 'write', 'read', byHand);
  });
});
