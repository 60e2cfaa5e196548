import type { AttemptEnd } from './attempts';
import type { Paging } from '../model/clientTypes';
import { bodyText, header } from '../wire/decodeBody';
import { failureWords } from './describeError';
import type { ErrorFacts } from '../model/errors';
import {
  type Attempt,
  type AttemptResponse,
  type BegunExchange,
  type EnvironmentType,
  type Exchange,
  type HeaderList,
  type Origin,
  type RequestBody,
} from '../model/exchange';
import { exchangeId } from '../model/ids';
import type { Operation } from '../model/operations';
import { plainText } from '../../util/plainText';
import { type Redactor, hideLinkQueries, hideQuery } from '../model/redact';

/** What an exchange is known by before anything is sent; not redacted yet. */
export interface ExchangeStart {
  readonly environment: string;
  readonly identity: string | undefined;
  readonly environmentType: EnvironmentType;
  readonly operation: Operation;
  readonly origin?: Origin | undefined;
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body?: RequestBody | undefined;
}

/** Makes the record of one call. Everything passes the redactor on its way in. */
export class ExchangeRecorder {
  readonly begun: BegunExchange;
  readonly #start: ExchangeStart;
  readonly #redactor: Redactor;
  readonly #began = performance.now();
  readonly #attempts: Attempt[] = [];
  #request: Exchange['request'] | undefined;
  /** Status and `x-request-id` of the last response received. */
  status: number | undefined;
  requestId: string | undefined;

  constructor(start: ExchangeStart, redactor: Redactor) {
    this.#start = start;
    this.#redactor = redactor;
    const { environment, identity, environmentType, operation, origin, method } = start;
    const url = redactor.url(operation === 'content' ? hideQuery(start.url.href) : start.url.href);
    this.begun = {
      id: exchangeId(),
      environment,
      ...(identity === undefined ? {} : { identity }),
      environmentType,
      operation,
      ...(origin === undefined ? {} : { origin }),
      method,
      url,
      path: url.replace(/^[a-z]+:\/\/[^/?#]*/, ''),
      startedAt: Date.now(),
    };
  }

  get id(): string {
    return this.begun.id;
  }

  readonly add = (end: AttemptEnd): void => {
    const { startedAt, durationMs, waitedMs } = end;
    const response = end.response && this.#response(end.response);
    const error = end.failure && failureWords(end.failure);
    if (response) {
      this.status = response.status;
      this.requestId = response.requestId;
    }
    this.#attempts.push({
      startedAt,
      durationMs,
      waitedMs,
      ...(end.response ? { headersMs: end.response.headersMs } : {}),
      ...(response ? { response } : {}),
      ...(error ? { error: { ...error, message: this.#redactor.text(error.message) } } : {}),
    });
  };

  /** The finished record. */
  finish(end: { error?: ErrorFacts; deviations?: readonly string[]; paging?: Paging | undefined }): Exchange {
    const { deviations = [], paging, error } = end;
    return {
      ...this.begun,
      durationMs: Math.round(performance.now() - this.#began),
      request: this.request,
      attempts: this.#attempts,
      outcome: error?.kind ?? 'ok',
      ...(error ? { error } : {}),
      ...(this.requestId === undefined ? {} : { requestId: this.requestId }),
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(deviations.length > 0 ? { deviations: deviations.map((text) => this.#redactor.text(text)) } : {}),
      ...(paging ? { paging: this.#redactor.json(paging) as Paging } : {}),
    };
  }

  /** The request as it is kept: journaled before it is sent, and part of the finished record. */
  get request(): Exchange['request'] {
    return (this.#request ??= this.#redactedRequest());
  }

  #redactedRequest(): Exchange['request'] {
    const { headers, body, operation, url } = this.#start;
    // Links stay whole in what the user sends; only keys are taken out of it.
    const redacted = this.#redactor.json(body) as RequestBody | undefined;
    const isAltered =
      redacted !== body || (operation !== 'content' && this.#redactor.text(url.href) !== url.href);
    return {
      headers: this.#redactor.headers(headers),
      ...(isAltered ? { altered: 'redacted' } : {}),
      ...(redacted ? { body: redacted } : {}),
    };
  }

  #response({ status, statusText, headers, bytes }: NonNullable<AttemptEnd['response']>): AttemptResponse {
    const requestId = plainText(this.#redactor.text(header(headers, 'x-request-id') ?? ''), 200);
    const contentType = header(headers, 'content-type');
    const content = this.#start.operation === 'content' && status >= 200 && status < 300;
    const kept =
      bytes && !content && isText(contentType)
        ? this.#redactor.text(hideLinkQueries(bodyText(bytes, contentType)))
        : undefined;
    return {
      status,
      statusText: plainText(this.#redactor.text(statusText), 200),
      headers: this.#redactor.headers(headers),
      ...(requestId === '' ? {} : { requestId }),
      ...(kept === undefined ? {} : { body: kept }),
      bodyBytes: bytes?.length ?? 0,
    };
  }
}

/** Whether a body of this type can be shown as text; one without a type is taken to be. */
function isText(contentType: string | undefined): boolean {
  return contentType === undefined || /^text\/|json|xml|html|javascript|urlencoded/i.test(contentType);
}
