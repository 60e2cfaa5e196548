export const VIEWS = ['files', 'operations', 'requests', 'environments'] as const;
export type ViewName = (typeof VIEWS)[number];
