import { fold, wordsOf } from '../../storage/search/search';

/** What the list of requests is narrowed to. */
export interface RequestFilter {
  readonly text?: string;
  readonly outcome?: 'ok' | 'failed';
  readonly method?: string;
  /** Local day, YYYY-MM-DD. */
  readonly day?: string;
  /** An agent of the editor, an `.http` file, or the user's own hand. */
  readonly origin?: 'agent' | 'file' | 'user';
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
  { text, outcome, method, day, origin }: RequestFilter,
  saved: { readonly name: string; readonly method: string; readonly path: string },
): boolean {
  if (outcome !== undefined || day !== undefined || origin !== undefined) return false;
  if (method !== undefined && saved.method !== method) return false;
  const all = fold(`${saved.name} ${saved.method} ${saved.path}`);
  return wordsOf(text ?? '').every((word) => all.includes(word));
}
