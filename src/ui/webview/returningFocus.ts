/**
 * Has the focus return to where it was in the page of a webview, when somebody comes back to it from a list of choices,
 * a dialog or a view. The browser takes the focus from an element as soon as another page gets it, so a person without
 * a mouse would have to start at the top again.
 */
export function returnFocus(): void {
  let last: EventTarget | undefined;
  document.addEventListener('focusin', (event) => {
    // A button of the toolbar has the focus in the button that it is made of.
    [last] = event.composedPath();
  });
  // Who clicks decides anew what has the focus, which may be nothing.
  document.addEventListener('pointerdown', () => (last = undefined), { capture: true });
  window.addEventListener('focus', () => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree && last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
  });
}
