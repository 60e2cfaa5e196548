import '@vscode/codicons/dist/codicon.css';
import './table.css';
import { html, nothing, render } from 'lit';
import { returnFocus } from '../../../ui/webview/returningFocus';
import type { Cell } from '../../records/cells';
import { number, setTexts, t } from '../../../util/text';
import { wordsOf } from '../../../util/words';
import type { TableHostMessage, SentCell, TablePart, TableWebviewMessage } from '../model/tableProtocol';
import { columnIndex, Grid } from './grid';
import { copyFocused, showCellMenu, showColumnMenu, showColumnsMenu, type MenuContext } from './menus';

/** The webview of a table: shows the rows it is sent, and sends the host what the user does. */

type Message<Type> = Extract<TableHostMessage, { readonly type: Type }>;

interface State extends Omit<Message<'table'>, 'type' | 'part'> {
  part: TablePart;
  status: Message<'status'> | undefined;
}

const vscode = acquireVsCodeApi<{ readonly exchanges: readonly string[] }>();
const root = document.body.querySelector('main') ?? document.body;
const gridRoot = document.createElement('div');
gridRoot.className = 'grid';
/** Beside the grid: from here Tab leaves it, which would go from cell to cell otherwise. */
const [before, behind] = [edge(), edge()];

let state: State | undefined;
let grid: Grid | undefined;

function edge(): HTMLElement {
  const element = document.createElement('span');
  element.tabIndex = -1;
  return element;
}

function post(message: TableWebviewMessage): void {
  vscode.postMessage(message);
}

function receive(message: TableHostMessage): void {
  switch (message.type) {
    case 'init':
      setTexts(message);
      return;
    case 'table': {
      const { title, part } = message;
      vscode.setState({ exchanges: message.exchanges });
      state = { ...message, status: undefined };
      const sorting = grid?.sorting() ?? [];
      grid?.api.destroy();
      grid = undefined;
      draw();
      grid = new Grid(gridRoot, root.dataset['nonce'] ?? '', {
        arranged: () => {
          if (grid !== undefined) post({ type: 'layout', layout: grid.layout() });
        },
        changed: draw,
        loaded: () => {
          gridRoot.dataset['loaded'] = 'true';
        },
      });
      gridRoot.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', title);
      grid.add(part.columns, rowsOf(part), message.layout);
      grid.sort(sorting);
      filter();
      draw();
      return;
    }
    case 'append':
      vscode.setState({ exchanges: message.exchanges });
      if (state !== undefined) state.part = message.part;
      grid?.add(message.part.columns, rowsOf(message.part), []);
      draw();
      return;
    case 'status':
      if (state !== undefined) state.status = message;
      draw();
  }
}

function rowsOf({ rows }: TablePart): (readonly Cell[])[] {
  return rows.map((row) => row.map((cell: SentCell): Cell => (cell === 0 ? undefined : cell)));
}

function menuContext(): MenuContext | undefined {
  return grid === undefined || state === undefined ? undefined : { grid, post };
}

function filter(): void {
  grid?.filter(wordsOf(root.querySelector('input')?.value ?? ''));
}

function below(event: Event): { x: number; y: number } {
  const target = event.currentTarget;
  const { left, bottom } = target instanceof Element ? target.getBoundingClientRect() : new DOMRect();
  return { x: left, y: bottom };
}

