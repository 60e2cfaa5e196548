import * as vscode from 'vscode';
import { t } from '../../util/text';

/** What a filter adds to the view: the row that takes it away, and one that says that more may be found, or nothing was. */
export interface FilterNode {
  readonly kind: 'clearFilter' | 'searching' | 'noMatch';
  readonly environment: string;
}

export function filterItem(node: FilterNode): vscode.TreeItem {
  const { kind, environment } = node;
  const item = new vscode.TreeItem(labelOf(kind));
  item.id = `${environment}/${kind}`;
  item.iconPath = new vscode.ThemeIcon(ICONS[kind]);
  item.contextValue = kind;
  if (kind === 'clearFilter')
    item.command = { command: 'paymentsApi.clearRequestFilter', title: '', arguments: [node] };
  return item;
}

const ICONS = { clearFilter: 'clear-all', searching: 'loading~spin', noMatch: 'info' };

function labelOf(kind: FilterNode['kind']): string {
  if (kind === 'clearFilter') return t('Clear the filter');
  return kind === 'searching' ? t('Searching whole bodies and answers…') : t('No row matches the filter.');
}
