/**
 * Which row a copy is meant for: the one that has the focus, unless some text is selected.
 * @returns the row's key; undefined when the browser shall copy as it always does
 */
export function copiedRow(event: Event, selection: Selection | null): string | undefined {
  if (selection !== null && !selection.isCollapsed) return undefined;
  const { target } = event;
  const focused = target instanceof Element && target !== document.body ? target : document.activeElement;
  const row = focused?.closest<HTMLElement>('[data-copy]');
  return row?.dataset['copy'];
}
