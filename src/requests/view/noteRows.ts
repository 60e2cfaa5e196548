import * as vscode from 'vscode';
import { menuTitle, commandTitle } from '../../commands/titles';
import type { Welcome } from '../../ui/views/welcome';
import { t } from '../../util/text';

/** A row of the view that is no request: what can be done, or that nothing was found. */
export interface NoteNode {
  readonly kind: 'note';
  /** Within its environment. */
  readonly id: string;
  readonly environment: string;
  readonly label: string;
  /** A codicon's name. */
  readonly icon: string;
  /** Without arguments of its own it gets the row. */
  readonly command?: Partial<vscode.Command> & Pick<vscode.Command, 'command'>;
}

/**
 * What a filter adds to the rows that it leaves: the row that takes it away, and one where nothing was left, as the
 * editor shows no welcome below the message that names the filter.
 * @param isSearching whether there may be more to be found
 */
export function withFilterNotes<Row>(
  rows: readonly Row[],
  environment: string,
  isSearching: boolean,
): (Row | NoteNode)[] {
  const note = { kind: 'note', environment } as const;
  const command = { command: 'paymentsApi.clearRequestFilter' };
  const label = commandTitle('clearRequestFilter');
  const clear = { ...note, id: 'clearFilter', label, icon: 'clear-all', command };
  const searching = t('Searching whole bodies and answers…');
  if (isSearching)
    return [clear, ...rows, { ...note, id: 'searching', label: searching, icon: 'loading~spin' }];
  const none = t('No row matches the filter.');
  return [clear, ...(rows.length > 0 ? rows : [{ ...note, id: 'noMatch', label: none, icon: 'info' }])];
}

/**
 * What can be done where nothing was sent yet, beside saved requests. Where there are none of those either, the texts of
 * the manifest take their place (package.json, `viewsWelcome`).
 * @param welcome what has to be done first; a request to send, unless anything has
 */
export function welcomeNotes(environment: string, welcome: Welcome | undefined): NoteNode[] {
  const { text, title, icon, command } = welcome ?? {
    text: t('Requests you send appear here.'),
    title: menuTitle('sendRequest'),
    icon: 'send',
    command: { command: 'paymentsApi.sendRequest', arguments: [] },
  };
  const note = { kind: 'note', environment } as const;
  return [
    { ...note, id: 'welcomeText', label: text, icon: 'info' },
    { ...note, id: 'welcomeAction', label: title, icon, command },
  ];
}

export function noteItem(node: NoteNode): vscode.TreeItem {
  const { id, environment, label, icon, command } = node;
  const item = new vscode.TreeItem(label);
  item.id = `${environment}/${id}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = id;
  if (command !== undefined) item.command = { title: '', arguments: [node], ...command };
  return item;
}
