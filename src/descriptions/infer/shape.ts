import { isObject } from '../../util/objects';
import { isWhole, typeOf, type JsonType } from '../check/numbers';
import { looksLikeId } from './ids';

/** Deeper than this, and beyond so many names of one object, only the type is kept. */
const DEEPEST = 60;
const MOST_NAMES = 500;

type Kind = JsonType | 'integer';

/** What all values seen at one place have in common. It holds names and types, never a value. */
export class Shape {
  readonly #kinds = new Set<Kind>();
  readonly #properties = new Map<string, { readonly shape: Shape; count: number }>();
  readonly #depth: number;
  /** Of values whose names are values themselves, such as ids. */
  #others: Shape | undefined;
  #items: Shape | undefined;
  #objects = 0;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  /** Takes in a value of JSON. @param isKnownId whether a text is an id of something that is known */
  add(value: unknown, isKnownId: (text: string) => boolean): void {
    this.#kinds.add(kindOf(value));
    if (this.#depth >= DEEPEST) return;
    if (Array.isArray(value)) {
      for (const item of value) (this.#items ??= new Shape(this.#depth + 1)).add(item, isKnownId);
    } else if (isObject(value)) {
      this.#objects += 1;
      for (const [name, part] of Object.entries(value)) this.#addProperty(name, part, isKnownId);
    }
  }

  #addProperty(name: string, value: unknown, isKnownId: (text: string) => boolean): void {
    const known = this.#properties.get(name);
    if (known !== undefined) {
      known.count += 1;
      known.shape.add(value, isKnownId);
    } else if (this.#properties.size < MOST_NAMES && !looksLikeId(name) && !isKnownId(name)) {
      const shape = new Shape(this.#depth + 1);
      shape.add(value, isKnownId);
      this.#properties.set(name, { shape, count: 1 });
    } else {
      (this.#others ??= new Shape(this.#depth + 1)).add(value, isKnownId);
    }
  }

  /** Takes in all that another one has. */
  merge(other: Shape): void {
    for (const kind of other.#kinds) this.#kinds.add(kind);
    this.#objects += other.#objects;
    for (const [name, { shape, count }] of other.#properties) {
      const known = this.#properties.get(name);
      if (known === undefined && this.#properties.size >= MOST_NAMES) {
        (this.#others ??= new Shape(this.#depth + 1)).merge(shape);
      } else if (known === undefined) this.#properties.set(name, { shape, count });
      else {
        known.count += count;
        known.shape.merge(shape);
      }
    }
    if (other.#others !== undefined) (this.#others ??= new Shape(this.#depth + 1)).merge(other.#others);
    if (other.#items !== undefined) (this.#items ??= new Shape(this.#depth + 1)).merge(other.#items);
  }

  /** A JSON Schema that fits every value that was taken in; `{}` where there was none. */
  schema(): Readonly<Record<string, unknown>> {
    const kinds = [...this.#kinds].filter((kind) => kind !== 'integer' || !this.#kinds.has('number'));
    const required = [...this.#properties].filter(([, { count }]) => count === this.#objects);
    return {
      ...(kinds.length > 0 && { type: kinds.length === 1 ? kinds[0] : kinds.toSorted() }),
      ...(this.#properties.size > 0 && {
        properties: Object.fromEntries(
          [...this.#properties].map(([name, { shape }]) => [name, shape.schema()]),
        ),
      }),
      ...(required.length > 0 && { required: required.map(([name]) => name) }),
      ...(this.#others !== undefined && { additionalProperties: this.#others.schema() }),
      // Some readers ask for it, whatever is in the list.
      ...(this.#kinds.has('array') && { items: this.#items?.schema() ?? {} }),
    };
  }
}

function kindOf(value: unknown): Kind {
  return isWhole(value) ? 'integer' : typeOf(value);
}
