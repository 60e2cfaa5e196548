import { ConfigurationError, PreflightError } from '../api/errors';
import { isObject } from '../util/objects';

/** Reading what menus, keybindings and other extensions hand to a command. Pure: its messages are for whoever writes code. */

/**
 * A command's options object. None given, or the selection that a menu hands over in its place, has no options.
 * @throws PreflightError for a number, a text or the like: what it was to say cannot be told
 */
export function optionsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  if (value === undefined || value === null || Array.isArray(value)) return {};
  throw refuse('The options of a command must be an object. Nothing was done.');
}

/**
 * The id of the environment that a command's options name; undefined when they name none.
 * @throws ConfigurationError when it is no text: the active environment must not stand in for a mistake
 */
export function environmentOf(options: unknown): string | undefined {
  const { environment } = optionsOf(options);
  if (environment === undefined || typeof environment === 'string') return environment;
  throw new ConfigurationError({
    message: 'The environment must be given by its id, as text. Nothing was sent.',
  });
}

/** A refusal of an answer that a caller passed in. */
export function refuse(message: string): PreflightError {
  return new PreflightError({ message });
}
