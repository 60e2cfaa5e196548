import assert from 'node:assert/strict';
import type { KeyState } from '../../../../src/services/environments/keyVault';
import { readEnvironments, type Environment } from '../../../../src/services/environments/environmentModel';
import { isReady, nextStep, type EnvironmentState } from '../../../../src/environments/view/nextStep';

const [local, bare] = readEnvironments({}) as [Environment, Environment];
const reachable = readEnvironments({ sandbox: { apiUrl: 'https://a.test' } })[1];
const refused = readEnvironments({ sandbox: { apiUrl: 'http://a.test' } })[1];
assert.ok(reachable && refused);

const none: KeyState = { kind: 'none' };
const lost: KeyState = { kind: 'lost' };
const set: KeyState = { kind: 'set', lastFour: '1234' };
const changed: KeyState = { kind: 'address-changed', givenFor: 'https://old.test' };
const defaults = { key: none, isActive: false, local: 'idle' } as const;

describe('the one next step of an environment', () => {
  const cases: [string, Partial<EnvironmentState> & { environment: Environment }, string, boolean][] = [
    ['a refused setting is corrected first', { environment: refused, key: set }, 'fix-setting', false],
    ['without an address, it is set', { environment: bare }, 'set-address', false],
    ['without a key, it is entered', { environment: reachable }, 'enter-key', false],
    ['a key that was lost is entered', { environment: reachable, key: lost }, 'enter-key', false],
    [
      'a key given elsewhere is confirmed',
      { environment: reachable, key: changed },
      'confirm-address',
      false,
    ],
    ['what is ready is switched to', { environment: reachable, key: set }, 'switch', true],
    ['what is active is used', { environment: reachable, key: set, isActive: true }, 'upload', true],
    ['the Local Sandbox needs nothing', { environment: local, isActive: true }, 'upload', true],
    ['unless it was stopped', { environment: local, isActive: true, local: 'stopped' }, 'start-local', false],
  ];
  for (const [title, given, step, ready] of cases) {
    it(title, () => {
      const state: EnvironmentState = { ...defaults, ...given };
      assert.equal(nextStep(state), step);
      assert.equal(isReady(state), ready);
    });
  }
});
