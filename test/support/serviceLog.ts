/** What the services of tests were asked and what they answered, for when a test through the window fails. */
const shared = globalThis as { paymentsServiceLog?: string[] };

/** Each bundled test file has a copy of this module, so the lines are on the global object. */
function lines(): string[] {
  return (shared.paymentsServiceLog ??= []);
}

/** Adds a line, with the time. Headers are left out: keys are among them. */
export function logService(line: string): void {
  lines().push(`${new Date().toISOString()} ${line}`);
}

/** The lines since the last time this was asked for. */
export function takeServiceLog(): string[] {
  return lines().splice(0);
}
