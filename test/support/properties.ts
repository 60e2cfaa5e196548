import fc, { type RunDetails } from 'fast-check';

/** How the properties of a run are tried. */
export interface PropertyOptions {
  /** Begins every property; the same one gives the same values. */
  readonly seed: number;
  /** Leads straight to one failing value, as a finding names it. */
  readonly path?: string | undefined;
  /** How often each property is tried that does not say so itself. */
  readonly runs?: number | undefined;
  /** Called after each property, whether it held or not. */
  readonly onChecked?: (details: RunDetails<unknown>) => void;
}

/** What every run of `npm test` begins with, so that it is the same every time. `npm run fuzz` uses others. */
export const FIXED_SEED = 20_260_101;

/**
 * Sets seed and number of tries for every property of this process. Tests need nothing of their own for that.
 */
export function configureProperties({ seed, path, runs, onChecked }: PropertyOptions): void {
  fc.configureGlobal({
    seed,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
    ...(runs === undefined ? {} : { numRuns: runs }),
    includeErrorInReport: true,
    ...(onChecked === undefined ? {} : { plugins: [() => ({ onAllRunsComplete: onChecked })] }),
  });
}
