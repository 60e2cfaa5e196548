import type { createServices } from './createServices';

/** What every feature uses: the one context. It holds nothing of a feature. */
export type Services = Omit<ReturnType<typeof createServices>, 'close'>;
