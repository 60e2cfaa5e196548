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
