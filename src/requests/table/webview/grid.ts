import {
  CellApiModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  EventApiModule,
  ExternalFilterModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  themeQuartz,
  type ColDef,
  type ColumnState,
  type GridApi,
} from 'ag-grid-community';
import type { Cell } from '../../records/cells';
import { fold } from '../../../util/words';
import { compareCells, textOf } from '../../records/order';
import type { ColumnLayout } from '../model/tableProtocol';
import { shownLanguage, t } from '../../../util/text';
import { visible } from '../../../util/visible';
import { cellElement, shownText } from './cell';

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  ColumnApiModule,
  EventApiModule,
  ExternalFilterModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  CellApiModule,
  RowSelectionModule,
  ScrollApiModule,
]);

/** A row as the grid holds it. */
export interface GridRow {
  readonly index: number;
  readonly cells: readonly Cell[];
  /** What the filter looks at; made at the first look. */
  haystack?: string;
}

export interface GridEvents {
  /** The columns were moved, resized, hidden or shown. */
  readonly arranged: () => void;
  /** Rows were filtered, sorted or added. */
  readonly changed: () => void;
  readonly loaded: () => void;
}

/** One of the columns that rows are sorted by. */
interface Sorting extends Required<Pick<ColumnState, 'sort' | 'sortIndex'>> {
  readonly path: string;
}

/** Columns start with the width of their text, within these bounds, in pixels. */
const WIDTH = { character: 8, least: 90, most: 320 };
/** Width of the sort icon next to a title, in characters. */
const SORT_SIGN = 5;
/** So many rows are looked at for the width of a column. */
const MEASURED = 30;

/** What the colours of the grid are in the editor's theme. */
const theme = themeQuartz.withParams({
  accentColor: 'var(--vscode-focusBorder)',
  backgroundColor: 'var(--vscode-editor-background)',
  foregroundColor: 'var(--vscode-foreground)',
  borderColor: 'var(--line)',
  browserColorScheme: 'inherit',
  cellHorizontalPadding: 8,
  fontFamily: 'inherit',
  fontSize: 'var(--vscode-font-size, 13px)',
  headerBackgroundColor: 'var(--vscode-keybindingTable-headerBackground, var(--vscode-editor-background))',
  headerTextColor: 'var(--vscode-foreground)',
  headerFontWeight: 600,
  headerHeight: 30,
  oddRowBackgroundColor: 'var(--vscode-keybindingTable-rowsBackground, transparent)',
  rowHeight: 26,
  rowHoverColor: 'var(--vscode-list-hoverBackground)',
  selectedRowBackgroundColor: 'var(--vscode-list-inactiveSelectionBackground)',
  spacing: 5,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
});

/** The grid with its rows and columns. Values become text; nothing is made into markup. */
export class Grid {
  readonly api: GridApi<GridRow>;
  #columns: readonly string[] = [];
  #words: readonly string[] = [];
  #count = 0;

  constructor(root: HTMLElement, nonce: string, events: GridEvents) {
    const texts = gridTexts();
    const arranged = ({ finished }: { readonly finished: boolean }): void => {
      if (finished) events.arranged();
    };
    this.api = createGrid<GridRow>(root, {
      theme,
      styleNonce: nonce,
      columnDefs: [],
      rowData: [],
      // Only once the rows are there, so that a screen reader hears it of a list that is empty.
      suppressNoRowsOverlay: true,
      defaultColDef: { resizable: true, sortable: true, minWidth: 40, suppressHeaderMenuButton: true },
      maintainColumnOrder: true,
      ensureDomOrder: true,
      suppressDragLeaveHidesColumns: true,
      animateRows: false,
      rowSelection: {
        mode: 'multiRow',
        checkboxes: false,
        headerCheckbox: false,
        enableClickSelection: true,
      },
      isExternalFilterPresent: () => this.#words.length > 0,
      doesExternalFilterPass: ({ data }) => data !== undefined && this.#matches(data),
      getLocaleText: ({ key, defaultValue }) => texts.get(key) ?? defaultValue,
      getRowId: ({ data }) => String(data.index),
      onColumnMoved: arranged,
      onColumnResized: arranged,
      onColumnVisible: events.arranged,
      onModelUpdated: events.changed,
      onFirstDataRendered: events.loaded,
    });
  }

  get columns(): readonly string[] {
    return this.#columns;
  }

  /** How many rows there are, filtered out or not. */
  get count(): number {
    return this.#count;
  }

