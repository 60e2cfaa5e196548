import type { HttpBindings } from '@hono/node-server';

/** What every route and middleware is given beside the request: Node's own request and response. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The body of an example without a field that it must have, for the scenario `malformed`. */
    incomplete?: string | undefined;
  };
}
