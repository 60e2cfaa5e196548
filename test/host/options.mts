import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads the options of a script, and up to one word before them. Ends the script with a message that names what there is
 * when they make no sense.
 */
export function readOptions<const T extends Options>(options: T, args = process.argv.slice(2)) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const [, second] = parsed.positionals;
    if (second !== undefined) throw new Error(`"${second}" is not expected here.`);
    return parsed;
  } catch (error) {
    const there = Object.keys(options).map((name) => `--${name}`);
    const [why = ''] = String(error instanceof Error ? error.message : error).split(/(?<=\.) To specify/);
    return wrongUsage(`${why}\nThe options are: ${there.join(', ')}.`);
  }
}

/** A number that an option gives. */
export function numberOf(name: string, text: string): number {
  const number = Number(text);
  return text.trim() !== '' && number >= 0 ? number : wrongUsage(`--${name} takes a number, not "${text}".`);
}

/** Ends the script, with a message. */
export function wrongUsage(message: string): never {
  console.error(message);
  process.exit(2);
}
