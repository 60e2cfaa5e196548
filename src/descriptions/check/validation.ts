import { t } from '../../util/text';
import type { Direction, Fault, Located, Resolver } from '../model/description';

export type Schema = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** The fields and items that a schema has said something about, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

export function nothingSeen(): Seen {
  return { names: new Set(), items: new Set() };
}

export function join(seen: Seen | undefined, more: Seen | undefined): void {
  more?.names.forEach((name) => seen?.names.add(name));
  more?.items.forEach((index) => seen?.items.add(index));
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

/** A value, and the schema that it is compared with. */
export interface Spot<S = unknown, V = unknown> {
  readonly schema: S;
  /** Where the schema is, for its references. */
  readonly base: string;
  readonly value: V;
  readonly path: Path;
  readonly seen?: Seen | undefined;
  /** The schemas that are being checked against this same value. */
  readonly active?: readonly Located[];
}

type Check = (run: Validation, spot: Spot) => void;

/** Far deeper than answers are, and far from the end of the stack: some levels take ten calls. */
const MAX_DEPTH = 200;

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
  private readonly patterns = new Map<string, RegExp | undefined>();
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

  check(spot: Spot): void {
    if (this.isFull) return;
    this.steps -= 1;
    if (this.steps < 0) throw new TooMuchError();
    if (spot.path.length > MAX_DEPTH) throw new RangeError('The value is nested too deeply');
    this.checkSchema(this, spot);
  }

  /** As `patternOf`, which is asked once. */
  patternOf(source: string): RegExp | undefined {
    if (!this.patterns.has(source)) this.patterns.set(source, patternOf(source));
    return this.patterns.get(source);
  }

  /** The faults of an alternative, which do not count yet. What it has seen counts only where it fits. */
  attempt(spot: Spot): Fault[] {
    const before = this.faults;
    this.faults = [];
    const own = spot.seen && nothingSeen();
    this.check({ ...spot, seen: own });
    const found = this.faults;
    this.faults = before;
    if (found.length === 0) join(spot.seen, own);
    return found;
  }

  /** A field or an item that no other keyword speaks of. */
  checkExtra(spot: Spot, keyword: string): void {
    if (spot.schema === false) this.add(spot.path, keyword, t('The description does not have this.'));
    else this.check(spot);
  }

  /**
   * Adds a fault where a count is outside of its limits.
   * @param limits by their keywords: the least, then the most
   * @param say gets the limit as it is shown, such as "≥ 2"
   */
  count(
    path: Path,
    count: number,
    limits: Readonly<Record<string, unknown>>,
    say: (limit: string) => string,
  ): void {
    for (const [index, [keyword, limit]] of Object.entries(limits).entries()) {
      if (typeof limit !== 'number' || (index === 0 ? count >= limit : count <= limit)) continue;
      this.add(path, keyword, say(`${index === 0 ? '≥' : '≤'} ${limit}`));
    }
  }

  add(path: Path, keyword: string, message: string): void {
    if (!this.isFull) this.faults.push({ path, keyword, message });
  }
}

/** A pattern of a schema; undefined for one that JavaScript does not read, which then says nothing. */
export function patternOf(source: string): RegExp | undefined {
  return compiled(source, 'u') ?? compiled(source, '');
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
