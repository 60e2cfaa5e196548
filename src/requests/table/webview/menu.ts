/** A menu that mouse and keyboard open, at a place of the page. */

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  /** For an item that is on or off. */
  readonly checked?: boolean;
}

let open: { readonly element: HTMLElement; readonly from: Element | null } | undefined;

/**
 * Shows a menu, and gives the focus back to where it was when the menu closes.
 * @param place the lower left corner of what the menu belongs to
 */
export function showMenu(label: string, items: readonly MenuItem[], place: { x: number; y: number }): void {
  closeMenu();
  const from = document.activeElement;
  const element = document.createElement('div');
  element.className = 'menu';
  element.setAttribute('role', 'menu');
  element.setAttribute('aria-label', label);
  const buttons = items.map((item) => button(item));
  element.append(...buttons);
  document.body.append(element);
  open = { element, from };
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${Math.max(0, Math.min(place.x, innerWidth - width - 4))}px`;
  element.style.top = `${Math.max(0, Math.min(place.y, innerHeight - height - 4))}px`;
  element.addEventListener('keydown', (event) => onKey(event, buttons));
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) closeMenu(false);
  });
  buttons[0]?.focus();
}

/** @param giveBack whether the focus goes back to where it was */
function closeMenu(giveBack = true): void {
  if (open === undefined) return;
  const { element, from } = open;
  open = undefined;
  element.remove();
  if (giveBack && from instanceof HTMLElement) from.focus();
}

function button({ label, run, checked }: MenuItem): HTMLButtonElement {
  const item = document.createElement('button');
  item.type = 'button';
  item.tabIndex = -1;
  item.setAttribute('role', checked === undefined ? 'menuitem' : 'menuitemcheckbox');
  if (checked !== undefined) item.setAttribute('aria-checked', String(checked));
  item.textContent = label;
  item.addEventListener('click', () => {
    closeMenu();
    run();
  });
  return item;
}

function onKey(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
  const at = buttons.findIndex((item) => item === document.activeElement);
  const last = buttons.length - 1;
  const next: Partial<Record<string, number>> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const index = next[event.key];
  if (index !== undefined) buttons[index]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') closeMenu();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