function draw(): void {
  if (state === undefined) return;
  const { title, production, status, part } = state;
  const busy = status?.busy === true;
  // Those that read on stay while they do, so that the focus does: whoever pressed one would be without it otherwise.
  const readOn = (type: 'nextPage' | 'allPages' | 'wholeList', label: string, title?: string) => {
    const read = (): void => {
      if (!busy) post({ type });
    };
    return html`<button type="button" aria-disabled=${busy} title=${title ?? nothing} @click=${read}>
      ${label}
    </button>`;
  };
  const cancel = (): void => post({ type: 'cancel' });
  const exported = (format: 'csv' | 'json') => () => {
    if (grid !== undefined) post({ type: 'export', format, rows: grid.rows(), columns: grid.shownColumns() });
  };
  const columns = (event: Event): void => {
    const context = menuContext();
    if (context !== undefined) showColumnsMenu(below(event), context);
  };
  const isLater = t('These rows begin with a later page; rows before them are missing.');
  const held = document.activeElement;
  render(
    html`<header class=${production ? 'production' : ''}>
        <h1><bdi dir="ltr">${title}</bdi></h1>
        <div class="toolbar" role="group" aria-label=${t('Actions for this table')}>
          <input
            type="search"
            placeholder=${t('Filter rows')}
            aria-label=${t('Filter rows')}
            @input=${filter}
          />
          <button type="button" aria-haspopup="menu" @click=${columns}>${t('Columns')}</button>
          <button type="button" @click=${exported('csv')}>${t('Open as CSV')}</button>
          <button type="button" @click=${exported('json')}>${t('Open as JSON')}</button>
        </div>
      </header>
      ${before} ${gridRoot} ${behind}
      <footer>
        <span class="count" role="status">${countText()}</span>
        ${part.hasMore ? [readOn('nextPage', t('Next Page')), readOn('allPages', t('All Pages'))] : nothing}
        ${part.startsLater ? readOn('wholeList', t('Whole List'), isLater) : nothing}
        ${busy ? html`<button type="button" @click=${cancel}>${t('Cancel')}</button>` : nothing}
        <span class="status ${status?.kind ?? ''}" role="status">${status?.text ?? ''}</span>
      </footer>`,
    root,
  );
  // A button that is not needed any more hands the focus on.
  if (held !== null && !held.isConnected) focusAfterReading();
}

/** Goes on to the next page, where there is one, else into the rows. */
function focusAfterReading(): void {
  const next = root.querySelector<HTMLElement>('footer button');
  if (next !== null) next.focus();
  else if (grid?.focus() !== true) root.querySelector('input')?.focus();
}

/** How many rows there are, and how many of them the filter leaves. */
function countText(): string {
  if (state === undefined || grid === undefined) return '';
  const { total = 0, before = 0 } = state.part;
  const shown = grid.api.getDisplayedRowCount();
  const count = number(grid.count);
  if (shown !== grid.count) return t('Rows that match the filter: {0} of {1}', number(shown), count);
  if (total > 0 && before > 0)
    return t('Rows {0} to {1} of {2}', number(before + 1), number(before + grid.count), number(total));
  return total <= grid.count ? t('Rows: {0}', count) : t('Rows: {0} of {1}', count, number(total));
}

/** Opens the menu of the header or cell that has the focus or was clicked. */
function openMenu(target: EventTarget | null, place?: { x: number; y: number }): boolean {
  const context = menuContext();
  const element = target instanceof Element ? target : null;
  const header = element?.closest<HTMLElement>('.ag-header-cell');
  const cell = element?.closest<HTMLElement>('.ag-cell');
  const { left, bottom } = (header ?? cell)?.getBoundingClientRect() ?? new DOMRect();
  const at = place ?? { x: left, y: bottom };
  const id = header?.getAttribute('col-id') ?? undefined;
  if (context === undefined || (id === undefined && (cell ?? null) === null)) return false;
  if (id === undefined) showCellMenu(at, context);
  else showColumnMenu(columnIndex(id), at, context);
  return true;
}

gridRoot.addEventListener(
  'keydown',
  (event) => {
    const wanted =
      event.key === 'ContextMenu' ||
      (event.key === 'F10' && event.shiftKey) ||
      (event.key === 'ArrowDown' && event.altKey);
    if (!wanted || !openMenu(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);
gridRoot.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Tab') return;
    event.stopPropagation();
    (event.shiftKey ? before : behind).focus();
  },
  { capture: true },
);
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  root.querySelector('input')?.select();
});
gridRoot.addEventListener('contextmenu', (event) => {
  if (!openMenu(event.target, { x: event.clientX, y: event.clientY })) return;
  event.preventDefault();
  event.stopPropagation();
});
document.addEventListener('copy', (event) => {
  const selection = document.getSelection();
  const isText = document.activeElement instanceof HTMLInputElement;
  if (isText || (selection !== null && !selection.isCollapsed)) return;
  const context = menuContext();
  if (context !== undefined && copyFocused(context)) event.preventDefault();
});
window.addEventListener('message', (event: MessageEvent<TableHostMessage>) => {
  // The editor speaks from the frame around this one, which it hides. What is posted from within is not its own.
  if (event.source !== window) receive(event.data);
});
returnFocus();
post({ type: 'ready' });
