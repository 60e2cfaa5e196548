import type { Exchange } from '../api/model/exchange';
import { parsePlainly } from '../util/exactJson';

/** What an agent gets of a stored exchange: without headers. */
export function summary(exchange: Exchange): Readonly<Record<string, unknown>> {
  const { id, environment, environmentType, operation, origin, method, path, status, outcome } = exchange;
  const { error, durationMs, attempts, paging, request } = exchange;
  return {
    id,
    environment,
    environmentType,
    operation,
    origin: origin ?? 'user',
    method,
    path,
    status,
    outcome,
    error,
    requestId: exchange.requestId,
    startedAt: new Date(exchange.startedAt).toISOString(),
    durationMs,
    paging,
    request: request.body?.kind === 'json' ? parsed(request.body.text) : request.body,
    attempts: attempts.map(({ response, waitedMs, error: failure }) => ({
      status: response?.status,
      requestId: response?.requestId,
      waitedMs,
      error: failure?.message,
    })),
    response: parsed(attempts.at(-1)?.response?.body),
  };
}

function parsed(body: string | undefined): unknown {
  return body === undefined ? undefined : (parsePlainly(body) ?? body);
}
