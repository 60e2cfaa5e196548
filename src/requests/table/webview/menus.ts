import { visible } from '../../../util/visible';
import type { TableWebviewMessage } from '../model/tableProtocol';
import { t } from '../../../util/text';
import { columnId, columnIndex, type Grid } from './grid';
import { showMenu, type MenuItem } from './menu';

/** What the menus of the table are made with. */
export interface MenuContext {
  readonly grid: Grid;
  readonly post: (message: TableWebviewMessage) => void;
}

/** By so much a column gets wider or narrower, in pixels. */
const STEP = 40;

/** The menu of a column: all that the mouse can do to it. */
export function showColumnMenu(index: number, place: { x: number; y: number }, context: MenuContext): void {
  const { grid } = context;
  const { api } = grid;
  const id = columnId(index);
  const name = visible(grid.columns[index] ?? '');
  const sort = (direction: 'asc' | 'desc' | null) => () => {
    api.applyColumnState({ state: [{ colId: id, sort: direction }], defaultState: { sort: null } });
  };
  const shownAt = (by: number): string | undefined => {
    const shown = api.getAllDisplayedColumns().map((column) => column.getColId());
    return shown[shown.indexOf(id) + by];
  };
  const move = (by: number) => () => {
    const all = api.getAllGridColumns().map((column) => column.getColId());
    const neighbour = shownAt(by);
    if (neighbour === undefined) return;
    api.moveColumns([id], all.indexOf(neighbour));
    // The title is put to its new place in the page, which takes the focus from it.
    api.setFocusedHeader(id);
  };
  const resize = (by: number) => () => {
    const width = (api.getColumn(id)?.getActualWidth() ?? STEP) + by;
    api.setColumnWidths([{ key: id, newWidth: Math.max(STEP, width) }]);
  };
  const hide = (): void => {
    const neighbour = shownAt(1) ?? shownAt(-1);
    api.setColumnsVisible([id], false);
    // The title that had the focus is gone. Without any column, all that is left to do is to show one again.
    if (neighbour === undefined) document.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
    else api.setFocusedHeader(neighbour);
  };
  showMenu(
    t('Menu of column {0}', name),
    [
      { label: t('Sort Ascending'), run: sort('asc') },
      { label: t('Sort Descending'), run: sort('desc') },
      { label: t('Do Not Sort'), run: sort(null) },
      { label: t('Move Left'), run: move(-1) },
      { label: t('Move Right'), run: move(1) },
      { label: t('Wider'), run: resize(STEP) },
      { label: t('Narrower'), run: resize(-STEP) },
      { label: t('Hide Column'), run: hide },
      { label: t('Copy Column'), run: copy('column', context, index) },
    ],
    place,
  );
}

/** Which columns are shown. */
export function showColumnsMenu(place: { x: number; y: number }, { grid }: MenuContext): void {
  const { api } = grid;
  const items = api.getColumnState().map(({ colId, hide }): MenuItem => {
    const isShown = hide !== true;
    return {
      label: visible(grid.columns[columnIndex(colId)] ?? ''),
      checked: isShown,
      run: () => api.setColumnsVisible([colId], !isShown),
    };
  });
  const showAll = (): void => {
    const ids = api.getColumnState().map(({ colId }) => colId);
    api.setColumnsVisible(ids, true);
  };
  showMenu(t('Columns'), [{ label: t('Show All Columns'), run: showAll }, ...items], place);
}

/** The menu of a cell. */
export function showCellMenu(place: { x: number; y: number }, context: MenuContext): void {
  const { grid } = context;
  const focused = grid.api.getFocusedCell();
  if (focused === null) return;
  const index = columnIndex(focused.column.getColId());
  showMenu(
    t('Copy'),
    [
      { label: t('Copy Cell'), run: copy('cell', context, index) },
      { label: t('Copy Rows'), run: copy('rows', context, index) },
      { label: t('Copy Column'), run: copy('column', context, index) },
    ],
    place,
  );
}

/** Copies what the copy key is meant for: the selected rows where there are several, else the cell. */
export function copyFocused(context: MenuContext): boolean {
  const focused = context.grid.api.getFocusedCell();
  if (focused === null) return false;
  const what = context.grid.api.getSelectedNodes().length > 1 ? 'rows' : 'cell';
  copy(what, context, columnIndex(focused.column.getColId()))();
  return true;
}

function copy(what: 'cell' | 'rows' | 'column', { grid, post }: MenuContext, column: number): () => void {
  return () => {
    const { api } = grid;
    const row = api.getDisplayedRowAtIndex(api.getFocusedCell()?.rowIndex ?? 0)?.data?.index;
    const one = row === undefined ? [] : [row];
    if (what === 'column') post({ type: 'copy', what, rows: grid.rows(), columns: [column] });
    else if (what === 'cell') post({ type: 'copy', what, rows: one, columns: [column] });
    else {
      const selected = new Set(api.getSelectedRows().map(({ index }) => index));
      const rows = selected.size === 0 ? one : grid.rows().filter((index) => selected.has(index));
      post({ type: 'copy', what, rows, columns: grid.shownColumns() });
    }
  };
}
