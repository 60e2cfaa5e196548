import type {
  Answer,
  CallOptions,
  ClientOptions,
  Content,
  PagesInput,
  RequestInput,
  TopUpInput,
  UploadInput,
} from './clientTypes';
import type { FileRecord, PageData, UploadRecord } from './schemas';

export class PaymentsClient {
  readonly options: ClientOptions;
  constructor(options: ClientOptions) {
    this.options = options;
  }
  uploadFile(_input: UploadInput, _call: CallOptions = {}): Promise<Answer<UploadRecord>> {
    return Promise.reject(new Error('To come'));
  }
  getFile(_fileId: string, _call: CallOptions = {}): Promise<Answer<FileRecord>> {
    return Promise.reject(new Error('To come'));
  }
  topUp(_input: TopUpInput, _call: CallOptions = {}): Promise<Answer<Record<string, unknown>>> {
    return Promise.reject(new Error('To come'));
  }
  request(_input: RequestInput, _call: CallOptions = {}): Promise<Answer<unknown>> {
    return Promise.reject(new Error('To come'));
  }
  pages(_input: PagesInput, _call: CallOptions = {}): AsyncIterableIterator<Answer<PageData>> {
    throw new Error('To come');
  }
  getContent(_url: string, _call: CallOptions = {}): Promise<Content> {
    return Promise.reject(new Error('To come'));
  }
}
