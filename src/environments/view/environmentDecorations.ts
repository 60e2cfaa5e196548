import * as vscode from 'vscode';
import { DECORATION_SCHEME } from './environmentRows';

/** Marks the active environment, in every theme; in colour where it is production. */
export const environmentDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    if (uri.scheme !== DECORATION_SCHEME) return undefined;
    const [type, active] = uri.query.split('&');
    // The editor complains of a decoration that is empty.
    if (active === undefined) return undefined;
    const colour = type === 'production' ? new vscode.ThemeColor('errorForeground') : undefined;
    return new vscode.FileDecoration('●', vscode.l10n.t('Active: requests go here'), colour);
  },
};
