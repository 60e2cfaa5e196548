import * as vscode from 'vscode';
import type { Connections, Located } from '../../services/connections';
import { environmentTitle, withLateProgress } from '../../ui/progress';
import { testConnection, type Verdict } from './testCall';

/**
 * Tries addresses and a key that are typed but not kept yet, with requests that change nothing.
 * @returns undefined when the user cancelled it
 */
export async function tryKey(
  connections: Connections,
  environment: Located,
  apiKey: string,
): Promise<Verdict | undefined> {
  const { apiOrigin, filesOrigin } = environment.addresses;
  const client = await connections.try(environment, apiKey);
  try {
    return await withLateProgress(
      vscode.l10n.t('Testing {0} with a request that changes nothing', environmentTitle(environment)),
      (signal) => testConnection(client, { sameOrigin: apiOrigin === filesOrigin }, signal),
    );
  } catch {
    // Every failure but a cancellation is a verdict.
    return undefined;
  }
}
