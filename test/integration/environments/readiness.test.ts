import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createReadiness } from '../../../src/environments/view/readiness';
import type { Services } from '../../../src/services/services';
import type { KeyState } from '../../../src/services/environments/keyVault';
import { until } from '../../host/editor/waiting.mts';
import { environmentAt } from '../../support/services';
import { watchContext } from '../support/registry';

describe('what the active environment needs', () => {
  it('is announced of the one that is active, also where the answer about another one comes later', async () => {
    using context = watchContext('paymentsApi.missing');
    const local = { id: 'local', name: 'Local Sandbox', type: 'local' } as const;
    const other = environmentAt('http://127.0.0.1:1');
    const key = Promise.withResolvers<KeyState>();
    const state = ({ id }: { readonly id: string }): Promise<KeyState> =>
      id === other.id ? key.promise : Promise.resolve({ kind: 'fixed' });
    const switched = new vscode.EventEmitter<void>();
    const never = () => ({ dispose: () => undefined });
    const environments = { all: [local, other], active: other as { readonly id: string } };
    const readiness = createReadiness({
      environments: Object.assign(environments, { onDidChange: switched.event }),
      keys: { state, onDidChange: never },
      sandbox: { state: 'idle', onDidChange: never },
    } as unknown as Services);
    let said = 0;
    readiness.onDidChange(() => (said += 1));
    try {
      environments.active = local;
      switched.fire();
      await until(() => said === 1);
      key.resolve({ kind: 'none' });
      await until(() => said === 2);
      assert.deepEqual(context.said, [undefined]);
    } finally {
      readiness.dispose();
    }
  });
});
