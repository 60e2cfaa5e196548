import { PreflightError } from '../api/errors';

/** Reading what menus, keybindings and other extensions hand to a command. */

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A command's options object; anything else counts as none given. */
export function optionsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** A refusal of an answer that a caller passed in. */
export function refuse(message: string): PreflightError {
  return new PreflightError({ message });
}
