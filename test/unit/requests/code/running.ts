import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
/** Ends a program that hangs. */
const run = (command: string, args: readonly string[], options: object) =>
  runFile(command, args, { encoding: 'utf8', timeout: 120_000, ...options });
export const KEY = 'test key $HOME `x` "q" \\';
// Java names files in the encoding of the locale.
const env = { ...process.env, LC_ALL: 'C.UTF-8', PAYMENTS_API_KEY: KEY };

/** What runs programs in a folder. */
export interface Running {
  /** @returns what the program printed */
  readonly execute: (code: string) => Promise<string>;
  readonly end: () => void;
}
export type Start = (cwd: string) => Running;

/** Runs each program in a shell. */
export const inShell: Start = (cwd) => ({
  execute: async (code) => {
    const { stdout, stderr } = await run('sh', ['-c', code], { env, cwd });
    return stdout + stderr;
  },
  end: () => undefined,
});

/** Runs each program by itself, from a file of that name. */
export const alone = (command: string, name: string, ...args: readonly string[]): Start => {
  return (cwd) => ({
    execute: async (code) => {
      const file = join(cwd, name);
      await writeFile(file, code);
      const { stdout } = await run(command, [...args, file], { env, cwd });
      return stdout;
    },
    end: () => undefined,
  });
};

/** What a driver prints behind each program. */
const END = '-- end --';

/**
 * Runs all programs in one process, since it takes a while to start: the driver runs the program in each file whose path
 * it reads.
 */
export const together = (
  driver: string,
  name: string,
  command: string,
  ...args: readonly string[]
): Start => {
  return (cwd) => {
    const started = join(cwd, `driver of ${name}`);
    writeFileSync(started, driver);
    const child = spawn(command, [...args, started], { env, cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      execute: async (code) => {
        const file = join(cwd, name);
        await writeFile(file, code);
        child.stdin.write(`${file}\n`);
        for (let printed = ''; ;) {
          const { value, done } = await lines.next();
          if (done === true) throw new Error(`${command} ended.`);
          if (value === END) return printed;
          printed += `${value}\n`;
        }
      },
      end: () => child.kill(),
    };
  };
};
export const NODE_DRIVER = `
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
let time = 0;
for await (const file of createInterface(process.stdin)) {
  await import(\`\${pathToFileURL(file)}?\${time++}\`);
  console.log('${END}');
}
`;
export const PYTHON_DRIVER = `
import runpy, sys
for line in sys.stdin:
    runpy.run_path(line[:-1], run_name='__main__')
    print('${END}', flush=True)
`;
/** Compiles a file as `java FILE` does, and runs it. */
export const JAVA_DRIVER = `
class Driver {
  public static void main(String[] arguments) throws Exception {
    var compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
    var files = new java.util.Scanner(System.in);
    while (files.hasNextLine()) {
      var classes = java.nio.file.Files.createTempDirectory(java.nio.file.Path.of("."), "classes");
      if (compiler.run(null, null, null, "-d", classes.toString(), files.nextLine()) != 0) System.exit(1);
      var loader = new java.net.URLClassLoader(new java.net.URL[] { classes.toUri().toURL() });
      var main = loader.loadClass("SendRequest").getMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) arguments);
      System.out.println("${END}");
    }
  }
}`;
