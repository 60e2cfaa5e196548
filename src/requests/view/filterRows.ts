import * as vscode from 'vscode';
import { t } from '../../util/text';

/** What a filter adds to the view: the row that takes it away, and the one that says that more may be found. */
export interface FilterNode {
  readonly kind: 'clearFilter' | 'searching';
  readonly environment: string;
}

export function filterItem(node: FilterNode): vscode.TreeItem {
  const { kind, environment } = node;
  const isSearching = kind === 'searching';
  const item = new vscode.TreeItem(
    isSearching ? t('Searching whole bodies and answers…') : t('Clear the filter'),
  );
  item.id = `${environment}/${kind}`;
  item.iconPath = new vscode.ThemeIcon(isSearching ? 'loading~spin' : 'clear-all');
  item.contextValue = kind;
  if (!isSearching)
    item.command = {
      command: 'paymentsApi.clearRequestFilter',
      title: '',
      arguments: [node],
    };
  return item;
}
