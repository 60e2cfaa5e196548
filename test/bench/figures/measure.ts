import type { Aim, BenchResult } from './result';

/** Something to be timed, once a round. */
export interface Contender {
  readonly name: string;
  run(): Promise<unknown>;
}

export interface Rounds {
  readonly warmUp: number;
  readonly counted: number;
}

/** Milliseconds of each counted round, by the contender's name. */
export type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Times contenders side by side: every round runs each of them once, beginning with another one each time, so
 * that whatever else the machine does meets all of them alike.
 */
export async function race(contenders: readonly Contender[], { warmUp, counted }: Rounds): Promise<Times> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < warmUp + counted; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(round + turn) % contenders.length];
      if (contender === undefined) continue;
      const start = performance.now();
      await contender.run();
      if (round >= warmUp) times.get(contender.name)?.push(performance.now() - start);
    }
  }
  return times;
}

/** What a contender's times are compared with. */
export interface Comparison {
  readonly title: string;
  readonly against: string;
  readonly aim?: Aim;
  /** How many pieces of work one round holds; the value is for one of them. */
  readonly per?: number;
}

/** The median time of a contender, and the median of its ratios to another's times of the same rounds. */
export function compare(times: Times, name: string, comparison: Comparison): BenchResult {
  const { title, against, aim, per = 1 } = comparison;
  const own = times.get(name) ?? [];
  const others = times.get(against) ?? [];
  const ratios = own.map((time, round) => time / (others[round] ?? NaN));
  return {
    name: `${title}: ${name}`,
    unit: 'ms',
    value: median(own) / per,
    ratio: median(ratios),
    against,
    ...(aim === undefined ? {} : { aim }),
  };
}

/** The middle one; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
