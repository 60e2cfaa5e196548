import { matchOperation } from '../../api/rules/matchOperation';
import { fold, wordsOf } from '../../storage/search/words';

/** What the list of requests is narrowed to. */
export interface RequestFilter {
  readonly text?: string;
  readonly outcome?: 'ok' | 'failed';
  readonly method?: string;
  /** Of an operation: after `/v1`, with names in braces. */
  readonly path?: string;
  /** Only those whose answer differs from its description. */
  readonly differs?: true;
  /** Local day, YYYY-MM-DD. */
  readonly day?: string;
  /** An agent of the editor, an `.http` file, the details of a file, or the user's own hand. */
  readonly origin?: 'agent' | 'file' | 'view' | 'user';
  /** Id of an environment; the active one when absent. */
  readonly environment?: string;
}

/** Whether a filter leaves anything out. */
export function isNarrowed(filter: RequestFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/**
 * Whether a filter leaves a saved request, which may be sent to any environment. It was not sent yet: no outcome, day
 * or sender is its own.
 */
export function leavesSaved(
  { text, outcome, method, path, day, origin, differs }: RequestFilter,
  saved: { readonly name: string; readonly method: string; readonly path: string },
): boolean {
  if (outcome !== undefined || day !== undefined || origin !== undefined || differs) return false;
  if (method !== undefined && saved.method !== method) return false;
  const target = saved.path.replace(/^\{\{[^{}]*\}\}/, '');
  if (path !== undefined && !matchOperation([{ method: saved.method, path }], saved.method, target))
    return false;
  const all = fold(`${saved.name} ${saved.method} ${saved.path}`);
  return wordsOf(text ?? '').every((word) => all.includes(word));
}
