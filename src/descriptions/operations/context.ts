import type { Located, Resolver } from '../model/description';
import { plainText } from '../../util/plainText';

/** What is known while the operations of a document are read. */
export interface DocumentContext {
  readonly root: Located;
  readonly resolver: Resolver;
  /** Tells what is wrong, at a place of the document. */
  readonly remark: (message: string, at: string) => void;
}

/** A text of a document as it is shown: harmless, on one line, and not longer than anybody reads. */
export function shownText(text: string | undefined, max = 500): string | undefined {
  const shown = text === undefined ? '' : plainText(text, max);
  return shown === '' ? undefined : shown;
}
