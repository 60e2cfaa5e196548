/** The part that serves the Local Sandbox, loaded when it is first started. */
export { LOCAL_SANDBOX_KEY } from './server/data/key';
export { SCENARIOS } from './server/data/scenarios';
export { inWords } from './server/data/sandboxDatabase';
export type { Describe } from './server/described';
export { startLocalSandbox, type LocalSandbox, type LocalSandboxOptions } from './server/server';
