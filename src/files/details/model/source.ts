import type { ErrorFacts } from '../../../api/model/errors';
import type { Environment } from '../../../services/environments/environmentModel';
import type { KnownFile } from '../../../storage/types/storageTypes';

/** Which file a panel shows. The environment is part of it: the same id elsewhere is another file. */
export interface DetailsTarget {
  readonly environment: string;
  /** Empty for an upload that is no file of the service yet. */
  readonly fileId: string;
  /** Key of the registry's row of such an upload. */
  readonly row?: number;
  /** The environment was production when it was shown; it may have left the settings since. */
  readonly isProduction?: boolean;
}

/**
 * How current the details are: `fresh` was just fetched, `stale` is what was kept, `loading` is
 * being fetched by the source itself, `gone` is no longer known there, `failed` could not be fetched.
 * `upload` is no file of the service yet, so nothing can be fetched: an upload that waits, is under way or did not end well.
 */
export type DetailsState = 'fresh' | 'stale' | 'loading' | 'gone' | 'failed' | 'upload';

/** All that a panel shows of one file. Holds no key: everything in it may reach the window. */
export interface DetailsModel {
  readonly environment: Pick<Environment, 'id' | 'name' | 'type'> & {
    /** It left the settings: nothing of it can be read any more. */
    readonly isGone?: boolean;
  };
  /** The account of the environment that this is of; undefined while none is known. */
  readonly account?: string | undefined;
  readonly fileId: string;
  /** The registry's row; absent for an id that was never fetched here. */
  readonly file?: KnownFile;
  /** `data` of the last get-file-details answer, as it came ("Read a file's details" in docs/api.md). */
  readonly record?: Readonly<Record<string, unknown>>;
  /** The whole last envelope, redacted, where it is still kept; else the record alone is shown as raw JSON. */
  readonly envelope?: unknown;
  /** When `record` was fetched, milliseconds since the epoch. */
  readonly fetchedAt?: number;
  readonly state: DetailsState;
  /** True of an upload whose row was taken out of the list: nothing can be done with it there. */
  readonly removed?: boolean;
  /** Why the last fetch did not succeed; for `failed`, and for `gone` where the service said more. */
  readonly error?: ErrorFacts;
  /** Request id of the last fetch, whether it succeeded or not. */
  readonly requestId?: string;
  /** The exchange of the last fetch, whether it succeeded or not; absent where nothing was sent. */
  readonly exchangeId?: string;
}

/** What a panel can ask to be done with its file. */
export const DETAILS_ACTIONS = [
  'copyId',
  'copyLink',
  'openContent',
  'saveContent',
  'showRequest',
  'showUploadRequest',
  'openLocalFile',
  'rawJson',
  'supportReport',
  'configure',
  'startLocalSandbox',
  'retryUpload',
  'forgetFile',
] as const;
export type DetailsAction = (typeof DETAILS_ACTIONS)[number];
