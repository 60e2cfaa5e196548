import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { keepProfiles } from '../../../src/testing/register';
import { environmentAt } from '../../support/services';

describe('the run profiles of the Testing view', () => {
  it('are those of the environments, as they are named now, the active one first to run', () => {
    const controller = vscode.tests.createTestController('profiles', 'Profiles');
    const made: vscode.TestRunProfile[] = [];
    const gone: string[] = [];
    const watched = new Proxy(controller, {
      get: (real, name): unknown =>
        name !== 'createRunProfile'
          ? Reflect.get(real, name)
          : (...args: Parameters<typeof real.createRunProfile>) => {
              const profile = real.createRunProfile(...args);
              const dispose = profile.dispose.bind(profile);
              profile.dispose = () => {
                gone.push(profile.label);
                dispose();
              };
              made.push(profile);
              return profile;
            },
    });
    const changed = new vscode.EventEmitter<void>();
    const [one, other, third] = ['one', 'other', 'third'].map((id) =>
      environmentAt('http://127.0.0.1:1', { id, name: id, type: id === 'other' ? 'production' : 'sandbox' }),
    );
    assert.ok(one && other && third);
    const environments = { all: [one, other] as const, active: one, onDidChange: changed.event };
    const keeping = keepProfiles(watched, environments, () => Promise.reject(new Error('Nothing is run')));
    const shown = () => made.map(({ label, isDefault }) => [label, isDefault]);
    assert.deepEqual(shown(), [
      ['one', true],
      ['PRODUCTION (other)', false],
    ]);

    Object.assign(environments, { all: [{ ...other, name: 'renamed' }, third], active: third });
    changed.fire();
    assert.deepEqual(gone, ['one']);
    assert.deepEqual(shown().slice(1), [
      ['PRODUCTION (renamed)', false],
      ['third', true],
    ]);
    keeping.dispose();
    controller.dispose();
  });
});
