// Parts of undici that only the benchmarks use; see src/api/wire/undici-parts.d.ts for why not its main entry.
declare module 'undici/lib/web/fetch/formdata.js' {
  export const FormData: typeof globalThis.FormData;
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  /** Sends through the dispatcher that it is called on. */
  function request(
    this: Dispatcher,
    options: {
      origin: string;
      path: string;
      method: string;
      headers: Record<string, string>;
      body: FormData;
    },
  ): Promise<Dispatcher.ResponseData>;
  export default request;
}
