import * as vscode from 'vscode';
import { askModal } from '../../ui/questions/confirm';
import { withRequestId } from '../../ui/messages';
import { environmentTitle } from '../../ui/environmentTitle';
import type { Environment } from '../../services/environments/environmentModel';
import type { Trouble, Verdict } from './testCall';

/** Where to go on after a test call that failed; undefined is out. */
export type AfterFailure = 'again' | 'settings' | 'address' | 'key' | 'keep' | undefined;

type Failed = Exclude<Verdict, { readonly kind: 'works' }>;

/** Says what a test call found, and asks what to do. The first choice fixes the problem. */
export async function askAboutFailure(environment: Environment, verdict: Failed): Promise<AfterFailure> {
  const titles: Readonly<Record<NonNullable<AfterFailure>, string>> = {
    again: vscode.l10n.t('Try Again'),
    settings: vscode.l10n.t('Save and Open Settings'),
    address: vscode.l10n.t('Change Addresses'),
    key: vscode.l10n.t('Change Key'),
    keep: vscode.l10n.t('Save Anyway'),
  };
  const order = ORDER[verdict.kind].filter(
    (way) => way !== 'settings' || verdict.error.setting !== undefined,
  );
  const message = vscode.l10n.t('{0}: {1}', environmentTitle(environment), headlines[verdict.kind]());
  const detail = [
    withRequestId(verdict.error.facts.message, verdict.error.requestId),
    vscode.l10n.t('Nothing has been changed yet.'),
  ].join('\n\n');
  const chosen = await askModal(message, detail, ...order.map((way) => titles[way]));
  return order.find((way) => titles[way] === chosen);
}

const ORDER: Readonly<Record<Trouble, readonly NonNullable<AfterFailure>[]>> = {
  key: ['key', 'address', 'again', 'keep'],
  address: ['address', 'key', 'again', 'keep'],
  network: ['again', 'settings', 'address', 'keep'],
  proxy: ['settings', 'again', 'address', 'keep'],
  certificate: ['again', 'address', 'keep'],
  service: ['again', 'address', 'key', 'keep'],
};

const headlines: Readonly<Record<Trouble, () => string>> = {
  key: () => vscode.l10n.t('the service answers, but refuses the API key.'),
  address: () => vscode.l10n.t('the address answers, but not as this API does. It is probably wrong.'),
  network: () => vscode.l10n.t('the service could not be reached.'),
  proxy: () => vscode.l10n.t('a proxy blocks the way to the service.'),
  certificate: () => vscode.l10n.t('no secure connection to the service could be made.'),
  service: () => vscode.l10n.t('the service answers, but is not available now.'),
};
