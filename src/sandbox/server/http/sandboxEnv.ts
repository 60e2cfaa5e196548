import type { HttpBindings } from '@hono/node-server';

/** What every route and middleware is given beside the request: Node's own request and response. */
export interface SandboxEnv {
  Bindings: HttpBindings;
}
