import type { OperationOutline } from '../descriptions/document/outline';
import type { Exchange } from '../api/model/exchange';

/** What the tools ask of the other features. */
export interface Lookups {
  readonly fetchFile: (file: { readonly environment: string; readonly fileId: string }) => Promise<{
    readonly record: Readonly<Record<string, unknown>>;
    readonly requestId?: string | undefined;
    readonly exchangeId: string;
  }>;
  /** What an operation takes and gives. @throws NotFoundError for one that is not known */
  readonly outline: (operation: {
    readonly method: string;
    readonly path: string;
  }) => Promise<OperationOutline>;
  /** An exchange made here; undefined for an unknown one, and for one of a file that was opened. */
  readonly find: (exchangeId: string) => Promise<Exchange | undefined>;
  readonly findByRequestId: (requestId: string) => Promise<Exchange | undefined>;
  readonly report: (exchange: Exchange) => string;
  /** @throws PreflightError when there is no such target */
  readonly code: (exchange: Exchange, target: string) => Promise<string>;
}
