import * as vscode from 'vscode';
import type { Welcome } from '../../ui/views/welcome';
import { t } from '../../util/text';

/**
 * One of two rows that say what can be done where nothing was sent yet, beside saved requests. Where there are none of
 * those either, the texts of the manifest take their place (package.json, `viewsWelcome`).
 */
export interface WelcomeRequestsNode {
  readonly kind: 'welcomeText' | 'welcomeAction';
  readonly environment: string;
  readonly welcome: Welcome;
}

/** The two rows. @param welcome what has to be done first; a request to send, unless anything has */
export function welcomeRows(environment: string, welcome: Welcome = readyWelcome()): WelcomeRequestsNode[] {
  return [
    { kind: 'welcomeText', environment, welcome },
    { kind: 'welcomeAction', environment, welcome },
  ];
}

export function welcomeItem({ kind, environment, welcome }: WelcomeRequestsNode): vscode.TreeItem {
  const isAction = kind === 'welcomeAction';
  const item = new vscode.TreeItem(isAction ? welcome.title : welcome.text);
  item.id = `${environment}/${kind}`;
  item.iconPath = new vscode.ThemeIcon(isAction ? welcome.icon : 'info');
  item.contextValue = kind;
  if (isAction) item.command = welcome.command;
  return item;
}

function readyWelcome(): Welcome {
  return {
    text: t('Requests you send appear here.'),
    title: t('Send Request…'),
    icon: 'send',
    command: { command: 'paymentsApi.sendRequest', title: '' },
  };
}
