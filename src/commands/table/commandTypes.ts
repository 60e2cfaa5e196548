import type * as vscode from 'vscode';
import type { ErrorFacts, ExpectationOutcome } from '../../api/model/errors';
import type { ApiOperation } from '../../api/model/operations';
import type { Purpose } from '../../api/rules/limits';
import type { ExchangeQuery, KnownFile } from '../../storage/types/storageTypes';

/** What an upload of one file came to. */
export interface UploadResult {
  readonly uri: string;
  readonly status:
    | 'uploaded'
    /** Nothing of it was sent, and nothing is wrong with it. */
    | 'not-sent'
    | 'duplicate'
    | 'rejected'
    | 'failed'
    | 'unknown-outcome'
    | 'cancelled';
  /** The upload's record; for a duplicate, the earlier one that was kept. */
  readonly file?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  readonly exchangeId?: string;
  readonly error?: ErrorFacts;
  readonly warnings?: readonly string[];
}

export interface UploadOptions {
  readonly purpose?: Purpose;
  readonly environment?: string;
  readonly duplicates?: 'ask' | 'skip' | 'upload';
  /** A person is there: ask about uncertain cases and missing set-up, even when all arguments are given. */
  readonly interactive?: boolean;
}

export interface InEnvironment {
  readonly environment?: string;
}

export interface SendOptions extends InEnvironment {
  readonly method?: string | undefined;
  readonly path?: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Own headers; `Authorization`, `Host` and `Content-Length` are the extension's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** The address of an operation; that of its path unless given. */
  readonly service?: ApiOperation['service'];
  /** False leaves the answer's document closed. */
  readonly reveal?: boolean;
  /** A person is there: a missing set-up is asked for. */
  readonly interactive?: boolean;
}

/** How requests of an `.http` file are sent. */
export interface FileSendOptions extends InEnvironment {
  /** They win over the file's own. */
  readonly variables?: Readonly<Record<string, string | number | boolean>>;
  /** A person is there: a missing set-up is asked for. */
  readonly interactive?: boolean;
}

/** An answer, as the commands that send give it. */
export interface SentRequest {
  readonly status: number;
  readonly body: unknown;
  /** What became of the expectations of a request file. */
  readonly expectations?: readonly ExpectationOutcome[];
}

/** What `sendAllInFile` says of each request. */
export interface SentOfFile extends Omit<SentRequest, 'body'> {
  readonly name: string;
}

/** The data of a command that has none. */
export type Nothing = Record<string, never>;

export type JsonObject = Readonly<Record<string, unknown>>;

/** An operation: its method, and its path as the interface writes it. */
export interface OperationTarget {
  readonly method: string;
  readonly path: string;
  /** `documented`, or the URI of the document that describes it. */
  readonly source?: string;
}

/** A file: its id, or the row of the Files view that a menu passes. */
export type FileTarget = string | { readonly file: KnownFile };
/** An exchange: its id, or the row of the Requests view. */
export type ExchangeTarget = string | { readonly exchange: { readonly id: string } };
/** What the list of requests is narrowed to. */
export interface RequestFilter extends Pick<
  ExchangeQuery,
  'text' | 'outcome' | 'method' | 'path' | 'differs' | 'origin'
> {
  /** Local day, YYYY-MM-DD. */
  readonly day?: string;
  /** Id of an environment; the active one when absent. */
  readonly environment?: string;
}

/** A request of an `.http` file. */
export interface WrittenRequest {
  /** Its title, its name, or what it does. */
  readonly name: string;
  readonly method: string;
  /** As it is written, without the variable of the environment's address. */
  readonly path: string;
  readonly uri: vscode.Uri;
  /** Of the request line when the file was read, counted from 0. */
  readonly line: number;
}

/** A saved request: its name, or the row of the Requests view. */
export type SavedTarget = string | { readonly saved: Pick<WrittenRequest, 'uri' | 'line'> };
/** An environment: its id, or the row of the Environments view. */
export type EnvironmentTarget = string | { readonly environmentId: string };
