import type { EnvironmentType } from '../../../api/model/exchange';
import { isObject } from '../../../util/objects';
import type { Texts } from '../../../util/text';
import { DETAILS_ACTIONS } from './source';
import type { DetailsAction, DetailsState, DetailsTarget } from './source';

/** The messages between a details panel and its webview, and the checks of what comes from there. */

/** The value of a row. Text is already safe to show (see util/visible.ts). */
export type FieldValue =
  | { readonly kind: 'text'; readonly text: string; readonly code?: boolean }
  /** A time that could be read; `text` is as it came. */
  | {
      readonly kind: 'time';
      readonly text: string;
      readonly at: number;
      readonly expires?: boolean;
      readonly expiredNote?: string;
    }
  /** Nothing to show, and why, in words. */
  | { readonly kind: 'none'; readonly text: string }
  | { readonly kind: 'loading' };

export interface FieldView {
  /** Unique within the view; what `copy` names. */
  readonly key: string;
  readonly label: string;
  /** The label is a name that the service gave. */
  readonly unnamed?: boolean;
  readonly value: FieldValue;
  /** A sentence below the value. */
  readonly note?: string;
  readonly copyable: boolean;
  /** What else can be done with this field. */
  readonly action?: 'openLocalFile' | 'showRequest' | 'showUploadRequest';
}

export interface SectionView {
  readonly heading: string;
  readonly fields: readonly FieldView[];
}

export interface NoticeView {
  readonly kind: 'gone' | 'failed' | 'unknown';
  readonly text: string;
  /** Details of a validation error, a line each. */
  readonly lines: readonly string[];
  /** Already fit to be shown; copied by the key FAILED_REQUEST_ID. */
  readonly requestId?: string;
  readonly actions: readonly ('configure' | 'startLocalSandbox' | 'supportReport')[];
}

/** The key under which a failure's own request id is copied. */
export const FAILED_REQUEST_ID = 'failedRequestId';

/** All that the webview shows of one file. */
export interface DetailsView {
  /** Counts what a panel has shown. Echoed by every message, so that a late click is not for another file. */
  readonly showing: number;
  readonly target: DetailsTarget;
  readonly pinned: boolean;
  readonly state: DetailsState;
  /** `title` is the name as banners and titles show it. */
  readonly environment: { readonly name: string; readonly title: string; readonly type: EnvironmentType };
  readonly title: string;
  readonly subtitle: string;
  /** A codicon's name. */
  readonly icon: 'file-pdf' | 'file-media' | 'file-text' | 'file';
  readonly fetchedAt?: number;
  readonly notice?: NoticeView;
  readonly sections: readonly SectionView[];
  /** Buttons that can do something now. */
  readonly actions: readonly DetailsAction[];
  /** Whether the content can be looked at here. */
  readonly preview: boolean;
  /** The raw JSON, whether it is cut, and whether queries of links in it are hidden. */
  readonly raw?: { readonly text: string; readonly cut: boolean; readonly redacted: boolean };
}

export type PreviewState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'image';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly mimeType: 'image/png' | 'image/jpeg';
    }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly text: string };

export type DetailsHostMessage =
  | ({ readonly type: 'init' } & Texts)
  | { readonly type: 'view'; readonly view: DetailsView }
  | { readonly type: 'preview'; readonly showing: number; readonly preview: PreviewState }
  | { readonly type: 'copied'; readonly showing: number; readonly key: string };

/** What a page asks for about the file that it shows. */
export type DetailsRequest =
  | { readonly type: 'refresh' | 'pin' | 'preview' }
  | { readonly type: 'action'; readonly action: DetailsAction }
  | { readonly type: 'copy'; readonly key: string };

export type DetailsWebviewMessage =
  | { readonly type: 'ready' }
  | (DetailsRequest & { readonly showing: number });

/**
 * Reads a message that came from a webview.
 * @returns undefined for anything that is not exactly one of ours: the sender may be anybody in that frame
 */
export function readWebviewMessage(value: unknown): DetailsWebviewMessage | undefined {
  if (!isObject(value)) return undefined;
  const { type, showing, action, key } = value;
  if (type === 'ready') return { type };
  if (typeof showing !== 'number' || !Number.isSafeInteger(showing)) return undefined;
  switch (type) {
    case 'refresh':
    case 'pin':
    case 'preview':
      return { type, showing };
    case 'action':
      return isAction(action) ? { type, showing, action } : undefined;
    case 'copy':
      return typeof key === 'string' && key.length <= MAX_KEY_CHARACTERS ? { type, showing, key } : undefined;
    default:
      return undefined;
  }
}

/** What a webview keeps over a reload of the window. */
export interface SavedState extends DetailsTarget {
  readonly pinned: boolean;
  /** Whether the raw JSON is unfolded. */
  readonly rawOpen: boolean;
}

/**
 * Reads what a webview kept, perhaps by another version of this extension.
 * @returns undefined when it names no file
 */
export function readSavedState(value: unknown): SavedState | undefined {
  if (!isObject(value)) return undefined;
  const { environment, fileId, row, isProduction, pinned, rawOpen } = value;
  if (typeof environment !== 'string' || environment === '') return undefined;
  const isUpload = Number.isSafeInteger(row) && typeof row === 'number';
  if (typeof fileId !== 'string' || (fileId === '') !== isUpload) return undefined;
  const target = isUpload ? { environment, fileId, row } : { environment, fileId };
  return {
    ...target,
    ...(isProduction === true && { isProduction }),
    pinned: pinned === true,
    rawOpen: rawOpen === true,
  };
}

/** Names of the service's own fields are keys too, and can be long; longer ones are not shown as rows. */
export const MAX_KEY_CHARACTERS = 1000;

function isAction(value: unknown): value is DetailsAction {
  return DETAILS_ACTIONS.some((action) => action === value);
}
