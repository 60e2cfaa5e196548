import { type AddressCheck, checkAddress } from './model/addresses';
import {
  type Reader,
  describedReader,
  pageReader,
  strictReader,
  tolerantReader,
  uploadReader,
} from './call/readEnvelope';
import { callForEnvelope } from './call/call';
import type { CallPlan, ClientSession } from './call/callPlan';
import type { Answer, CallOptions, Content, UploadInput } from './model/clientTypes';
import type { ClientOptions } from './call/clientOptions';
import { fetchContent } from './call/content';
import { writeHash } from './call/writeHash';
import { ConfigurationError, PreflightError } from './model/errors';
import type { HeaderList, RequestBody, Service } from './model/exchange';
import { OPERATIONS, type Operation } from './model/operations';
import { addressOf, type RequestPlan } from './model/requestPlan';
import { checkHeaders } from './rules/headerRules';
import { checkKey } from './rules/keyRules';
import { isRead } from './rules/methods';
import { frameUpload } from './wire/multipart';
import { type Redactor, createRedactor } from './model/redact';
import { checkMimeType } from './rules/inputRules';
import { type UploadAnswer, anyRecord, fileRecord } from './model/schemas';
import { isolate } from '../util/plainText';
import { t } from '../util/text';

const READERS: Readonly<Partial<Record<Operation, Reader<unknown>>>> = {
  getFile: strictReader(fileRecord),
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

  /** Uploads a file: POST {files_url}/v1/files/upload. A write: its error may be of the kind `unknown-outcome`. */
  async uploadFile(input: UploadInput, call: CallOptions = {}): Promise<Answer<UploadAnswer>> {
    const { content, name, purpose, uri } = input;
    const headers = checkHeaders(input.headers ?? []);
    if (content.length === 0)
      throw new PreflightError(t('{0} is empty. Choose a file that has content.', isolate(name, 100)));
    const mimeType = checkMimeType(input.mimeType);
    const body = frameUpload({ ...input, mimeType });
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
    const { id: operation, method, path: target, service } = OPERATIONS.uploadFile;
    const { api, files } = this.#ready();
    const address = addressOf({ service, target }, { apiUrl: api.apiUrl, filesUrl: files.base });
    const sent = { operation, method, service, address, headers, body, contentType, kept };
    return this.#call(sent, uploadReader, call);
  }

  /** Sends a request. A write: its error may be of the kind `unknown-outcome`. */
  async send<T>(plan: RequestPlan<T>, call: CallOptions = {}): Promise<Answer<T>> {
    const { operation, method, headers, body } = plan;
    const { api, files } = this.#ready();
    const hosts = { apiUrl: api.apiUrl, filesUrl: files.base };
    const sent = {
      operation,
      method,
      service: plan.service,
      address: addressOf(plan, hosts),
      headers,
      ...(body && {
        body: { length: body.bytes.length, chunks: () => [body.bytes] as const },
        kept: { kind: 'json', text: body.kept ?? Buffer.from(body.bytes).toString() } as const,
        isKeptWhole: body.kept === undefined,
      }),
      writeHash: isRead(method) ? undefined : writeHash(plan, hosts),
    };
    // Whoever made the plan knows what its answer holds.
    const known = plan.mustBePage === true ? pageReader : READERS[operation];
    const reader = known ?? (await this.#otherReader(method, plan.target));
    return this.#call(sent, reader as Reader<T>, call);
  }

  async #otherReader(method: string, target: string): Promise<Reader<unknown>> {
    const isDescribed = (await this.#options.isDescribed?.(method, target)) === true;
    return isDescribed ? describedReader : tolerantReader;
  }

  /** Takes every key that is known out of a text that will be kept, such as the name of a file. */
  redact(text: string): string {
    return this.#redactor.text(text);
  }

  /**
   * Fetches what a content link leads to, up to 64 MiB (the interface does not show it). The key goes
   * to the environment's own origins only; redirects, at most 5, are followed without it.
   */
  async getContent(url: string, call: CallOptions = {}): Promise<Content> {
    const { api, files, session } = this.#ready();
    return fetchContent(session, url, [api.origin, files.origin], this.#headers(), call);
  }

  #call<T>(sent: Sent, reader: Reader<T>, call: CallOptions): Promise<Answer<T>> {
    const { headers: given, contentType, address, ...rest } = sent;
    const { session } = this.#ready();
    const names = new Set(given.map(([name]) => name.toLowerCase()));
    const ours: [string, string][] = [
      ['authorization', `ApiKey ${session.key}`],
      ...[
        ...this.#headers(),
        ...(contentType === undefined ? [] : ([['content-type', contentType]] as [string, string][])),
      ].filter(([name]) => !names.has(name)),
    ];
    const headers = [...ours, ...given.map(([name, value]): [string, string] => [name, value])];
    // A batch goes to one address, and reading it takes as long as framing a small file.
    if (this.#last?.text !== address) this.#last = { text: address, url: new URL(address) };
    const plan: CallPlan = { ...rest, address, url: this.#last.url, headers, made: ours.length };
    return callForEnvelope(session, plan, reader, call);
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
    const { environment, environmentName: name, apiKey } = this.#options;
    const check = (part: 'apiUrl' | 'filesUrl'): AddressCheck & { ok: true } => {
      const result = checkAddress(this.#options[part]);
      if (result.ok) return result;
      const message = t(
        'An address of the environment "{0}" cannot be used: {1}. Correct it in the settings.',
        name,
        `${part}: ${result.reason}`,
      );
      throw new ConfigurationError(message, { environment, missing: 'address' });
    };
    const [api, files] = [check('apiUrl'), check('filesUrl')];
    const key = checkKey(apiKey, name);
    const session: ClientSession = { options: this.#options, key, redactor: this.#redactor };
    return { api, files, session };
  }
}

interface Ready {
  readonly api: AddressCheck & { readonly ok: true };
  readonly files: AddressCheck & { readonly ok: true };
  readonly session: ClientSession;
}

/** What goes to the service, before the headers that the library makes. */
interface Sent extends Omit<CallPlan, 'url' | 'headers' | 'made'> {
  readonly service: Service;
  readonly address: string;
  /** The caller's own. */
  readonly headers: HeaderList;
  readonly contentType?: string;
}
