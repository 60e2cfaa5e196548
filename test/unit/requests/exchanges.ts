import { text } from 'node:stream/consumers';
import type { ErrorFacts } from '../../../src/api/model/errors';
import type { Attempt, Exchange, ExchangeRequest } from '../../../src/api/model/exchange';
import { listHar, readHarExchange } from '../../../src/requests/export/harFile';
import { harText } from '../../../src/requests/export/har';

/** Exchanges to show, with what a test does not care about filled in. */

export const started = Date.UTC(2025, 2, 4, 9, 15, 30, 123);

export function answered(status: number, body?: string, more: Partial<Attempt> = {}): Attempt {
  return {
    startedAt: started,
    durationMs: 120,
    waitedMs: 0,
    headersMs: 100,
    response: {
      status,
      statusText: status === 200 ? 'OK' : 'Bad Request',
      headers: [
        ['content-type', 'application/json'],
        ['x-request-id', 'req_1'],
      ],
      requestId: 'req_1',
      ...(body === undefined ? {} : { body }),
      bodyBytes: body === undefined ? 0 : Buffer.byteLength(body),
    },
    ...more,
  };
}

/** What a service says that refuses a request. */
export const error: ErrorFacts = {
  kind: 'api',
  message: 'The currency\u001b[31m is missing.',
  status: 400,
  code: 'invalid_request',
  fields: [{ fieldName: 'currency', code: 'required', message: 'Enter a currency' }],
};

export function exchange(more: Partial<Exchange> = {}): Exchange {
  return {
    id: 'ex_1',
    environment: 'sandbox',
    environmentType: 'sandbox',
    operation: 'request',
    method: 'GET',
    url: 'https://api.example.com/v1/files?limit=10&page=a%20b',
    path: '/v1/files?limit=10&page=a%20b',
    startedAt: started,
    durationMs: 120,
    request: { headers: [['Authorization', 'ApiKey ••••']] },
    attempts: [answered(200, '{"success":true,"message":"Done","data":{}}')],
    outcome: 'ok',
    requestId: 'req_1',
    status: 200,
    ...more,
  };
}

export function jsonRequest(text: string): ExchangeRequest {
  return {
    headers: [
      ['Authorization', 'ApiKey ••••'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '9999'],
      ['Host', 'elsewhere.example.com'],
    ],
    body: { kind: 'json', text },
  };
}

export function uploadRequest(name: string, uri?: string): ExchangeRequest {
  return {
    headers: [
      ['authorization', 'ApiKey ••••'],
      ['content-type', 'multipart/form-data; boundary=old'],
    ],
    body: {
      kind: 'multipart',
      fields: { purpose: 'payment_evidence' },
      file: {
        fieldName: 'file',
        name,
        mimeType: 'application/pdf',
        size: 3,
        ...(uri === undefined ? {} : { uri }),
      },
    },
  };
}

/** The archive of exchanges, as it is written. */
export const harOf = (...exchanges: readonly Exchange[]) => text(harText(exchanges, '0.1.0'));

/** All exchanges of an archive, as they are read from disk. */
export async function readHar(archive: string): Promise<{ entries: Exchange[]; skipped: number }> {
  const bytes = [Buffer.from(archive)];
  const { rows, skipped } = await listHar(bytes);
  const read = await Promise.all(rows.map((row) => readHarExchange(bytes, row)));
  return { entries: read.flatMap((each) => each ?? []), skipped };
}
