import * as vscode from 'vscode';
import { DECORATION_SCHEME } from './environmentRows';

/** Colours the rows of production environments and marks the active one, in every theme. */
export const environmentDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    if (uri.scheme !== DECORATION_SCHEME) return undefined;
    const [type, active] = uri.query.split('&');
    return new vscode.FileDecoration(
      active === undefined ? undefined : '●',
      active === undefined ? undefined : vscode.l10n.t('Active: requests go here'),
      type === 'production' ? new vscode.ThemeColor('errorForeground') : undefined,
    );
  },
};
