import { isObject } from '../../util/objects';
import { isWantedBy } from '../check/parts';
import { fits, validate } from '../check/validate';
import { patternOf, TooMuchError } from '../check/validation';
import type { Located } from '../model/description';
import { says } from '../resolve/parts';
import { follow } from '../resolve/references';
import type { Chosen } from './branches';
import { corrected, otherWay } from './correct';
import type { Made, SampleContext } from './context';
import { merge, type Merged } from './merge';
import { numbersOf } from './numbersOf';
import { textsOf } from './texts';

/** How many values are tried for one example, and how many schemas are compared with each. */
const MOST_TRIES = 5000;
const MOST_STEPS = 100_000;
const DEEPEST = 24;
const A_SECOND = 1000;
/** Without what is not required. */
const SMALL = -1;
/** Also without what is required where no value for it is found: that stays to be written. */
const LACKING = -2;
/**
 * Down to which depth an answer has what it may have; a request has it only where nothing is asked for. The next one is
 * tried where an example would be too large.
 */
const FULL = { answer: [4, 2, 1, SMALL], request: [2, 0, SMALL, LACKING] } as const;
const MOST_ITEMS = 100;
const ANYTHING: Located = { value: true, at: '' };

/**
 * An example for a schema: one that is written in it, else one that is made. It fits the schema; one for a request may
 * lack what no value is found for.
 * @returns undefined where none was found
 */
export function sampleOf(schema: Located, context: SampleContext): Made | undefined {
  const { deadline = performance.now() + A_SECOND } = context;
  for (const full of FULL[context.direction]) {
    const left = deadline - performance.now();
    // Some time is left for a smaller one.
    const end = full <= SMALL ? deadline : performance.now() + left / 2;
    try {
      const made = new Maker(context, full, end).make([schema], { ...START, isSmall: full <= SMALL });
      if (made !== undefined) return made;
    } catch (error) {
      // More tries than it is worth, or too deep: a smaller one may be found.
      if (!(error instanceof RangeError || error instanceof TooMuchError)) throw error;
    }
  }
  return undefined;
}

class Maker {
  readonly #context: SampleContext;
  readonly #full: number;
  readonly #end: number;
  #tries = 0;

  /**
   * @param full down to which depth it has what it may have
   * @param end when to stop
   */
  constructor(context: SampleContext, full: number, end: number) {
    this.#context = context;
    this.#full = full;
    this.#end = end;
  }

  /** @param parts what it has to fit */
  make(parts: readonly Located[], around: Around): Made | undefined {
    const { resolver } = this.#context;
    const own = parts.map((part) => follow(resolver, part)?.value);
    // A schema that holds itself ends here.
    if (around.depth > DEEPEST || own.some((schema) => around.active.includes(schema))) return undefined;
    const place = { ...around, parts, active: [...around.active, ...own] };
    const made = this.#choose(place, new Map());
    // From 3.1 on, null is a type like others.
    if (made !== undefined || resolver.dialect === '3.1') return made;
    return this.#fits(place, null) ? { value: null } : undefined;
  }

  #choose(place: Place, chosen: Chosen): Made | undefined {
    this.#count();
    const merged = merge(place.parts, this.#context.resolver, chosen);
    if (merged === undefined) return undefined;
    // What a schema is derived from may stand once more below it, but not again and again.
    const isEndless = [...merged.schemas].some(
      (schema) => place.joined.filter((above) => above.has(schema)).length >= 2,
    );
    if (isEndless) return undefined;
    const [branches] = merged.branches;
    if (branches === undefined) return this.#fitting(place, merged);
    for (const isSmall of place.isSmall ? [true] : [false, true]) {
      for (const option of branches.options) {
        const made = this.#choose({ ...place, isSmall }, new Map([...chosen, [branches.key, option]]));
        if (made !== undefined) return made;
      }
    }
    return undefined;
  }

  /** The first example in the schema that fits, corrected where it only goes the other way. */
  #written(place: Place, { examples }: Merged): Made | undefined {
    for (const example of examples) {
      const value = corrected(example, place.parts, this.#context);
      if (value !== undefined && this.#fits(place, value.value)) return value;
    }
    return undefined;
  }

  #fitting(place: Place, merged: Merged): Made | undefined {
    const written = this.#written(place, merged);
    if (written !== undefined && place.variant === 0) return written;
    for (const value of this.#candidates(place, merged)) if (this.#fits(place, value)) return { value };
    return written;
  }

  *#candidates(place: Place, merged: Merged): Generator {
    const { variant } = place;
    const { choices: given } = merged;
    if (given !== undefined) {
      const choices = [...given.filter((each) => each !== null), ...given.filter((each) => each === null)];
      yield* choices.slice(variant % choices.length);
      yield* choices;
      return;
    }
    const types = typesOf(merged);
    if (types.length === 0) yield place.depth === 0 ? {} : 'string';
    for (const type of types) {
      if (type === 'object') yield* this.#objects(place, merged);
      else if (type === 'array') yield* this.#arrays(place, merged);
      else if (type === 'string' || type === 'file') yield* textsOf(merged, variant);
      else if (type === 'integer' || type === 'number') yield* numbersOf(merged, variant);
      else if (type === 'boolean') yield* variant % 2 === 0 ? [true, false] : [false, true];
    }
    if (types.includes('null')) yield null;
  }

