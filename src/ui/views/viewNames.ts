/** The views of the extension, as they are named in their ids. */
export const VIEWS = ['files', 'operations', 'requests', 'environments'] as const;
export type ViewName = (typeof VIEWS)[number];
