import * as vscode from 'vscode';
import { CancelledError } from '../../api/errors';
import { literal } from '../../util/plainText';
import type { Environments } from '../../services/environments';
import type { Environment } from '../../services/environmentModel';
import { typeText } from './environmentRows';

export interface EnvironmentQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Which to offer; all by default. */
  readonly offer?: (environment: Environment) => boolean;
}

/**
 * Asks for an environment; the active one is marked.
 * @throws CancelledError when it was dismissed, or there is none to offer
 */
export async function pickEnvironment(
  environments: Environments,
  { title, placeholder, offer = () => true }: EnvironmentQuestion,
): Promise<Environment> {
  const { id: active } = environments.active;
  const items = environments.all.filter(offer).map((environment) => ({
    label: literal(environment.name),
    iconPath: new vscode.ThemeIcon(icon(environment)),
    description: [
      typeText(environment.type),
      ...(environment.id === active ? [vscode.l10n.t('active')] : []),
    ].join(' · '),
    detail: literal(environment.problem ?? environment.addresses?.apiUrl ?? missing(environment)),
    environment,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: placeholder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked !== undefined) return picked.environment;
  throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was changed.') });
}

function icon({ type }: Environment): string {
  if (type === 'production') return 'flame';
  return type === 'local' ? 'vm' : 'beaker';
}

function missing({ type }: Environment): string {
  return type === 'local' ? vscode.l10n.t('Starts with the first request') : vscode.l10n.t('No address yet');
}
