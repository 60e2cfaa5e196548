import { ConfigurationError, PreflightError, invalidArgument } from '../api/model/errors';
import { isObject } from '../util/objects';

/** Reading the arguments that menus, keybindings and other extensions pass to a command. Pure; its messages are for developers. */

/**
 * A command's options object. Undefined, or the selection that a menu passes in its place, has no options.
 * @throws PreflightError for anything else, such as a number or a text
 */
export function optionsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  if (value === undefined || value === null || Array.isArray(value)) return {};
  throw invalidArgument('options', 'object');
}

/**
 * The id of the environment that a command's options name; undefined when they name none.
 * @throws ConfigurationError when it is no text: a mistake must not select the active environment
 */
export function environmentOf(options: unknown): string | undefined {
  const { environment } = optionsOf(options);
  if (environment === undefined || typeof environment === 'string') return environment;
  throw new ConfigurationError(invalidArgument('environment', 'string').facts);
}

/** An error about an argument of a caller. */
export function refuse(message: string): PreflightError {
  return new PreflightError(message);
}

/** One of the texts that an option can be; undefined where it is not given. @throws PreflightError for anything else */
export function choiceOf<T extends string>(
  options: unknown,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = optionsOf(options)[name];
  const found = choices.find((each) => each === value);
  if (found !== undefined || value === undefined) return found;
  throw invalidArgument(name, choices.map((each) => `"${each}"`).join(' | '));
}
