import { t } from '../../../util/text';

export type TableStrings = Readonly<Record<keyof ReturnType<typeof tableStrings>, string>>;

/**
 * Every text of the table in the user's language. Those with `{0}` are filled in where the value is known.
 */
export function tableStrings() {
  return {
    title: t('Table'),
    filter: t('Filter rows'),
    columns: t('Columns'),
    showAll: t('Show All Columns'),
    exportCsv: t('Open as CSV'),
    exportJson: t('Open as JSON'),
    nextPage: t('Next Page'),
    allPages: t('All Pages'),
    cancel: t('Cancel'),
    actions: t('Actions for this table'),

    rows: t('Rows: {0}'),
    rowsOf: t('Rows: {0} of {1}'),
    rowsWithin: t('Rows {0} to {1} of {2}'),
    rowsFiltered: t('Rows that match the filter: {0} of {1}'),
    noRows: t('The list is empty.'),
    noMatch: t('No row matches the filter.'),
    loading: t('Reading the next page…'),
    complete: t('All pages are here.'),
    startsLater: t('These rows begin with a later page; rows before them are missing.'),
    wholeList: t('Whole List'),
    copied: t('Copied'),
    empty: t('empty text'),
    cut: t('{0}… ({1} characters in all)'),

    sortAscending: t('Sort Ascending'),
    sortDescending: t('Sort Descending'),
    sortNone: t('Do Not Sort'),
    moveLeft: t('Move Left'),
    moveRight: t('Move Right'),
    wider: t('Wider'),
    narrower: t('Narrower'),
    hide: t('Hide Column'),
    copyCell: t('Copy Cell'),
    copyRows: t('Copy Rows'),
    copyColumn: t('Copy Column'),
    columnMenu: t('Menu of column {0}'),
    cellMenu: t('Copy'),

    pressToSort: t('Press Enter to sort, Alt+Down for the menu of the column'),
    pressToSelect: t('Press Space to select this row'),
    pressToDeselect: t('Press Space to deselect this row'),
  };
}
