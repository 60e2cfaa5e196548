import { exactTime, parseTime } from '../../../util/times';
import { number, shownLanguage, t } from '../../../util/text';
import { visible } from '../../../util/visible';
import type { Cell } from '../../records/cells';
import { textOf } from '../../records/order';

/** A cell shows the beginning of a longer text; copying gives all of it. */
const MAX_CHARACTERS = 400;

/** A cell as a person reads it: times in the reader's own zone and language, and nothing that disguises itself. */
export function shownText(cell: Cell): string {
  if (cell === undefined) return '';
  if (cell === null) return 'null';
  if (cell === '') return t('empty text');
  const at = parseTime(cell);
  if (at !== undefined) return exactTime(at, shownLanguage());
  const text = textOf(cell);
  if (text.length <= MAX_CHARACTERS) return visible(text);
  const start = visible(text.slice(0, MAX_CHARACTERS).toWellFormed());
  return t('{0}… ({1} characters in all)', start, number(text.length));
}

/** The element that shows a cell. Its text is text: nothing of it becomes markup. */
export function cellElement(cell: Cell): HTMLElement {
  const element = document.createElement('bdi');
  element.dir = 'ltr';
  element.className = kindOf(cell);
  element.textContent = shownText(cell);
  // A time shows its source; what does not fit can be read whole.
  const text = textOf(cell);
  if (element.className === 'time') element.title = visible(text);
  else if (text.length > 20) element.title = element.textContent;
  return element;
}

function kindOf(cell: Cell): string {
  if (cell === undefined || cell === null || cell === '') return 'none';
  if (typeof cell === 'object') return 'number' in cell ? 'number' : 'code';
  return parseTime(cell) === undefined ? 'text' : 'time';
}
