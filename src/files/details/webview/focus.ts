/**
 * Draws the page again. What had the focus may be gone then, as a button that has done its work: the focus goes on to
 * what took its place, for somebody without a mouse would have to start at the top of the page again.
 */
export function keepingFocus(root: Element, draw: () => void): void {
  const held = document.activeElement;
  const isWithin = held !== null && held !== root && root.contains(held);
  const places = isWithin ? successors(held) : [];
  draw();
  if (!isWithin || held.isConnected) return;
  const next = places.map((place) => root.querySelector<HTMLElement>(place)).find((found) => found !== null);
  // A button of the toolbar has the focus in the button that it is made of.
  const target = next?.shadowRoot?.querySelector('button') ?? next;
  target?.focus({ preventScroll: true });
}

/** Any button of the toolbar that can be pressed. */
const TOOLBAR = '.toolbar vscode-button:not([disabled]), .toolbar vscode-toolbar-button';

/** What takes over from an element: the first of these that is there. */
function successors(held: Element): string[] {
  if (held.closest('.preview') !== null) return ['.preview', TOOLBAR];
  // What has gone wrong may be over; to try it again is also in the toolbar.
  if (held.closest('.notice') !== null) return ['.toolbar .end vscode-toolbar-button', TOOLBAR];
  const key = held.closest<HTMLElement>('[data-copy]')?.dataset['copy'];
  return key === undefined ? [TOOLBAR] : [`[data-copy="${CSS.escape(key)}"]`, TOOLBAR];
}
