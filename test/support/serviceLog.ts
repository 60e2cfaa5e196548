/** What the services of tests were asked and what they answered, for when a test through the window fails. */
const lines: string[] = [];

/** Adds a line, with the time. Headers are left out: keys are among them. */
export function logService(line: string): void {
  lines.push(`${new Date().toISOString()} ${line}`);
}

/** The lines since the last time this was asked for. */
export function takeServiceLog(): string[] {
  return lines.splice(0);
}
