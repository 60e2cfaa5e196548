import { spawn } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { onExit } from './cleanup.mts';
import { nodeEnv, root } from './paths.mts';

export interface CommandResult {
  readonly code: number;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

/**
 * Runs a command to its end and keeps what it printed.
 * @param command found on PATH, where this very Node comes first; nothing is given on its standard input
 * @param options folder (the project's by default), more environment, and where to copy the output as it comes
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    // On Windows all but Node itself are scripts, which only a shell runs.
    const shell = process.platform === 'win32' && command !== 'node' && !isAbsolute(command);
    const child = spawn(command, shell ? args.map((each) => `"${each}"`) : args, {
      cwd: options.cwd ?? root,
      env: nodeEnv(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
    });
    // Not by force: it ends what it started itself.
    const release = onExit(() => child.kill());
    let output = '';
    const take = (text: string): void => {
      output += text;
      options.onOutput?.(text);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => {
      release();
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}Ended by ${signal}.\n` });
    });
  });
}
