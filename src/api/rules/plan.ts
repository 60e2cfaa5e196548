/** The one place where a request becomes one that can be sent: every rule about what was given is asked here, once. */
import { fileIdSegment } from '../model/addresses';
import type { RequestInput, TopUpInput } from '../model/clientTypes';
import type { HeaderList } from '../model/exchange';
import { OPERATIONS } from '../model/operations';
import type { PlannedBody, RequestPlan } from '../model/requestPlan';
import type { FileRecord, UsablePage } from '../model/schemas';
import { checkHeaders } from './headerRules';
import {
  checkAmount,
  checkBody,
  checkCurrency,
  checkMethod,
  checkTarget,
  queryParts,
  refuseBodyOfRead,
} from './inputRules';
import { matchOperation, plainPath } from './matchOperation';

type Parts = Omit<RequestPlan, symbol>;

/** Any request. @throws PreflightError with what is wrong with it */
export function planRequest(input: RequestInput): RequestPlan {
  const method = checkMethod(input.method);
  const target = checkTarget(input);
  const headers = checkHeaders(input.headers ?? []);
  const { service = serviceOf(target), content } = input;
  if (content !== undefined) refuseBodyOfRead(method);
  const text = checkBody(method, input.body);
  return plan({
    operation: 'request',
    method,
    service,
    target,
    ...(text === undefined ? { headers, ...(content && { body: content }) } : jsonBody(text, headers)),
  });
}

/** The sandbox top-up. @throws PreflightError with what is wrong with it */
export function planTopUp({ amount, currency }: TopUpInput): RequestPlan<Record<string, unknown>> {
  const { method, path: target, service } = OPERATIONS.topUp;
  const text = JSON.stringify({ amount: checkAmount(amount), currency: checkCurrency(currency) });
  return plan({ operation: 'topUp', method, service, target, ...jsonBody(text, []) });
}

/** Reading the record of a file. @throws PreflightError when this is no id */
export function planGetFile(fileId: string): RequestPlan<FileRecord> {
  const { method, path, service } = OPERATIONS.getFile;
  const target = path.replace('{fileId}', () => fileIdSegment(fileId));
  return plan({ operation: 'getFile', method, service, target, headers: [] });
}

/** The page of a list that a cursor leads to; the first one without. All else stays as it was typed. */
export function planPage<T>(list: RequestPlan<T>, cursor: string | undefined): RequestPlan<T> {
  const path = list.target.replace(/\?[^]*/, '');
  const parts = queryParts(list.target.slice(path.length)).filter(
    (part) => new URLSearchParams(part).get('page') === null,
  );
  if (cursor !== undefined) parts.push(`page=${encodeURIComponent(cursor.toWellFormed())}`);
  return { ...list, target: parts.length === 0 ? path : `${path}?${parts.join('&')}` };
}

/** A page that is read with all others of its list. */
export function planListPage(list: RequestPlan, cursor: string | undefined): RequestPlan<UsablePage> {
  return plan({ ...planPage(list, cursor), mustBePage: true });
}

/** Whether a request is the sandbox top-up, whatever way its path is written. */
export function isTopUp({ method, target }: Pick<RequestPlan, 'method' | 'target'>): boolean {
  return matchOperation([OPERATIONS.topUp], method, target) !== undefined;
}

/** Whether a request is an upload of a file, whatever way its path is written. */
export function isUpload({ method, target }: Pick<RequestPlan, 'method' | 'target'>): boolean {
  return matchOperation([OPERATIONS.uploadFile], method, target) !== undefined;
}

/** Which address a target leads to: file operations are served on a host of their own ("Addresses" in docs/api.md). */
export function serviceOf(target: string): RequestPlan['service'] {
  return /^\/files(?:\/|$)/.test(plainPath(target)) ? 'files' : 'api';
}

function jsonBody(text: string, headers: HeaderList): { headers: HeaderList; body: PlannedBody } {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    headers: isTyped ? headers : [...headers, ['Content-Type', 'application/json']],
    body: { bytes: Buffer.from(text) },
  };
}

function plan<T>(parts: Parts): RequestPlan<T> {
  return parts as RequestPlan<T>;
}
