import { v7 } from 'uuid';
import type { AttemptEnd } from './attempts';
import type { CallPlan } from './callPlan';
import type { ClientOptions } from './clientOptions';
import { bodyText, header } from '../wire/decodeBody';
import { failureWords } from './describeError';
import {
  type Attempt,
  type AttemptResponse,
  type BegunExchange,
  type Exchange,
  type Origin,
  type Paging,
  type RequestBody,
} from '../model/exchange';
import { isJsonText } from '../../util/lenient';
import { plainText } from '../../util/plainText';
import { type Redactor, hideLinkHeaders, hideQuery } from '../model/redact';

/** What an exchange is known by before anything is sent; not redacted yet. */
export interface ExchangeStart
  extends CallPlan, Pick<ClientOptions, 'environment' | 'environmentType' | 'identity'> {
  readonly scenario?: string | undefined;
  readonly batch?: string | undefined;
  readonly origin?: Origin | undefined;
}

/** Makes the record of one call. Everything passes the redactor on its way in. */
export class ExchangeRecorder {
  readonly begun: BegunExchange;
  readonly #start: ExchangeStart;
  readonly #redactor: Redactor;
  readonly #began = performance.now();
  readonly #attempts: Attempt[] = [];
  /** The request as it is kept. Made before anything is sent: journaled then, and part of the finished record. */
  readonly request: Exchange['request'];
  /** Status and `x-request-id` of the last response received. */
  status: number | undefined;
  requestId: string | undefined;

  constructor(start: ExchangeStart, redactor: Redactor) {
    this.#start = start;
    this.#redactor = redactor;
    const { environment, identity, environmentType, operation, service, origin, method } = start;
    const address = start.address ?? start.url.href;
    const url = redactor.url(operation === 'content' ? hideQuery(address) : address);
    this.begun = {
      // Ids of one process sort in the order they were made, also when the clock is set back (RFC 9562).
      id: `ex_${v7()}`,
      environment,
      ...(identity === undefined ? {} : { identity }),
      environmentType,
      operation,
      ...(service === undefined ? {} : { service }),
      ...(origin === undefined ? {} : { origin }),
      method,
      url,
      path: url.replace(/^[a-z]+:\/\/[^/?#]*/, ''),
      startedAt: Date.now(),
    };
    this.request = this.#redactedRequest();
  }

  get id(): string {
    return this.begun.id;
  }

  /** @param host that the attempt went to */
  readonly add = (end: AttemptEnd, host = this.#start.url.host): void => {
    const { startedAt, durationMs, waitedMs } = end;
    const response = end.response && this.#kept(end.response);
    const error = end.failure && failureWords(end.failure, host);
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
  finish(
    end: Pick<Exchange, 'error' | 'deviations'> & {
      paging?: Paging | undefined;
      setting?: string | undefined;
    },
  ): Exchange {
    const { deviations = [], paging, error, setting } = end;
    const { scenario, batch } = this.#start;
    return {
      ...this.begun,
      ...(scenario === undefined ? {} : { scenario }),
      ...(batch === undefined ? {} : { batch }),
      durationMs: Math.round(performance.now() - this.#began),
      request: this.request,
      attempts: this.#attempts,
      outcome: error?.kind ?? 'ok',
      ...(error ? { error } : {}),
      ...(setting === undefined ? {} : { setting }),
      ...(this.requestId === undefined ? {} : { requestId: this.requestId }),
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(deviations.length > 0 ? { deviations: deviations.map((text) => this.#redactor.text(text)) } : {}),
      ...(paging ? { paging: this.#redactor.json(paging) as Paging } : {}),
    };
  }

  #redactedRequest(): Exchange['request'] {
    const { headers, made, kept, isKeptWhole = true, url } = this.#start;
    // Links stay whole in what the user sends; only keys are taken out of it.
    const body = this.#redactor.json(kept) as RequestBody | undefined;
    const isRedacted = body !== kept || this.#redactor.text(url.href) !== url.href;
    const altered = isRedacted ? 'redacted' : isKeptWhole ? undefined : 'files';
    return {
      headers: this.#redactor.headers(headers),
      ...(made === undefined ? {} : { made }),
      ...(altered === undefined ? {} : { altered }),
      ...(body ? { body } : {}),
    };
  }

  /** Never throws: what was answered once is part of the record, also where its words cannot be. */
  #kept(response: NonNullable<AttemptEnd['response']>): AttemptResponse {
    try {
      return this.#response(response);
    } catch {
      const { status, bytes } = response;
      return { status, statusText: '', headers: [], bodyBytes: bytes?.length ?? 0 };
    }
  }

  #response({ status, statusText, headers, bytes }: NonNullable<AttemptEnd['response']>): AttemptResponse {
    const requestId = plainText(this.#redactor.text(header(headers, 'x-request-id') ?? ''));
    const contentType = header(headers, 'content-type');
    const { operation } = this.#start;
    const redacted = this.#redactor.headers(headers);
    const content = operation === 'content' && status < 400;
    const text = bytes && !content ? bodyText(bytes, contentType) : undefined;
    // What is read as JSON is JSON, whatever its type says.
    const isShown = text !== undefined && (isText(contentType) || isJsonText(text));
    const kept = isShown ? this.#redactor.text(text) : undefined;
    return {
      status,
      statusText: plainText(this.#redactor.text(statusText), 200),
      // The link to content is not kept, and neither is where it led to, which a redirect's body says as well.
      headers: operation === 'content' ? hideLinkHeaders(redacted) : redacted,
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
