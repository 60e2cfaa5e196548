import type { Hosts } from '../../api/model/requestPlan';
import { scopeBefore } from './check';
import { HttpRefusal, type HttpFile, type HttpRequest } from './parse/model';
import { PLACEHOLDER } from './parse/syntax';
import { Resolver, type Budget } from './resolve';

/** Stands for a value that is not known before the request is sent. */
export const NOT_KNOWN = 'not-known-before-it-is-sent';

/**
 * Puts in the values that are known before a request is sent: those of the file, the team and the environment.
 * @param budget how many characters may still be put in
 * @returns the text, with `NOT_KNOWN` for other values
 */
export function knownTexts(
  file: HttpFile,
  request: HttpRequest,
  hosts: Hosts,
  shared: ReadonlyMap<string, string>,
  budget: Budget,
): (text: string) => string {
  const resolver = new Resolver(scopeBefore(file, request, hosts, shared), budget);
  return (text) =>
    text.replace(PLACEHOLDER, (placeholder) => {
      try {
        return resolver.text(placeholder);
      } catch (error) {
        if (error instanceof HttpRefusal) return NOT_KNOWN;
        throw error;
      }
    });
}
