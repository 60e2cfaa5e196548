/** Who may ask ("Conventions" in docs/api.md). */
import type { MiddlewareHandler } from 'hono';
import { Refusal } from './replies';
import type { SandboxEnv } from './sandboxEnv';
import { LOCAL_SANDBOX_KEY } from '../data/key';

/**
 * Lets requests with the key through, and those for a content link: the link is checked by its own route.
 *
 * The key is public, so it cannot keep web pages out. Without CORS headers a browser sends it for no page of
 * another origin, and a page whose host name was pointed at this machine (DNS rebinding) is known by that name.
 */
export const requireKey: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  if (!isContentLink(c.req.path, c.req.query('token'))) {
    if (!isLoopback(c.env.incoming.headers.host)) {
      throw new Refusal(400, 'invalid_request', 'The Local Sandbox answers to loopback host names only.');
    }
    if (c.req.header('authorization') !== `ApiKey ${LOCAL_SANDBOX_KEY}`) {
      const message = 'The API key is missing or invalid. Send "Authorization: ApiKey <key>".';
      // The code that goes with 401 is not shown; this one is the sandbox's choice.
      throw new Refusal(401, 'invalid_request', message);
    }
  }
  await next();
};

function isContentLink(path: string, token: string | undefined): boolean {
  return token !== undefined && /^\/v1\/files\/[^/]+\/content$/.test(path);
}

/** Whether a Host header names this machine; HTTP/1.0 has none. */
function isLoopback(host: string | undefined): boolean {
  return (
    host === undefined || /^(?:127(?:\.\d{1,3}){3}|(?:[\w-]+\.)*localhost|\[::1\])(?::\d+)?$/i.test(host)
  );
}
