import { menuTitle, commandTitle } from '../../commands/titles';
import type { LineRow } from '../../ui/views/lineRow';
import type { Welcome } from '../../ui/views/welcome';
import { t } from '../../util/text';

/** A row of the view that is no request: what can be done, or that nothing was found. */
export interface NoteNode extends LineRow {
  readonly kind: 'note';
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
  const title = commandTitle('clearRequestFilter');
  const clear = { ...note, id: 'clearFilter', title, icon: 'clear-all', command };
  const searching = t('Searching whole bodies and answers…');
  if (isSearching)
    return [clear, ...rows, { ...note, id: 'searching', title: searching, icon: 'loading~spin' }];
  const none = t('No row matches the filter.');
  return [clear, ...(rows.length > 0 ? rows : [{ ...note, id: 'noMatch', title: none, icon: 'info' }])];
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
    { ...note, id: 'welcomeText', title: text, icon: 'info' },
    { ...note, id: 'welcomeAction', title, icon, command },
  ];
}
