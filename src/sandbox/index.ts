/** The part that serves the Local Sandbox, loaded when it is first started. */
export { LOCAL_SANDBOX_KEY, SCENARIOS, isScenario, startLocalSandbox } from './server/server';
export type { Describe, LocalSandbox, LocalSandboxOptions, Scenario } from './server/server';
