import * as vscode from 'vscode';
import type { Connections, Located } from '../../services/connections';
import { environmentTitle } from '../../ui/environmentTitle';
import { withLateProgress } from '../../ui/progress';
import { testConnection, type Verdict } from './testCall';
import { askAboutFailure } from './testFailure';
import { openSetting } from '../../ui/messages';

/**
 * Tries addresses and a key that are typed but not kept yet, with requests that change nothing, and asks what to do when
 * they do not work: again is done here.
 * @returns `keep` also where it works; `undefined` when the question was dismissed
 */
export async function tryKeyAndAsk(
  connections: Connections,
  environment: Located,
  apiKey: string,
): Promise<{ verdict?: Verdict; next: 'keep' | 'key' | 'address' | 'cancelled' | undefined }> {
  const title = vscode.l10n.t(
    'Testing {0} with a request that changes nothing',
    environmentTitle(environment),
  );
  for (;;) {
    const client = await connections.try(environment, apiKey);
    let verdict: Verdict;
    try {
      verdict = await withLateProgress(title, (signal) =>
        testConnection(client, environment.addresses, signal),
      );
    } catch {
      // Every failure but a cancellation is a verdict.
      return { next: 'cancelled' };
    }
    if (verdict.kind === 'works') return { verdict, next: 'keep' };
    const next = await askAboutFailure(environment, verdict);
    if (next === 'again') continue;
    if (next !== 'settings') return { verdict, next };
    if (verdict.error.setting !== undefined) void openSetting(verdict.error.setting);
    return { verdict, next: 'keep' };
  }
}
