import type { Translator } from '../../../ui/formats/purposes';

export type TableStrings = Readonly<Record<keyof ReturnType<typeof tableStrings>, string>>;

/**
 * Every text of the table in the user's language. Those with `{0}` are filled in where the value is known.
 * @param l10n the editor's translator
 */
export function tableStrings(l10n: Translator) {
  return {
    title: l10n.t('Table'),
    filter: l10n.t('Filter rows'),
    columns: l10n.t('Columns'),
    showAll: l10n.t('Show All Columns'),
    export: l10n.t('Open as…'),
    exportCsv: l10n.t('Open as CSV'),
    exportJson: l10n.t('Open as JSON'),
    nextPage: l10n.t('Next Page'),
    allPages: l10n.t('All Pages'),
    cancel: l10n.t('Cancel'),
    actions: l10n.t('Actions for this table'),

    rows: l10n.t('{0} rows'),
    rowsOf: l10n.t('{0} of {1} rows'),
    rowsWithin: l10n.t('Rows {0} to {1} of {2}'),
    rowsFiltered: l10n.t('{0} of {1} rows match the filter'),
    noRows: l10n.t('The list is empty.'),
    noMatch: l10n.t('No row matches the filter.'),
    loading: l10n.t('Reading the next page…'),
    collecting: l10n.t('Reading all pages: {0}'),
    complete: l10n.t('All pages are here.'),
    startsLater: l10n.t('These rows begin with a later page; rows before them are missing.'),
    wholeList: l10n.t('Whole List'),
    copied: l10n.t('Copied'),
    empty: l10n.t('empty text'),
    cut: l10n.t('{0}… ({1} characters in all)'),

    sortAscending: l10n.t('Sort Ascending'),
    sortDescending: l10n.t('Sort Descending'),
    sortNone: l10n.t('Do Not Sort'),
    moveLeft: l10n.t('Move Left'),
    moveRight: l10n.t('Move Right'),
    wider: l10n.t('Wider'),
    narrower: l10n.t('Narrower'),
    hide: l10n.t('Hide Column'),
    copyCell: l10n.t('Copy Cell'),
    copyRows: l10n.t('Copy Rows'),
    copyColumn: l10n.t('Copy Column'),
    columnMenu: l10n.t('Menu of column {0}'),
    cellMenu: l10n.t('Copy'),

    pressToSort: l10n.t('Press Enter to sort, Alt+Down for the menu of the column'),
    pressToSelect: l10n.t('Press Space to select this row'),
    pressToDeselect: l10n.t('Press Space to deselect this row'),
  };
}
