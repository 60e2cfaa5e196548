import { type AddressCheck, checkAddress, fileIdSegment } from './addresses';
import { isRead } from './call/attempts';
import { type Reader, pageReader, strictReader, tolerantReader, uploadReader } from './call/readEnvelope';
import { type Plan, type Session, callForEnvelope } from './call/call';
import type {
  Answer,
  CallOptions,
  ClientOptions,
  Content,
  PagesInput,
  Query,
  RequestInput,
  TopUpInput,
  UploadInput,
} from './clientTypes';
import { fetchContent } from './call/content';
import { writeHash } from './call/writeHash';
import { ConfigurationError, DecodeError, PreflightError } from './errors';
import type { RequestBody } from './exchange';
import { frameUpload } from './wire/multipart';
import { type Redactor, createRedactor } from './redact';
import {
  checkBody,
  checkKey,
  checkLimit,
  checkMethod,
  checkMimeType,
  checkTarget,
  checkTopUp,
} from './inputRules';
import { type FileRecord, type PageData, type UploadAnswer, anyRecord, fileRecord } from './schemas';
import type { WireBody } from './wire/transport';

const readers = {
  file: strictReader(fileRecord),
  topUp: strictReader(anyRecord),
};

/**
 * The payments API of one environment, as docs/api.md shows it. Every method rejects with a PaymentsError
 * and with nothing else; every call that could be tried is told of by one exchange.
 */
export class PaymentsClient {
  readonly #options: ClientOptions;

