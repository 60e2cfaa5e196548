import { t } from '../../util/text';
import type { Direction, Fault, Resolver } from '../model/description';

export type Schema = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** The fields and items that a schema has said something about, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** What a value is compared with, and how. */
export interface ValidationContext {
  readonly resolver: Resolver;
  readonly direction: Direction;
  /** The most faults that are looked for; 100 unless given. */
  readonly limit?: number;
  /** The most schemas that are looked at; 10 million unless given, which are some seconds. */
  readonly steps?: number;
}

type Check = (
  run: Validation,
  schema: unknown,
  base: string,
  value: unknown,
  path: Path,
  seen: Seen | undefined,
  active: readonly Schema[],
) => void;

/** Far deeper than answers are, and far from the end of the stack. */
const MAX_DEPTH = 1000;

/** A value or a schema needs more steps than a person would wait for. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError';
}

const MAX_FAULTS = 100;
const MAX_STEPS = 10_000_000;

/** One comparison of a value with a schema. */
export class Validation {
  faults: Fault[] = [];
  readonly resolver: Resolver;
  readonly direction: Direction;
  private readonly checkSchema: Check;
  private readonly limit: number;
  private steps: number;

  constructor(
    { resolver, direction, limit = MAX_FAULTS, steps = MAX_STEPS }: ValidationContext,
    checkSchema: Check,
  ) {
    this.resolver = resolver;
    this.direction = direction;
    this.checkSchema = checkSchema;
    this.limit = limit;
    this.steps = steps;
  }

  /** Whether the schemas are those of 3.0 or 2.0, which have meanings of their own. */
  get isOld(): boolean {
    return this.resolver.dialect !== '3.1';
  }

  get isFull(): boolean {
    return this.faults.length >= this.limit;
  }

  /** @param active the schemas that are being checked against this same value */
  check(
    schema: unknown,
    base: string,
    value: unknown,
    path: Path,
    seen: Seen | undefined,
    active: readonly Schema[],
  ): void {
    this.steps -= 1;
    if (this.steps < 0) throw new TooMuchError();
    if (path.length > MAX_DEPTH) throw new RangeError('The value is nested too deeply');
    if (!this.isFull) this.checkSchema(this, schema, base, value, path, seen, active);
  }

  /** The faults of an alternative, which do not count yet. What it has seen counts only where it fits. */
  attempt(
    schema: unknown,
    base: string,
    value: unknown,
    path: Path,
    seen: Seen | undefined,
    active: readonly Schema[],
  ): Fault[] {
    const before = this.faults;
    this.faults = [];
    const own = seen && { names: new Set<string>(), items: new Set<number>() };
    this.check(schema, base, value, path, own, active);
    const found = this.faults;
    this.faults = before;
    if (found.length > 0) return found;
    own?.names.forEach((name) => seen?.names.add(name));
    own?.items.forEach((index) => seen?.items.add(index));
    return found;
  }

  /** A field or an item that no other keyword speaks of. */
  checkExtra(schema: unknown, base: string, value: unknown, path: Path, keyword: string): void {
    if (schema === false) this.add(path, keyword, t('The description does not have this.'));
    else this.check(schema, base, value, path, undefined, []);
  }

  add(path: Path, keyword: string, message: string): void {
    if (!this.isFull) this.faults.push({ path, keyword, message });
  }
}
