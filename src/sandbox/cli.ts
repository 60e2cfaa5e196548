/** `npm run sandbox`: the Local Sandbox outside the editor, until it is interrupted. */
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DOCUMENTED, type ApiOperation } from '../api/model/operations';
import { matchOperation } from '../api/rules/matchOperation';
import type { LocalSandbox } from './index';
import { isScenario, SCENARIOS, scenarioWords } from './server/data/scenarios';

/** Exit code for arguments that make no sense, as shells use it. */
const WRONG_USAGE = 2;

const HELP = `Serves the payments API on this machine, for trying things out and for tests.

Usage: npm run sandbox -- [options]

  --port N          port to listen on; any free one if left out
  --data DIR        folder of its data; ${defaultFolder()} if left out
  --scenario NAME   how it behaves; as it was left if left out
  --description FILE  an API description whose operations it answers with examples; may be given again
  --help            this text

Scenarios:
${SCENARIOS.map((id) => `  ${id.padEnd(16)}${scenarioWords(id).description}`).join('\n')}
`;

/** @throws Error with a sentence for a person */
function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string', default: defaultFolder() },
      scenario: { type: 'string' },
      description: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { scenario } = values;
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
  if (!(port <= 65535)) throw new Error(`"${values.port}" is not a port. Give a number from 0 to 65535.`);
  if (values.data === '') throw new Error('--data needs the path of a folder.');
  if (scenario !== undefined && !isScenario(scenario))
    throw new Error(`There is no scenario "${scenario}". Choose one of ${SCENARIOS.join(', ')}.`);
  return { ...values, port, scenario };
}

/** Where programs keep data of the user on this system. */
function defaultFolder(): string {
  const folder = 'payments-api-explorer';
  if (process.platform === 'win32') {
    return join(process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), folder);
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', folder);
  const base = process.env['XDG_DATA_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.local', 'share') : base, folder);
}

async function serve({ port, data, description, scenario }: ReturnType<typeof readArguments>): Promise<void> {
  // Loaded only now, so that --help and mistakes are answered on any Node.
  const { startLocalSandbox } = await import('./index');
  const file = join(data, 'local-sandbox.db');
  const described = description.length === 0 ? undefined : await openDescriptions(description);
  let sandbox: LocalSandbox | undefined;
  try {
    sandbox = await startLocalSandbox({ file, port, onRequest: say, describe: described?.describe });
    if (scenario !== undefined) sandbox.setScenario(scenario);
    if (sandbox.setAside !== undefined) say(`The data was damaged. It was moved to ${sandbox.setAside}`);
    say(`API address:   ${sandbox.apiUrl}`);
    say(`Files address: ${sandbox.filesUrl}`);
    say(`API key:       ${sandbox.apiKey}`);
    say(`Data file:     ${file}`);
    say(`Scenario:      ${sandbox.scenario}`);
    say('Press Ctrl+C to stop.');
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  } finally {
    // Each would keep the process alive, also where the other cannot start or be set.
    await sandbox?.close();
    await described?.worker.close();
  }
}

/** @throws Error with a sentence for a person, for a file that is no description */
async function openDescriptions(files: readonly string[]) {
  const [{ DescriptionsWorker }, { describeWith }] = await Promise.all([
    import('../descriptions/worker/client'),
    import('./describeWith'),
  ]);
  const worker = new DescriptionsWorker({
    file: join(__dirname, 'descriptions-worker.js'),
    start: () => ({ language: 'en', texts: {} }),
    readFile: (uri) => Promise.reject(new Error(`${uri} is not a file of this machine.`)),
  });
  const operations: ApiOperation[] = [...DOCUMENTED];
  try {
    for (const file of files) {
      const uri = pathToFileURL(resolve(file)).href;
      const { facts, operations: count } = await worker.run('open', uri);
      operations.push(...(await worker.run('rows', uri, 0, count)));
      say(`Description:   ${facts.title}, ${count} operations`);
      for (const { message, line } of facts.remarks) {
        say(`  ${line === undefined ? '' : `Line ${line + 1}: `}${message}`);
      }
    }
  } catch (error) {
    await worker.close();
    throw error;
  }
  return {
    worker,
    describe: describeWith(worker, (method, path) => matchOperation(operations, method, path)),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

async function main(): Promise<number> {
  let args;
  try {
    args = readArguments(process.argv.slice(2));
  } catch (error) {
    complain(error);
    process.stderr.write('Use --help to see the options.\n');
    return WRONG_USAGE;
  }
  if (args.help) {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    await serve(args);
    return 0;
  } catch (error) {
    complain(error);
    return 1;
  }
}

// Whoever reads its lines may leave after the first ones, as "head" does: it goes on serving.
process.stdout.on('error', () => undefined);
void main().then((code) => {
  process.exitCode = code;
});
