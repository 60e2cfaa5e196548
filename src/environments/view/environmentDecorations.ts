import * as vscode from 'vscode';
import { DECORATION_SCHEME } from './environmentRows';

/** Marks the active environment, in every theme; in colour where it is production. */
export const environmentDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    if (uri.scheme !== DECORATION_SCHEME) return undefined;
    const [type, active] = uri.query.split('&');
    return new vscode.FileDecoration(
      active === undefined ? undefined : '●',
      active === undefined ? undefined : vscode.l10n.t('Active: requests go here'),
      type === 'production' && active !== undefined ? new vscode.ThemeColor('errorForeground') : undefined,
    );
  },
};
