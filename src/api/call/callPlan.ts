import type { RequestBody, Service } from '../model/exchange';
import type { Operation } from '../model/operations';
import type { Redactor } from '../model/redact';
import type { WireBody } from '../wire/transport';
import type { ClientOptions } from './clientOptions';

/** What a call sends, checked already. */
export interface CallPlan {
  readonly operation: Operation;
  readonly method: string;
  readonly service?: Service;
  readonly url: URL;
  /** The address as it was typed, which is sent so; absent where `url` says it as well. */
  readonly address?: string;
  readonly headers: readonly [name: string, value: string][];
  /** So many of them, from the first on, are made by the library. */
  readonly made?: number;
  readonly body?: WireBody;
  /** The body as the exchange keeps it. */
  readonly kept?: RequestBody;
  /** False where that is not what is sent. */
  readonly isKeptWhole?: boolean;
  /** What the journal recognizes the write by; absent for reads and uploads. */
  readonly writeHash?: string | undefined;
  readonly maxBytes?: number;
}

/** What all calls of a client share. */
export interface ClientSession {
  readonly options: ClientOptions;
  /** As it is sent. */
  readonly key: string;
  /** For that key and all others that are stored. */
  readonly redactor: Redactor;
}

/** Whether a request goes to the service itself: content on another origin neither sets a hold, nor is held back. */
export function carriesKey(headers: CallPlan['headers']): boolean {
  return headers.some(([name]) => name === 'authorization');
}