  /** Takes more rows, and the columns that came with them. */
  add(columns: readonly string[], rows: readonly (readonly Cell[])[], layout: readonly ColumnLayout[]): void {
    const fresh = rows.map((cells, offset): GridRow => ({ index: this.#count + offset, cells }));
    if (columns.length !== this.#columns.length) {
      const known = this.#columns.length;
      this.#columns = columns;
      const definitions = columns.map((path, index) => this.#definition(path, index, fresh));
      this.api.setGridOption('columnDefs', definitions);
      if (known === 0 && layout.length > 0) this.#arrange(layout);
    }
    this.#count += fresh.length;
    this.api.setGridOption('suppressNoRowsOverlay', false);
    this.api.applyTransaction({ add: fresh });
    if (this.#count === 0) this.api.showNoRowsOverlay();
  }

  /** @param words all must occur in a row that stays */
  filter(words: readonly string[]): void {
    this.#words = words;
    this.api.onFilterChanged();
  }

  /** The columns as they are now. */
  layout(): ColumnLayout[] {
    return this.api.getColumnState().flatMap(({ colId, width, hide }) => {
      const path = this.#columns[columnIndex(colId)];
      return path === undefined ? [] : [{ path, width: width ?? WIDTH.least, hidden: hide === true }];
    });
  }

  /** Places of the rows in sight or scrolled away, as sorted and filtered. */
  rows(): number[] {
    const rows: number[] = [];
    this.api.forEachNodeAfterFilterAndSort(({ data }) => {
      if (data !== undefined) rows.push(data.index);
    });
    return rows;
  }

  /** Places of the columns that are not hidden, in their order. */
  shownColumns(): number[] {
    return this.api.getAllDisplayedColumns().map((column) => columnIndex(column.getColId()));
  }

  /** Gives the focus to the cell that had it last, else to the first one. @returns false where there is no cell */
  focus(): boolean {
    const { api } = this;
    const [first] = api.getAllDisplayedColumns();
    const focused = api.getFocusedCell();
    const row = focused?.rowIndex ?? 0;
    const column = focused?.column ?? first;
    if (column === undefined || row >= api.getDisplayedRowCount()) return false;
    api.ensureIndexVisible(row);
    api.setFocusedCell(row, column);
    return true;
  }

  /** What the rows are sorted by. */
  sorting(): Sorting[] {
    return this.api.getColumnState().flatMap(({ colId, sort = null, sortIndex = null }) => {
      const path = this.#columns[columnIndex(colId)];
      return path === undefined || sort === null ? [] : [{ path, sort, sortIndex }];
    });
  }

  /** Sorts as another grid of the same list did. */
  sort(sorting: readonly Sorting[]): void {
    const state = sorting.map(({ path, sort, sortIndex }) => {
      return { colId: columnId(this.#columns.indexOf(path)), sort, sortIndex };
    });
    this.api.applyColumnState({ state });
  }

  #arrange(layout: readonly ColumnLayout[]): void {
    const state = layout.flatMap(({ path, width, hidden }) => {
      const index = this.#columns.indexOf(path);
      return index < 0 ? [] : [{ colId: columnId(index), width, hide: hidden }];
    });
    this.api.applyColumnState({ state, applyOrder: true });
  }

  #matches(row: GridRow): boolean {
    const haystack = (row.haystack ??= fold(
      row.cells.map((cell) => `${textOf(cell)}\n${shownText(cell)}`).join('\n'),
    ));
    return this.#words.every((word) => haystack.includes(word));
  }

  #definition(path: string, index: number, rows: readonly GridRow[]): ColDef<GridRow, Cell> {
    const isNumeric = rows.some(({ cells }) => isNumber(cells[index]));
    const longest = Math.max(
      path.length + SORT_SIGN,
      ...rows.slice(0, MEASURED).map(({ cells }) => shownText(cells[index]).length),
    );
    return {
      colId: columnId(index),
      headerName: visible(path),
      ...(isNumeric && { headerClass: 'number' }),
      initialWidth: Math.min(WIDTH.most, Math.max(WIDTH.least, longest * WIDTH.character + 16)),
      valueGetter: ({ data }) => data?.cells[index],
      comparator: (a, b, _one, _other, isDescending) => {
        const missing = Number(a === undefined) - Number(b === undefined);
        // A field that is not there comes last in either direction.
        if (missing !== 0) return isDescending ? -missing : missing;
        return compareCells(a, b, shownLanguage());
      },
      cellRenderer: ({ value }: { readonly value: Cell }) => cellElement(value),
    };
  }
}

/** @param index the place of a field among all */
export function columnId(index: number): string {
  return `c${index}`;
}

/** The place of a field among all, from the id of its column. */
export function columnIndex(id: string): number {
  return Number(id.slice(1));
}

function isNumber(cell: Cell): boolean {
  return typeof cell === 'object' && cell !== null && 'number' in cell;
}

/** The texts of the grid itself, also those for screen readers. */
function gridTexts(): ReadonlyMap<string, string> {
  const select = t('Press Space to select this row');
  return new Map([
    ['ariaSortableColumn', t('Press Enter to sort, Alt+Down for the menu of the column')],
    ['ariaRowSelect', select],
    ['ariaRowDeselect', t('Press Space to deselect this row')],
    ['ariaRowToggleSelection', select],
    ['noRowsToShow', t('The list is empty.')],
    ['noMatchingRows', t('No row matches the filter.')],
  ]);
}
