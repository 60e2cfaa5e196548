import type { Merged } from './merge';

/** Numbers that may fit, best first. @param variant tells one item of a list from the next */
export function* numbersOf(merged: Merged, variant: number): Generator<number> {
  const isWhole = merged.types?.has('number') !== true;
  const step = merged.multipleOf ?? (isWhole ? 1 : undefined);
  const low = merged.minimum ?? merged.above;
  const high = merged.maximum ?? merged.below;
  const rounded = (value: number) =>
    step === undefined ? value : tidy(Math.ceil(value / step - 1e-9) * step);
  const next = step ?? 0.01;
  yield rounded(Math.max(1, low ?? 1) + variant * (step ?? 1));
  if (low !== undefined) {
    yield rounded(low) + variant * next;
    yield tidy(rounded(low) + next * (variant + 1));
    if (high !== undefined) yield (low + high) / 2;
  }
  if (high !== undefined) {
    const floor = step === undefined ? high : tidy(Math.floor(high / step + 1e-9) * step);
    yield floor - variant * next;
    yield tidy(floor - next * (variant + 1));
  }
  yield 0;
}

/** Without the error of binary fractions: 0.1 × 3 is 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(15));
}
