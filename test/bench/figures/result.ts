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
  /** What is aimed at: bounds of the ratio where there is one, else of the value. */
  readonly aim?: Aim;
}

export interface Aim {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** What `--json FILE` writes. */
export interface BenchReport {
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly node: string;
  /** Such as `linux x64`. */
  readonly platform: string;
  readonly processors: string;
  readonly results: readonly BenchResult[];
}

/** Whether a figure is where it is meant to be; undefined where nothing is aimed at. */
export function meetsAim({ value, ratio, aim }: BenchResult): boolean | undefined {
  if (aim === undefined) return undefined;
  const { atMost = Infinity, atLeast = -Infinity } = aim;
  const figure = ratio ?? value;
  return figure <= atMost && figure >= atLeast;
}
