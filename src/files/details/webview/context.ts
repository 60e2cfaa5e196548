import type { DetailsView, DetailsWebviewMessage } from '../model/detailsProtocol';
import type { DetailsAction } from '../model/source';
import type { DetailsStrings } from '../model/detailsStrings';
import type { ShownPreview } from './preview';

/** All that the page is drawn from. */
export interface PageState {
  readonly view: DetailsView;
  readonly strings: DetailsStrings;
  readonly locale: string;
  readonly rawOpen: boolean;
  readonly preview: ShownPreview | undefined;
  /** The row that was just copied. */
  readonly copied: string | undefined;
}

export interface PageEvents {
  readonly post: (message: DetailsWebviewMessage) => void;
  readonly toggleRaw: (open: boolean) => void;
  readonly previewBroken: () => void;
}

/** What the parts of the page are drawn with. Values become text; no part makes markup of them. */
export interface PageContext extends PageState {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly events: PageEvents;
  /** Makes a listener that asks for an action. */
  readonly act: (action: DetailsAction) => () => void;
}
