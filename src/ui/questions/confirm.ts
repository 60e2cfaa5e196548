import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import type { Service } from '../../api/model/exchange';
import { addressOf } from '../../api/model/requestPlan';
import type { Environment } from '../../services/environments/environmentModel';
import type { KeyState } from '../../services/environments/keyVault';
import { literal } from '../../util/plainText';
import { t } from '../../util/text';

/** Where a request to that service goes, and with which account's key. */
export function accountLines(
  { name, type, addresses }: Environment,
  key: KeyState,
  service: Service,
): string[] {
  const lastFour = 'lastFour' in key ? key.lastFour : undefined;
  return [
    t('Where: {0}', addresses === undefined ? name : addressOf({ service, target: '' }, addresses)),
    type === 'local'
      ? t('Account: the Local Sandbox on this machine; no real money or documents')
      : lastFour === undefined
        ? t('Account: the API key stored for {0}', name)
        : t('Account: the API key ending in {0}', lastFour),
  ];
}

/**
 * Asks in a modal.
 * @param actions titles of the buttons
 * @returns the one chosen, or undefined when it was dismissed or could not be shown
 */
export async function askModal<T extends string>(
  message: string,
  detail: string,
  ...actions: readonly T[]
): Promise<T | undefined> {
  try {
    const options = { modal: true, detail: literal(detail) };
    return await vscode.window.showWarningMessage(literal(message), options, ...actions);
  } catch {
    // An editor that shows no dialogs cannot ask; what was not agreed to is not done.
    return undefined;
  }
}

/**
 * Asks in a modal whose default button leaves everything as it is.
 * @param safe the title of that button
 * @returns whether the other one was chosen
 */
export async function askModalSafely(
  message: string,
  detail: string,
  action: string,
  safe = t('Keep'),
): Promise<boolean> {
  return (await askModal(message, detail, safe, action)) === action;
}

/**
 * Asks before something that cannot be undone, in a modal whose default button does nothing.
 * @param safe the title of that button
 * @throws CancelledError when the user did not agree, or could not be asked
 */
export async function confirmModally(
  message: string,
  detail: string,
  action: string,
  safe?: string,
): Promise<void> {
  if (!(await askModalSafely(message, detail, action, safe))) throw new CancelledError();
}
