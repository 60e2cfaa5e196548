import type { HeaderList, Service } from './exchange';
import type { Operation } from './operations';

declare const CHECKED: unique symbol;

/** The body of a request. */
export interface PlannedBody {
  readonly bytes: Uint8Array;
  /** The body as it is kept, with names in the place of files; absent where the bytes are text and kept as such. */
  readonly kept?: string | undefined;
}

/**
 * A request that was checked, exactly as it is sent to whichever environment: only `api/rules/plan.ts` makes one. Nothing
 * behind it checks or changes it again.
 * @typeParam T what its answer holds
 */
export interface RequestPlan<T = unknown> {
  readonly [CHECKED]: T;
  readonly operation: Exclude<Operation, 'uploadFile' | 'content'>;
  readonly method: string;
  readonly service: Service;
  /** What follows `/v1`: path and query as they were typed. */
  readonly target: string;
  /** The caller's own, in order, with doubles. */
  readonly headers: HeaderList;
  readonly body?: PlannedBody;
  /** Its answer is refused unless it is a page of a list. */
  readonly mustBePage?: boolean;
}

/** Where an environment is reached, as far as a request needs it. */
export interface Hosts {
  /** Ends in `/v1`. */
  readonly apiUrl: string;
  /** Without `/v1`. */
  readonly filesUrl: string;
}

/** The absolute address of a request, as it is written. */
export function addressOf(
  { service, target }: Pick<RequestPlan, 'service' | 'target'>,
  hosts: Hosts,
): string {
  return (service === 'files' ? `${hosts.filesUrl}/v1` : hosts.apiUrl) + target;
}
