import * as vscode from 'vscode';
import { CancelledError } from '../api/model/errors';
import type { RequestHistory } from '../storage/types/storageTypes';
import { askModalSafely } from './confirm';
import { plainText } from '../util/plainText';
import { formatExactTime } from './formats/formats';
import { shownLanguage } from '../util/text';

/**
 * Why the user should look before the same write is sent: when it was last sent, and its result.
 * @param writeHash of the client (`requestHash`, `topUpHash`)
 * @returns undefined when it was never sent, or when its result is known
 */
export function unresolvedReason(
  history: RequestHistory,
  environment: string,
  writeHash: string,
): string | undefined {
  const last = history.unresolvedWrite(environment, writeHash);
  if (last === undefined) return undefined;
  const when = formatExactTime(last.startedAt, undefined, shownLanguage());
  if (last.isUnderWay)
    return vscode.l10n.t('The same request was sent at {0}, and its answer has not come yet.', when);
  const why = history.get(last.exchangeId)?.error?.message ?? vscode.l10n.t('No answer came.');
  return vscode.l10n.t(
    'The same request was sent at {0}, and it may have been carried out. {1}',
    when,
    plainText(why, 500),
  );
}

/**
 * Asks before a write whose earlier result is not known. The button that sends nothing is the default.
 * @param reason of `unresolvedReason`
 * @throws CancelledError when the user did not agree, or could not be asked
 */
export async function confirmUnresolved(message: string, reason: string, send: string): Promise<void> {
  const detail = `${reason}\n${vscode.l10n.t('Sending it again may have the same effect a second time.')}`;
  if (await askModalSafely(message, detail, vscode.l10n.t('Do Not Send'), send)) return;
  throw new CancelledError({ message: vscode.l10n.t('Cancelled: the request was not sent again.') });
}
