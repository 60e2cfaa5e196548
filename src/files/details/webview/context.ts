import type { DetailsRequest, DetailsView, PreviewState } from '../model/detailsProtocol';
import type { FirstPage } from './pdf/firstPage';
import type { PdfProblem } from './pdf/problem';

/** A preview as the page shows it: an image by the address of its bytes, a PDF by its first page, drawn. */
export type ShownPreview =
  | Exclude<PreviewState, { kind: 'image' | 'pdf' }>
  | { readonly kind: 'image'; readonly url: string }
  | ({ readonly kind: 'page' } & FirstPage)
  | { readonly kind: 'unreadable'; readonly problem: PdfProblem };

/** All that the page is drawn from. */
export interface PageState {
  readonly view: DetailsView;
  readonly rawOpen: boolean;
  readonly preview: ShownPreview | undefined;
  /** The row that was just copied. */
  readonly copied: string | undefined;
}

/** What the parts of the page are drawn with. Values become text; no part makes markup of them. */
export interface PageContext extends PageState {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Makes a listener that asks the extension for something. */
  readonly ask: (request: DetailsRequest) => () => void;
  readonly toggleRaw: (open: boolean) => void;
  readonly previewBroken: () => void;
}
