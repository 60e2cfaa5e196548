import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import '@vscode/codicons/dist/codicon.css';
import './details.css';
import './rows.css';
import { render } from 'lit';
import { returnFocus } from '../../../ui/webview/returningFocus';
import { setTexts } from '../../../util/text';
import { readSavedState } from '../model/detailsProtocol';
import type {
  DetailsHostMessage,
  DetailsRequest,
  DetailsWebviewMessage,
  SavedState,
} from '../model/detailsProtocol';
import type { PageState } from './context';
import { keepingFocus } from './focus';
import { pageTemplate } from './page';
import { Preview } from './preview';

/** The webview of the details panel: shows what the host sends, and sends it what the user does. */

/** How long "Copied" stays, in milliseconds. */
const COPIED_MS = 2000;

const vscode = acquireVsCodeApi<SavedState>();
const root = document.body.querySelector('main') ?? document.body;

const preview = new Preview((shown) => update({ preview: shown }));

/** What a page starts with when it comes to show another file. */
const NOTHING_KEPT = { preview: undefined, copied: undefined };

let page: PageState | undefined;
let hasTexts = false;
let ticking: ReturnType<typeof setInterval> | undefined;
let forgetCopied: ReturnType<typeof setTimeout> | undefined;

function post(message: DetailsWebviewMessage): void {
  vscode.postMessage(message);
}

function ask(request: DetailsRequest): () => void {
  const showing = page?.view.showing ?? 0;
  return () => post({ ...request, showing });
}

function draw(): void {
  if (page === undefined) return;
  const template = pageTemplate({ ...page, now: Date.now(), ask, toggleRaw, previewBroken });
  keepingFocus(root, () => {
    render(template, root);
  });
}

function update(change: Partial<PageState>): void {
  if (page === undefined) return;
  page = { ...page, ...change };
  draw();
}

function receive(message: DetailsHostMessage): void {
  switch (message.type) {
    case 'init':
      setTexts(message);
      hasTexts = true;
      return;
    case 'view':
      if (hasTexts) show(message.view);
      return;
    case 'preview':
      if (message.showing === page?.view.showing) preview.receive(message.preview);
      return;
    case 'copied':
      if (message.showing === page?.view.showing) showCopied(message.key);
      return;
  }
}

function show(view: PageState['view']): void {
  const same = page?.view.showing === view.showing;
  const rawOpen = page?.rawOpen ?? readSavedState(vscode.getState())?.rawOpen ?? false;
  if (!same) preview.clear();
  const kept = same ? { preview: page?.preview, copied: page?.copied } : NOTHING_KEPT;
  page = { view, rawOpen, ...kept };
  save(page);
  draw();
  if (!same) window.scrollTo(0, 0);
}

function toggleRaw(open: boolean): void {
  update({ rawOpen: open });
  if (page !== undefined) save(page);
}

function previewBroken(): void {
  preview.broken();
}

function save({ view, rawOpen }: PageState): void {
  vscode.setState({ ...view.target, pinned: view.pinned, rawOpen });
}

function showCopied(key: string): void {
  clearTimeout(forgetCopied);
  update({ copied: key });
  forgetCopied = setTimeout(() => update({ copied: undefined }), COPIED_MS);
}

/**
 * Which row a copy is meant for: the one that has the focus, unless some text is selected.
 * @returns the row's key; undefined when the browser shall copy as it always does
 */
function copiedRow({ target }: Event): string | undefined {
  if (document.getSelection()?.isCollapsed === false) return undefined;
  const focused = target instanceof Element && target !== document.body ? target : document.activeElement;
  return focused?.closest<HTMLElement>('[data-copy]')?.dataset['copy'];
}

/** Relative times run only while somebody can see them. */
function tick(): void {
  clearInterval(ticking);
  ticking = undefined;
  if (document.visibilityState !== 'visible') return;
  draw();
  ticking = setInterval(draw, 1000);
}

window.addEventListener('message', (event: MessageEvent<DetailsHostMessage>) => {
  // The editor speaks from the frame around this one, which it hides. What is posted from within is not its own.
  if (event.source !== window) receive(event.data);
});
document.addEventListener('visibilitychange', tick);
document.addEventListener('copy', (event) => {
  const key = copiedRow(event);
  if (key === undefined) return;
  event.preventDefault();
  ask({ type: 'copy', key })();
});
tick();
returnFocus();
post({ type: 'ready' });
