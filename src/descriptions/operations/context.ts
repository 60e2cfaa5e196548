import type { Located, Resolver } from '../model/description';
import { plainText } from '../../util/plainText';

/** What is known while the operations of a document are read. */
export interface DocumentContext {
  readonly root: Located;
  readonly resolver: Resolver;
  /** Reports what is wrong, at a place of the document. */
  readonly remark: (message: string, at: string) => void;
}

/** A text of a document as it is shown: harmless, on one line, and not longer than anybody reads. */
export function shownText(text: string | undefined, max = 500): string | undefined {
  const shown = text === undefined ? '' : plainText(text, max);
  return shown === '' ? undefined : shown;
}

/** A summary or description, which may be CommonMark, as plain text: links by their words, and no marks. */
export function describedText(text: string | undefined, max = 500): string | undefined {
  return shownText(text === undefined ? undefined : withoutMarks(text.slice(0, max * 16)), max);
}

function withoutMarks(text: string): string {
  return text
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1');
}
