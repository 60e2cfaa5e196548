import type { Exchange, HeaderList, RequestBody } from '../../../../src/api/model/exchange';

export const JSON_TYPE = 'application/json';

export interface Call {
  readonly status?: number;
  readonly answer?: unknown;
  readonly type?: string;
  readonly body?: unknown;
}

/** An exchange as the history keeps it. */
export function exchange(method: string, { status = 200, answer, type = JSON_TYPE, body }: Call): Exchange {
  const text = answer === undefined ? '' : JSON.stringify(answer);
  const response = {
    status,
    statusText: '',
    headers: [['content-type', `${type}; charset=utf-8`]] as const,
    body: text,
    bodyBytes: text.length,
  };
  return {
    id: 'ex_1',
    environment: 'sandbox',
    environmentType: 'sandbox',
    operation: 'request',
    method,
    url: '',
    path: '',
    startedAt: 0,
    durationMs: 0,
    outcome: 'ok',
    attempts: [{ startedAt: 0, durationMs: 0, waitedMs: 0, response }],
    request: {
      headers: [['content-type', JSON_TYPE]],
      ...(body !== undefined && { body: { kind: 'json', text: JSON.stringify(body) } }),
    },
  };
}

/** An exchange whose request has this body. */
export function sent(body: RequestBody | undefined, headers: HeaderList = []): Exchange {
  return { ...exchange('POST', {}), request: { headers, ...(body !== undefined && { body }) } };
}

/** An exchange with these answers, one for each attempt; none where an attempt failed. */
export function attempted(
  ...answers: readonly (
    | readonly [status: number, headers: HeaderList, body?: string | undefined, bytes?: number]
    | undefined
  )[]
): Exchange {
  const attempts = answers.map((answer) => {
    const times = { startedAt: 0, durationMs: 0, waitedMs: 0 };
    if (answer === undefined) return times;
    const [status, headers, body, bodyBytes = body?.length ?? 0] = answer;
    return {
      ...times,
      response: { status, statusText: '', headers, bodyBytes, ...(body !== undefined && { body }) },
    };
  });
  return { ...exchange('GET', {}), attempts };
}
