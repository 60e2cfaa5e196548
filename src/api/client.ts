import { type AddressCheck, checkAddress, fileIdSegment } from './model/addresses';
import { type Reader, pageReader, strictReader, tolerantReader, uploadReader } from './call/readEnvelope';
import { type CallPlan, type ClientSession, callForEnvelope } from './call/call';
import type {
  Answer,
  CallOptions,
  Content,
  PagesInput,
  Query,
  RequestInput,
  TopUpInput,
  UploadInput,
  WrittenInput,
} from './model/clientTypes';
import type { ClientOptions } from './call/clientOptions';
import { fetchContent } from './call/content';
import { writeHash } from './call/writeHash';
import { ConfigurationError, DecodeError, PreflightError } from './model/errors';
import type { HeaderList, RequestBody } from './model/exchange';
import { OPERATIONS } from './model/operations';
import { checkHeaders, withHeaders } from './rules/headerRules';
import { checkKey } from './rules/keyRules';
import { isRead } from './rules/methods';
import { frameUpload } from './wire/multipart';
import { type Redactor, createRedactor } from './model/redact';
import {
  checkBody,
  checkLimit,
  checkMethod,
  checkMimeType,
  checkTarget,
  checkTopUp,
  checkWrittenTarget,
} from './rules/inputRules';
import { type FileRecord, type PageData, type UploadAnswer, anyRecord, fileRecord } from './model/schemas';
import type { WireBody } from './wire/transport';
import { t } from '../util/text';

const readers = {
  file: strictReader(fileRecord),
  topUp: strictReader(anyRecord),
};

/**
 * The payments API of one environment, as docs/api.md shows it. Every method rejects with a PaymentsError
 * and with nothing else; every call that was tried makes one exchange.
 */
export class PaymentsClient {
  readonly #options: ClientOptions;

  readonly #redactor: Redactor;
  /** The address of the last call; nobody changes it. */
  #last: { readonly text: string; readonly url: URL } | undefined;
  /** Once found in order, addresses and key stay so. */
  #checked: Ready | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#redactor = createRedactor([options.apiKey.trim(), ...(options.otherKeys ?? [])]);
  }

  /** Uploads a file: POST {files_url}/v1/files/upload ("Upload file"). A write: see `UnknownOutcomeError`. */
  async uploadFile(input: UploadInput, call: CallOptions = {}): Promise<Answer<UploadAnswer>> {
    const { content, name, purpose, uri, onProgress } = input;
    const headers = checkHeaders(input.headers ?? []);
    if (content.length === 0) throw new PreflightError({ message: t('The file is empty. Choose another.') });
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
    const { contentType } = body;
    const sent = { ...OPERATIONS.uploadFile.endpoint, headers, body, contentType, kept };
    return this.#call('uploadFile', sent, uploadReader, call);
  }

  /** Reads a file's record: GET {files_url}/v1/files/<fileId> ("Get file details"). */
  async getFile(fileId: string, call: CallOptions = {}): Promise<Answer<FileRecord>> {
    const { endpoint } = OPERATIONS.getFile;
    const path = endpoint.path.replace('{fileId}', () => fileIdSegment(fileId));
    return this.#call('getFile', { ...endpoint, path }, readers.file, call);
  }

  /** Adds to a sandbox balance: POST {sandbox_url}/v1/balances/sandbox/top-up ("Sandbox balance top-up"). */
  async topUp(input: TopUpInput, call: CallOptions = {}): Promise<Answer<Record<string, unknown>>> {
    return this.#call('topUp', topUpOf(input), readers.topUp, call);
  }

  /** Takes every key that is known out of a text that will be kept, such as the name of a file. */
  redact(text: string): string {
    return this.#redactor.text(text);
  }

  /** What a top-up with this input is recognized by in the journal of writes. */
  topUpHash(input: TopUpInput): string {
    return this.#hashOf(topUpOf(input));
  }

  /** What a request with this input is recognized by in the journal of writes. */
  requestHash(input: RequestInput): string {
    return this.#hashOf(requestOf(input));
  }

  /** Any other request. The answer must be an envelope; other deviations are listed in the answer. */
  async request(input: RequestInput, call: CallOptions = {}): Promise<Answer<unknown>> {
    return this.#request(input, tolerantReader, call);
  }

  /** A request exactly as it was written: query, headers and body are sent as they are. */
  async send(input: WrittenInput, call: CallOptions = {}): Promise<Answer<unknown>> {
    return this.#call('request', writtenOf(input), tolerantReader, call);
  }

  /** What a request of `send` is recognized by in the journal of writes. */
  sendHash(input: WrittenInput): string {
    return this.#hashOf(writtenOf(input));
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
        const message = t(
          'The next page is one that was read before, so the list would never end. Nothing more was read.',
        );
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

  #hashOf(sent: OutgoingRequest): string {
    const { method, kept } = sent;
    return writeHash(method, this.#urlOf(sent), kept?.kind === 'json' ? kept.text : undefined);
  }

  #urlOf({ path, service }: OutgoingRequest): URL {
    const { api, files } = this.#ready();
    // The file operations are served on a host of their own ("Addresses").
    const byPath = /^\/files(?:[/?]|$)/.test(path) ? 'files' : 'api';
    const { apiUrl } = (service ?? byPath) === 'files' ? files : api;
    const text = apiUrl + path;
    // A batch goes to one address, and reading it takes as long as framing a small file.
    if (this.#last?.text !== text) this.#last = { text, url: new URL(text) };
    return this.#last.url;
  }

  #call<T>(
    operation: CallPlan['operation'],
    sent: OutgoingRequest,
    reader: Reader<T>,
    call: CallOptions,
  ): Promise<Answer<T>> {
    this.#refuseWrite(sent.method);
    const { session } = this.#ready();
    const { method, body, kept, contentType } = sent;
    const ours: [string, string][] = [
      ...this.#headers(),
      ...(contentType === undefined ? [] : ([['content-type', contentType]] as [string, string][])),
    ];
    const plan: CallPlan = {
      operation,
      method,
      url: this.#urlOf(sent),
      headers: [['authorization', `ApiKey ${session.key}`], ...withHeaders(ours, sent.headers)],
      ...(body ? { body } : {}),
      ...(kept ? { kept } : {}),
    };
    return callForEnvelope(session, plan, reader, call);
  }

  #refuseWrite(method: string): void {
    const { readOnly, environment } = this.#options;
    if (readOnly !== true || isRead(method)) return;
    const message = t(
      'Only GET and HEAD requests may be sent to the environment "{0}" from here. Nothing was sent.',
      environment,
    );
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
    const check = (isFiles: boolean, text: string): AddressCheck & { ok: true } => {
      const result = checkAddress(text);
      if (result.ok) return result;
      const message = isFiles
        ? t(
            'The files address of the environment "{0}" cannot be used: {1}. Correct it in the settings.',
            environment,
            result.reason,
          )
        : t(
            'The API address of the environment "{0}" cannot be used: {1}. Correct it in the settings.',
            environment,
            result.reason,
          );
      throw new ConfigurationError({ message }, { environment });
    };
    const [api, files] = [check(false, apiUrl), check(true, filesUrl)];
    const key = checkKey(apiKey, environment);
    const session: ClientSession = { options: this.#options, key, redactor: this.#redactor };
    return { api, files, session };
  }
}

