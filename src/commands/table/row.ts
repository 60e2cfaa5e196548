/** How a command can be called, and what its outcome holds. The types exist for the compiler only. */
export interface Row<A extends unknown[], D> extends Shown {
  readonly args?: A;
  readonly data?: D;
}

/** What the editor shows of a command: `npm run manifest` writes it to package.json. */
export interface Shown {
  /** In English. Its translations are in package.nls.*.json, as `command.<name>`. */
  readonly title: string;
  /** Name of one of the editor's icons. */
  readonly icon?: string;
  /** When the palette offers it. Absent: always. */
  readonly palette?: string | false;
  readonly menus?: readonly (Menu | readonly Menu[])[];
  readonly keys?: readonly Key[];
}

interface Menu {
  readonly menu: string;
  readonly group: string;
  readonly when: string;
  /** The editor hands the row in focus to each command of a view: this place calls it without. */
  readonly withoutRow?: true;
}

interface Key {
  /** With Ctrl; it is Cmd on a Mac. */
  readonly key: string;
  readonly when: string;
  /** The view in which the command acts on the row in focus. */
  readonly view?: View;
}

type View = 'files' | 'operations' | 'requests' | 'environments';

/** The document of an answer is in front. */
export const ANSWER = 'resourceScheme == payments-api && resourcePath =~ /^\\/Payments API( text)?\\//';
/** The document of a JSON answer is in front: its values have paths. */
export const JSON_ANSWER = 'resourceScheme == payments-api && resourcePath =~ /^\\/Payments API\\//';
export const COMPARISON = 'resourceScheme == payments-api && resourcePath =~ /^\\/Payments API diff\\//';
/** Any document of this extension is in front. */
export const DOCUMENT = 'resourceScheme == payments-api';
export const UPLOADABLE = 'resourceExtname =~ /^\\.(png|jpe?g|pdf|docx)$/i';
export const HTTP_FILE = 'resourceExtname =~ /^\\.(http|rest)$/i';
export const HAR = 'resourceExtname =~ /^\\.har$/i';

/** A row of the table: arguments and data of the command as types, and where it is shown. */
export function command<A extends unknown[], D>(shown: Shown): Row<A, D> {
  return shown;
}

/** A menu of the editor. */
export function inMenu(menu: string, group: string, when: string): Menu {
  return { menu, group, when };
}

/** The title of a view, where a row in focus says nothing. */
export function inTitle(view: View, group: string, when?: string): Menu {
  return { menu: 'view/title', group, when: both(`view == paymentsApi.${view}`, when), withoutRow: true };
}

/**
 * The menu of a row, which the command acts on. Without that row the call is refused.
 * The menu of several rows is what all of them have: from that, rows without a menu, such as "Load more", take nothing away.
 * @param groups of the menu, separated by spaces; `inline` is the row itself
 * @param item a pattern for what the row says it is (`contextValue`)
 */
export function onRow(view: View, groups: string, item: string, when?: string): Menu[] {
  const isRow = `viewItem =~ ${item}`;
  return groups.split(' ').map((group) => {
    const isShown = group.startsWith('inline') ? isRow : `(${isRow} || !viewItem && listMultiSelection)`;
    return {
      menu: 'view/item/context',
      when: both(`view == paymentsApi.${view} && ${isShown}`, when),
      group,
    };
  });
}

/** The menu of a row that the command does not need to know, as there is one Local Sandbox. */
export function onAnyRow(view: View, groups: string, item: string): Menu[] {
  return onRow(view, groups, item).map((menu) => ({ ...menu, withoutRow: true }));
}

/** A key for the row in focus, which the editor does not hand over. */
export function onFocusedRow(view: View, key: string): Key {
  return { key, when: `focusedView == paymentsApi.${view} && listFocus && !inputFocus`, view };
}

function both(first: string, second: string | undefined): string {
  return second === undefined ? first : `${first} && ${second}`;
}
