import { isPaymentsError, type PaymentsError } from '../../../src/api';
import { FILE, type EasyClient } from '../apiClient';

/** An operation of the library, as a test runs it whatever comes of it. */
export interface TriedOperation {
  readonly name: string;
  readonly isWrite: boolean;
  /** @returns what it failed with, or undefined */
  readonly run: (client: EasyClient) => Promise<PaymentsError | undefined>;
}

/** So that a connection may end while it is under way. */
export const LARGER = { ...FILE, content: Buffer.alloc(2000, 'x') };

/** All operations whose answers are envelopes. */
export const OPERATIONS: readonly TriedOperation[] = [
  operation('upload', true, (client) => client.uploadFile(LARGER)),
  operation('details', false, (client) => client.getFile('file_1.png')),
  operation('top-up', true, (client) => client.topUp({ amount: 10, currency: 'EUR' })),
  operation('request that reads', false, (client) => client.request({ method: 'GET', path: '/things' })),
  operation('request that writes', true, (client) =>
    client.request({ method: 'POST', path: '/things', body: { a: 1 } }),
  ),
  operation('pages', false, (client) => client.pages({ path: '/things?limit=10' }).next()),
];

/** Reads what a content link leads to: its answer is no envelope, but bytes. */
export function download(url: string): TriedOperation {
  const link = `${url}/v1/files/file_1.png/content?signature=abc`;
  return operation('download', false, (client) => client.getContent(link));
}

function operation(
  name: string,
  isWrite: boolean,
  call: (client: EasyClient) => Promise<unknown>,
): TriedOperation {
  const run = (client: EasyClient) =>
    call(client).then(
      () => undefined,
      (error: unknown) => (isPaymentsError(error) ? error : Promise.reject(error as Error)),
    );
  return { name, isWrite, run };
}