interface Ready {
  readonly api: AddressCheck & { readonly ok: true };
  readonly files: AddressCheck & { readonly ok: true };
  readonly session: ClientSession;
}

interface OutgoingRequest {
  readonly method: string;
  /** After `/v1`, with the query. */
  readonly path: string;
  readonly service?: 'api' | 'files' | undefined;
  /** The caller's own. */
  readonly headers?: HeaderList;
  readonly body?: WireBody;
  readonly contentType?: string;
  readonly kept?: RequestBody;
}

function topUpOf(input: TopUpInput): OutgoingRequest {
  const { method, path, service } = OPERATIONS.topUp.endpoint;
  return { method, path, service, ...jsonBody(JSON.stringify(checkTopUp(input))) };
}

function requestOf(input: RequestInput): OutgoingRequest {
  const method = checkMethod(input.method);
  const path = checkTarget(input);
  const headers = checkHeaders(input.headers ?? []);
  const body = checkBody(method, input.body);
  return { method, path, headers, ...(body === undefined ? {} : jsonBody(body)) };
}

function writtenOf(input: WrittenInput): OutgoingRequest {
  const method = checkMethod(input.method);
  const { service, content } = input;
  const path = checkWrittenTarget(input.path);
  const headers = checkHeaders(input.headers ?? []);
  if (content !== undefined) checkBody(method, content.kept);
  return {
    method,
    path,
    service,
    headers,
    ...(content !== undefined && { body: wireBody(content.bytes), kept: textBody(content.kept) }),
  };
}

function jsonBody(text: string): Pick<Required<OutgoingRequest>, 'body' | 'contentType' | 'kept'> {
  return { body: wireBody(Buffer.from(text)), contentType: 'application/json', kept: textBody(text) };
}

function wireBody(bytes: Uint8Array): WireBody {
  return { length: bytes.length, chunks: () => [bytes] };
}

function textBody(text: string): RequestBody {
  return { kind: 'json', text };
}