  *#objects(place: Place, merged: Merged): Generator<object> {
    if (!place.isSmall) yield this.#object(place, merged, false);
    yield this.#object(place, merged, true);
  }

  #object(place: Place, merged: Merged, isSmall: boolean): object {
    const { direction } = this.#context;
    const leftOut = new Set([...merged.properties.keys()].filter((name) => this.#isLeftOut(name, merged)));
    const asked = merged.required.difference(leftOut);
    const isFilled = !isSmall && place.depth <= this.#full && (direction === 'answer' || asked.size === 0);
    const entries: [string, unknown][] = [];
    /** How many there must be beside those that are asked for. */
    let lacking = Math.min((merged.minProperties ?? 0) - asked.size, MOST_ITEMS);
    for (const [name, parts] of merged.properties) {
      const isAsked = asked.has(name);
      if (leftOut.has(name) || (!isAsked && !isFilled && lacking <= 0)) continue;
      const made = this.make(parts, below({ ...place, isSmall }, merged));
      if (made === undefined) continue;
      entries.push([name, made.value]);
      if (!isAsked) lacking -= 1;
    }
    const other = merged.additional ?? ANYTHING;
    const unnamed = [...merged.required].filter((name) => !merged.properties.has(name));
    for (let number = 1; number <= lacking; number++) unnamed.push(this.#name(place, merged, number));
    // A map has one entry, to show what it holds.
    const isMap = isObject(other.value) || merged.patternProperties.length > 0;
    if (isFilled && isMap && merged.properties.size === 0 && unnamed.length === 0)
      unnamed.push(this.#name(place, merged, 0));
    for (const name of unnamed) {
      const parts = merged.patternProperties.filter(([pattern]) => patternOf(pattern)?.test(name));
      const made = this.make(
        parts.length > 0 ? parts.map(([, part]) => part) : [other],
        below({ ...place, isSmall }, merged),
      );
      if (made !== undefined) entries.push([name, made.value]);
    }
    return Object.fromEntries(entries);
  }

  /** A name for a field that has none. @param number distinguishes it from the others */
  #name(place: Place, merged: Merged, number: number): string {
    const plain = number === 0 ? 'name' : `name${number}`;
    const { propertyNames } = merged;
    if (propertyNames.length === 0 || this.#fits({ ...place, parts: propertyNames }, plain)) return plain;
    const made = this.make(propertyNames, below({ ...place, variant: number }, merged));
    return typeof made?.value === 'string' ? made.value : plain;
  }

  /** Whether a field is left out: it goes the other way, or should not be used any more, and no schema asks for it so. */
  #isLeftOut(name: string, { properties, required, schemas }: Merged): boolean {
    const { resolver, direction } = this.#context;
    const skipped = (properties.get(name) ?? []).filter(
      (part) =>
        says(part, otherWay(direction), resolver) ||
        (!required.has(name) && says(part, 'deprecated', resolver)),
    );
    const isSkipped = (field: unknown) => skipped.some(({ value }) => value === field);
    return skipped.length > 0 && ![...schemas].some((each) => isWantedBy(each, name, isSkipped));
  }

  *#arrays(place: Place, merged: Merged): Generator<unknown[]> {
    const { items, prefix, contains, minItems = 0, maxItems = Infinity } = merged;
    const wanted = Math.min(Math.max(place.isSmall ? 0 : 1, minItems), maxItems, MOST_ITEMS);
    const list: unknown[] = [];
    const first = [
      ...prefix.map((part) => [part]),
      ...(contains === undefined ? [] : [[contains, ...items]]),
    ];
    while (list.length < Math.max(wanted, Math.min(first.length, maxItems))) {
      const parts = first[list.length] ?? items;
      const variant = merged.isUnique || list.length < first.length ? list.length : place.variant;
      const made = this.make(parts, below({ ...place, variant }, merged));
      if (made === undefined) break;
      list.push(made.value);
    }
    yield list;
    yield [];
  }

  #fits({ parts }: Place, value: unknown): boolean {
    this.#count();
    const context = { ...this.#context, steps: MOST_STEPS };
    if (this.#full > LACKING) return parts.every((part) => fits(part, value, context));
    const faults = parts.flatMap((part) => validate(part, value, context));
    return faults.every(({ keyword }) => keyword === 'required');
  }

  #count(): void {
    this.#tries += 1;
    if (this.#tries > MOST_TRIES || performance.now() > this.#end) throw new TooMuchError();
  }
}

/** Where a value is made. */
interface Around {
  readonly depth: number;
  /** Schemas that are being made, as they were entered. */
  readonly active: readonly unknown[];
  /** For each value around it, all schemas that it has to fit. */
  readonly joined: readonly ReadonlySet<unknown>[];
  /** Distinguishes the items of a list. */
  readonly variant: number;
  /** Without what is not required. */
  readonly isSmall: boolean;
}

interface Place extends Around {
  readonly parts: readonly Located[];
}

const START: Around = { depth: 0, active: [], joined: [], variant: 0, isSmall: false };

function below(place: Place, { schemas }: Merged): Around {
  return { ...place, depth: place.depth + 1, joined: [...place.joined, schemas] };
}

/** The types that a value can have; known from other keywords where none is named. */
function typesOf(merged: Merged): readonly string[] {
  if (merged.types !== undefined) return [...merged.types];
  const { properties, required, additional, items, prefix, minProperties } = merged;
  if (properties.size + required.size > 0 || additional !== undefined || minProperties !== undefined)
    return ['object'];
  if (items.length + prefix.length > 0 || merged.contains !== undefined || merged.minItems !== undefined)
    return ['array'];
  const { format, patterns, minLength, maxLength } = merged;
  const limits = [merged.minimum, merged.maximum, merged.above, merged.below, merged.multipleOf];
  if (limits.some((limit) => limit !== undefined)) return ['number'];
  const isText =
    format !== undefined || patterns.length > 0 || minLength !== undefined || maxLength !== undefined;
  return isText ? ['string'] : [];
}
