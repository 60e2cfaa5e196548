/** Puts the scenario between the interface's routes and their answers. "Offline" acts earlier, in server.ts. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import { EXAMPLE_HEADER, Refusal } from './replies';
import type { SandboxEnv } from './sandboxEnv';
import type { Scenario } from '../data/scenarios';
import type { SandboxStore } from '../data/sandboxStore';

/** Of every `cycle` requests since the scenario was set, the first `refused` are refused. */
const RATE_LIMIT = { refused: 2, cycle: 12 };
const TOO_MANY_REQUESTS = new Refusal(
  429,
  'too_many_requests',
  'Too many requests. Wait 1 second before the next one.',
  {},
  { 'retry-after': '1' },
);

const TRICKLE_PIECES = 10;

/** The routes that set the scenario: it leaves them alone, so one can always switch back. */
const STEERING: ReadonlySet<string | undefined> = new Set([
  '/v1/local-sandbox/scenario',
  '/v1/local-sandbox/reset',
]);

/** The scenario that a request is answered in. @param path without a query */
export function scenarioFor(store: SandboxStore, path: string | undefined): Scenario {
  return STEERING.has(path) ? 'normal' : store.scenario;
}

/** @param slowMs how long a slow answer takes: half of it until the headers, half for the body */
export function faults(store: SandboxStore, slowMs: number): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const scenario = scenarioFor(store, c.req.path);
    if (scenario === 'rate-limited' && (store.countRequest() - 1) % RATE_LIMIT.cycle < RATE_LIMIT.refused)
      throw TOO_MANY_REQUESTS;
    // As a real service, it does not say what became of the request.
    if (scenario === 'flaky' && store.countRequest() % 2 === 1)
      throw new Refusal(500, 'internal_error', 'The Local Sandbox failed on purpose.');
    await next();
    if (scenario === 'slow') await slowDown(c, slowMs);
    if (scenario === 'malformed') malform(c, () => store.countRequest());
  };
}

/** The wait ends at once when the client goes away. */
async function slowDown(c: Context<SandboxEnv>, slowMs: number): Promise<void> {
  await wait(slowMs / 2, undefined, { signal: c.req.raw.signal }).catch(() => undefined);
  // An answer such as 204 must not get one.
  if (c.res.body === null) return;
  const body = new Uint8Array(await c.res.arrayBuffer());
  const headers = new Headers(c.res.headers);
  headers.set('content-length', String(body.length));
  c.res = new Response(trickle(body, slowMs / 2), { status: c.res.status, headers });
}

/** A stream that gives these bytes in pieces over that many milliseconds. */
function trickle(body: Uint8Array, duration: number): ReadableStream<Uint8Array> {
  const pieceSize = Math.ceil(body.length / TRICKLE_PIECES);
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await wait(duration / TRICKLE_PIECES);
      controller.enqueue(body.subarray(sent, (sent += pieceSize)));
      if (sent >= body.length) controller.close();
    },
  });
}

/** Replaces a successful answer of JSON; errors and file content stay as they are. */
function malform(c: Context<SandboxEnv>, next: () => number): void {
  const given = c.res.headers.get('content-type') ?? '';
  if (!c.res.ok || !/^application\/(?:.+\+)?json\b/.test(given)) return;
  const isExample = c.res.headers.get(EXAMPLE_HEADER) === 'example';
  // Each takes its turn: what stays as it is takes none.
  const count = next();
  const [contentType, body] = isExample
    ? malformedExample(given, c.get('incomplete'), count)
    : (MALFORMED[count % MALFORMED.length] ?? MALFORMED[0]);
  c.res = new Response(body, { status: c.res.status, headers: { 'content-type': contentType } });
}

/** Of a description, in turn: text that is not JSON, and an example without a field that it must have. */
function malformedExample(
  contentType: string,
  incomplete: string | undefined,
  count: number,
): readonly [contentType: string, body: string] {
  return count % 2 === 0 && incomplete !== undefined ? [contentType, incomplete] : HTML;
}

const HTML = ['text/html; charset=utf-8', '<!doctype html><title>Welcome</title><h1>It works!</h1>'] as const;

const MALFORMED = [
  ['application/json', '{"success":true,"message":"Malformed on purpose: data is missing"}'],
  HTML,
  ['application/json', '{"success":true,"message":"Malformed on purpose: cut off","data":{"id":'],
] as const;
