// The parts of undici that are imported by themselves: its main entry replaces the dispatcher that Node's
// own fetch, and with it every other extension in the window, uses.
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent } from 'undici';
  const part: typeof Agent;
  export default part;
}
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';
  const part: typeof Client;
  export default part;
}
declare module 'undici/lib/core/connect.js' {
  import type { buildConnector } from 'undici';
  const part: typeof buildConnector;
  export default part;
}