  readonly #redactor: Redactor;
  /** Once found in order, addresses and key stay so. */
  #checked: Ready | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#redactor = createRedactor([options.apiKey.trim(), ...(options.otherKeys ?? [])]);
  }

  /** Uploads a file: POST {files_url}/v1/files/upload ("Upload file"). A write: see `UnknownOutcomeError`. */
  async uploadFile(input: UploadInput, call: CallOptions = {}): Promise<Answer<UploadAnswer>> {
    const { content, name, purpose, uri, onProgress } = input;
    if (content.length === 0) throw new PreflightError({ message: 'The file is empty. Choose another.' });
    const mimeType = checkMimeType(input.mimeType);
    const body = frameUpload({ content, name, purpose, mimeType, onProgress });
    const kept: RequestBody = {
      kind: 'multipart',
      fields: { purpose },
      file: {
        fieldName: 'file',
        name,
        mimeType,
        size: content.length,
        ...(uri === undefined ? {} : { uri }),
      },
    };
    const sent = { method: 'POST', path: '/files/upload', body, contentType: body.contentType, kept };
    return this.#call('uploadFile', sent, uploadReader, call);
  }

  /** Reads a file's record: GET {files_url}/v1/files/<fileId> ("Get file details"). */
  async getFile(fileId: string, call: CallOptions = {}): Promise<Answer<FileRecord>> {
    const path = `/files/${fileIdSegment(fileId)}`;
    return this.#call('getFile', { method: 'GET', path }, readers.file, call);
  }

  /** Adds to a sandbox balance: POST {sandbox_url}/v1/balances/sandbox/top-up ("Sandbox balance top-up"). */
  async topUp(input: TopUpInput, call: CallOptions = {}): Promise<Answer<Record<string, unknown>>> {
    return this.#call('topUp', topUpOf(input), readers.topUp, call);
  }

  /** What a top-up with this input is recognized by in the journal of writes. */
  topUpHash(input: TopUpInput): string {
    return this.#hashOf(topUpOf(input));
  }

  /** What a request with this input is recognized by in the journal of writes. */
  requestHash(input: RequestInput): string {
    return this.#hashOf(requestOf(input));
  }

  /** Any other request. The answer must be an envelope; where it departs from it otherwise, the answer says so. */
  async request(input: RequestInput, call: CallOptions = {}): Promise<Answer<unknown>> {
    return this.#request(input, tolerantReader, call);
  }

  /**
   * The pages of a paginated endpoint, one request each, until there is no further cursor ("Paginated
   * endpoints"). Leaving the iteration asks for no more.
   */
  async *pages(input: PagesInput, call: CallOptions = {}): AsyncIterableIterator<Answer<PageData>> {
    const { path, query, limit, direction = 'next' } = input;
    if (limit !== undefined) checkLimit(limit);
    const seen = new Set<string>();
    for (let page = input.page; ;) {
      const merged: Query = {
        ...query,
        ...(limit === undefined ? {} : { limit }),
        ...(page === undefined ? {} : { page }),
      };
      const answer = await this.#request({ method: 'GET', path, query: merged }, pageReader, call);
      yield answer;
      const cursor = direction === 'next' ? answer.paging?.nextPage : answer.paging?.previousPage;
      if (cursor === undefined) return;
      if (seen.has(cursor)) {
        const message =
          'The service leads back to a page that was read before, so reading on would never end.';
        throw new DecodeError({ message }, { requestId: answer.requestId, exchangeId: answer.exchangeId });
      }
      seen.add(cursor);
      page = cursor;
    }
  }

  /**
   * Fetches what a content link leads to, up to 64 MiB ("Download of file content": not shown). The key goes
   * to the environment's own origins only; redirects, at most 5, are followed without it.
   */
  async getContent(url: string, call: CallOptions = {}): Promise<Content> {
    const { api, files, session } = this.#ready();
    const headers = this.#headers();
    return fetchContent(session, { url, origins: [api.origin, files.origin], headers }, call);
  }

  async #request<T>(input: RequestInput, reader: Reader<T>, call: CallOptions): Promise<Answer<T>> {
    return this.#call('request', requestOf(input), reader, call);
  }

  #hashOf({ method, path, kept }: Sent): string {
    return writeHash(method, this.#urlOf(path), kept?.kind === 'json' ? kept.text : undefined);
  }

  /** The file operations are served on a host of their own ("Addresses"). */
  #urlOf(path: string): URL {
    const { api, files } = this.#ready();
    const { apiUrl } = /^\/files(?:[/?]|$)/.test(path) ? files : api;
    return new URL(apiUrl + path);
  }

  #call<T>(
    operation: Plan['operation'],
    sent: Sent,
    reader: Reader<T>,
    call: CallOptions,
  ): Promise<Answer<T>> {
    this.#refuseWrite(sent.method);
    const { session } = this.#ready();
    const { method, body, kept, contentType } = sent;
    const plan: Plan = {
      operation,
      method,
      url: this.#urlOf(sent.path),
      headers: [
        ['authorization', `ApiKey ${session.key}`],
        ...this.#headers(),
        ...(contentType === undefined ? [] : ([['content-type', contentType]] as [string, string][])),
      ],
      ...(body ? { body } : {}),
      ...(kept ? { kept } : {}),
    };
    return callForEnvelope(session, plan, reader, call);
  }

  #refuseWrite(method: string): void {
    const { readOnly, environment } = this.#options;
    if (readOnly !== true || isRead(method)) return;
    const message = `Only GET and HEAD requests may be sent to the environment "${environment}" from here. Nothing was sent.`;
    throw new ConfigurationError({ message }, { environment });
  }

  #headers(): [string, string][] {
    return [
      ['accept', 'application/json'],
      ['accept-encoding', 'gzip, deflate, br'],
      ['user-agent', this.#options.userAgent],
    ];
  }

  /** @throws ConfigurationError when an address or the key cannot be used */
  #ready(): Ready {
    return (this.#checked ??= this.#check());
  }

  #check(): Ready {
    const { environment, apiUrl, filesUrl, apiKey } = this.#options;
    const check = (what: string, text: string): AddressCheck & { ok: true } => {
      const result = checkAddress(text);
      if (result.ok) return result;
      const message = `The ${what} address of the environment "${environment}" cannot be used: ${result.reason}. Correct it in the settings.`;
      throw new ConfigurationError({ message }, { environment });
    };
    const [api, files] = [check('API', apiUrl), check('files', filesUrl)];
    const key = checkKey(apiKey, environment);
    const session: Session = { options: this.#options, key, redactor: this.#redactor };
    return { api, files, session };
  }
}

interface Ready {
  readonly api: AddressCheck & { readonly ok: true };
  readonly files: AddressCheck & { readonly ok: true };
  readonly session: Session;
}

interface Sent {
  readonly method: string;
  /** After `/v1`, with the query. */
  readonly path: string;
  readonly body?: WireBody;
  readonly contentType?: string;
  readonly kept?: RequestBody;
}

function topUpOf(input: TopUpInput): Sent {
  const path = '/balances/sandbox/top-up';
  return { method: 'POST', path, ...jsonBody(JSON.stringify(checkTopUp(input))) };
}

function requestOf(input: RequestInput): Sent {
  const method = checkMethod(input.method);
  const path = checkTarget(input);
  const body = checkBody(method, input.body);
  return { method, path, ...(body === undefined ? {} : jsonBody(body)) };
}

function jsonBody(text: string): Pick<Required<Sent>, 'body' | 'contentType' | 'kept'> {
  const bytes = Buffer.from(text);
  return {
    body: { length: bytes.length, chunks: () => [bytes] },
    contentType: 'application/json',
    kept: { kind: 'json', text },
  };
}
