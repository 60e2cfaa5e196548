import type { ApiOperation } from '../../../api/model/operations';
import type { Hosts } from '../../../api/model/requestPlan';
import { knownTexts } from '../../../httpFiles/format/check';
import { type HttpFile, HttpRefusal, type HttpRequest } from '../../../httpFiles/format/parse/model';
import type { Budget } from '../../../httpFiles/format/resolve';
import { readTarget, type Target } from '../../../httpFiles/format/target';
import type { EditingProviders } from './editingSources';

/** Replaces addresses that are not set yet, so that the rest of a file can be checked. */
export const NO_ADDRESS = { apiUrl: 'https://not-set.invalid/v1', filesUrl: 'https://not-set.invalid' };

/** A file and where its values come from. */
export interface FileAround {
  readonly file: HttpFile;
  readonly lineAt: (line: number) => string;
  readonly hosts: Hosts;
  /** The variables that the team shares. */
  readonly shared: ReadonlyMap<string, string>;
  /** Why those are not known. */
  readonly unreadable?: string;
  /** How many characters may be put in for variables. */
  readonly budget: Budget;
}

/** A request as far as it is known before it is sent. */
export interface DescribedRequest {
  readonly request: HttpRequest;
  readonly target: Target;
  /** What it is; undefined where nothing describes it. */
  readonly operation: ApiOperation | undefined;
  /** Puts in what is known. */
  readonly known: (text: string) => string;
}

/** @returns undefined for a request that goes nowhere, which has a mark of its own */
export function describedRequest(
  { file, hosts, shared, budget }: FileAround,
  request: HttpRequest,
  { operations }: Pick<EditingProviders, 'operations'>,
): DescribedRequest | undefined {
  const known = knownTexts(file, request, hosts, shared, budget);
  try {
    const target = readTarget(known(request.url), hosts);
    const { method } = request;
    const found = operations.match(method, target.path);
    return { request, target, operation: found, known };
  } catch (error) {
    if (error instanceof HttpRefusal) return undefined;
    throw error;
  }
}

/** The media type of its body, in lower case; empty for none. */
export function bodyTypeOf({ request, known }: DescribedRequest): string {
  const header = request.headers.find(({ name }) => name.toLowerCase() === 'content-type');
  if (header !== undefined) return known(header.value).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return request.body.kind === 'json' ? 'application/json' : '';
}
