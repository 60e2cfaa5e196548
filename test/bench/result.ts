/** One figure of a benchmark. */
export interface BenchResult {
  readonly name: string;
  /** `ms`, `µs`, `MB` and the like. */
  readonly unit: string;
  readonly value: number;
  /** How many times the figure that it is measured against. */
  readonly ratio?: number;
  /** What that is. */
  readonly against?: string;
}
