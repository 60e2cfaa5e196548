import assert from 'node:assert/strict';
import type { KeyState } from '../../../../src/services/environments/keyVault';
import { readEnvironments, type Environment } from '../../../../src/services/environments/environmentModel';
import { missingOf, type EnvironmentState } from '../../../../src/environments/view/missing';

const [local, bare] = readEnvironments({}) as [Environment, Environment];
const reachable = readEnvironments({ sandbox: { apiUrl: 'https://a.test' } })[1];
const refused = readEnvironments({ sandbox: { apiUrl: 'http://a.test' } })[1];
assert.ok(reachable && refused);

const none: KeyState = { kind: 'none' };
const lost: KeyState = { kind: 'lost' };
const set: KeyState = { kind: 'set', lastFour: '1234' };
const changed: KeyState = { kind: 'address-changed', givenFor: 'https://old.test' };
const defaults = { key: none, isActive: false, local: 'idle' } as const;

describe('what is missing of an environment', () => {
  const cases: [string, Partial<EnvironmentState> & { environment: Environment }, string | undefined][] = [
    ['a refused setting is corrected first', { environment: refused, key: set }, 'setting'],
    ['without an address, it is set', { environment: bare }, 'address'],
    ['without a key, it is entered', { environment: reachable }, 'key'],
    ['a key that was lost is entered', { environment: reachable, key: lost }, 'key'],
    ['a key given elsewhere is confirmed', { environment: reachable, key: changed }, 'confirmation'],
    ['with both, nothing', { environment: reachable, key: set }, undefined],
    ['the Local Sandbox needs nothing', { environment: local }, undefined],
    ['unless it was stopped', { environment: local, local: 'stopped' }, 'stopped'],
  ];
  for (const [title, given, missing] of cases) {
    it(title, () => {
      const state: EnvironmentState = { ...defaults, ...given };
      assert.equal(missingOf(state), missing);
    });
  }
});
