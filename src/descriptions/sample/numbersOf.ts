import type { Merged } from './merge';

/** Numbers that may fit, best first. @param variant distinguishes the items of a list */
export function* numbersOf(merged: Merged, variant: number): Generator {
  const { minimum = -Infinity, above = -Infinity, maximum = Infinity, below = Infinity } = merged;
  const { types, multipleOf, format } = merged;
  const mayHaveFraction = types?.has('number') === true && format !== 'int32' && format !== 'int64';
  const step = mayHaveFraction ? multipleOf : Math.ceil(multipleOf ?? 1);
  const next = step ?? 0.01;
  const up = (value: number) => (step === undefined ? value : tidy(Math.ceil(value / step - 1e-9) * step));
  const over = up(above) === above ? tidy(above + next) : up(above);
  const lowest = Math.max(up(minimum), over);
  // Downwards is upwards on the other side of zero.
  const under = up(-below) === -below ? tidy(below - next) : -up(-below);
  const highest = Math.min(-up(-maximum), under);
  yield up(Math.max(1, lowest) + variant * (step ?? 1));
  if (Number.isFinite(lowest)) yield tidy(lowest + variant * next);
  if (Number.isFinite(lowest + highest)) yield tidy((lowest + highest) / 2);
  if (Number.isFinite(highest)) yield tidy(highest - variant * next);
  yield* merged.edges;
  yield 0;
}

/** Without the error of binary fractions: 0.1 × 3 is 0.3. */
function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
