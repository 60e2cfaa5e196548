import type { OperationContent, OperationParameter } from '../../api/model/operations';
import type { Located, Resolver } from '../model/description';
import { locate } from '../resolve/parts';
import { styleOfField } from '../sample/formParts';
import { merge, type Merged } from '../sample/merge';
import { delimiterOf } from '../sample/serialize';
import { parseUnrounded, unrounded } from '../../util/exactJson';
import { isJsonText, percentDecoded } from '../../util/lenient';
import { isObject } from '../../util/objects';

/** Pairs of a query or a form: names, and values that may be encoded, since what keeps items apart is not. */
export type Pairs = readonly (readonly [name: string, value: string])[];

type Decode = (text: string) => string;

/** Of a path, with `explode`. */
const EXPLODED: ReadonlyMap<string, string> = new Map([
  ['label', '.'],
  ['matrix', ';'],
]);

/** The pairs of a query or a form, whose values stay encoded. */
export function pairsIn(query: string): Pairs {
  const texts = query.split('&').filter((text) => text !== '');
  return texts.map(pairOf).map(([name, value]) => [formDecoded(name), value]);
}

/** A text of a query or a form without its encoding. */
export function formDecoded(text: string): string {
  return new URLSearchParams(`=${text}`).get('') ?? '';
}

/**
 * The value of a parameter as its schema has it, read by `style` and `explode`; undefined where it is not there.
 * @param given what was sent: of a path or a header one text, of a query all its pairs; still encoded
 */
export function readParameter(
  parameter: OperationParameter,
  schema: Located | undefined,
  given: string | undefined | Pairs,
  resolver: Resolver,
): unknown {
  const shape = new Shape(schema === undefined ? [] : [schema], resolver);
  if (typeof given === 'object') return readPairs(parameter, shape, given, formDecoded);
  if (given === undefined) return undefined;
  const { name, in: place, style, explode = false } = parameter;
  // Spaces around the commas of a header are no part of its items (RFC 9110, 5.6.1).
  const decode = place === 'path' ? percentDecoded : (part: string) => part.trim();
  const isMatrix = style === 'matrix';
  const text = isMatrix ? given.replace(/^;/, '') : style === 'label' ? given.replace(/^\./, '') : given;
  const own = (part: string) => {
    const [key, value] = pairOf(part);
    return isMatrix && decode(key) === name ? value : part;
  };
  const partsIn = (list: string) => itemsIn(list, (explode && EXPLODED.get(style ?? '')) || ',', decode);
  if (shape.isObject && explode) return shape.object(partsIn(text).map(pairOf));
  // In an exploded list each item has the name, else only the whole.
  const whole = own(text);
  return shape.of(explode ? partsIn(text).map(own) : partsIn(whole), decode(whole));
}

function readPairs(
  {
    name,
    style = 'form',
    explode = style === 'form',
  }: Pick<OperationParameter, 'name' | 'style' | 'explode'>,
  shape: Shape,
  given: Pairs,
  decode: Decode,
): unknown {
  if (style === 'deepObject') {
    const inside = given.flatMap(([key, value]) =>
      key.startsWith(`${name}[`) && key.endsWith(']')
        ? [[key.slice(name.length), decode(value)] as const]
        : [],
    );
    return inside.length === 0 ? undefined : shape.nested(inside);
  }
  if (shape.isObject && explode) {
    const own = given.filter(([key]) => shape.mayHave(key));
    return own.length === 0 ? undefined : shape.object(decodedPairs(own, decode));
  }
  const values = given.filter(([key]) => key === name).map(([, value]) => value);
  const [first] = values;
  if (first === undefined) return undefined;
  const parts = explode ? values.map(decode) : itemsIn(first, delimiterOf(style), decode);
  return shape.of(parts, decode(first));
}

/** The items of a text, decoded. Many clients encode the delimiter, too: then there is none that is not. */
function itemsIn(text: string, delimiter: string, decode: Decode): string[] {
  if (text === '') return [];
  return text.includes(delimiter) ? text.split(delimiter).map(decode) : decode(text).split(delimiter);
}

function decodedPairs(pairs: Pairs, decode: Decode): Pairs {
  return pairs.map(([name, value]) => [name, decode(value)]);
}

/**
 * The fields of a form as the schema has them.
 * @param isEncoded values of a form with parts are not
 */
export function readForm(
  content: OperationContent,
  given: Pairs,
  resolver: Resolver,
  isEncoded: boolean,
): Readonly<Record<string, unknown>> {
  const decode = isEncoded ? formDecoded : String;
  const schema = locate(content.schema);
  const shape = new Shape(schema === undefined ? [] : [schema], resolver);
  const fields = shape.object(decodedPairs(given, decode), true);
  const first = new Map(given.toReversed());
  const listed = [...first].flatMap(([name, value]): [string, unknown][] => {
    const how = styleOfField(content, name, resolver);
    if (how.explode || isJsonText(decode(value))) return [];
    return [[name, readPairs({ name, ...how }, shape.field(name), [[name, value]], decode)]];
  });
  return { ...fields, ...Object.fromEntries(listed) };
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function pairsOf(parts: readonly string[]): [string, string][] {
  return parts.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : [],
  );
}

/** What schemas ask of a value that came as text. */
class Shape {
  readonly #resolver: Resolver;
  readonly #all: readonly Merged[];

  constructor(schemas: readonly Located[], resolver: Resolver) {
    this.#resolver = resolver;
    this.#all = allOf(schemas, resolver, new Map());
  }

  get isList(): boolean {
    return this.#hasType('array');
  }

  get isObject(): boolean {
    return this.#hasType('object') || this.#all.some(({ properties }) => properties.size > 0);
  }

  /** Whether an object may have a field of this name: any, where none are named. */
  mayHave(name: string): boolean {
    const isNamed = (each: Merged) => each.properties.has(name);
    return this.#all.some(isNamed) || this.#all.every(({ properties }) => properties.size === 0);
  }

  /** A number, a boolean or null where one is asked for and the text is one; else the text. Numbers are exact. */
  plain(text: string): unknown {
    if (this.#hasType('boolean') && (text === 'true' || text === 'false')) return text === 'true';
    const isNumber = this.#hasType('number') || this.#hasType('integer');
    if (isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text))
      return unrounded(Number(text), text.replace(/^(-?)0+(?=\d)/, '$1'));
    if (this.#hasType('null') && (text === '' || text === 'null') && !this.#hasType('string')) return null;
    const choices = this.#all.flatMap(({ types, choices = [] }) => (types === undefined ? choices : []));
    const same = choices.filter((each) => JSON.stringify(each) === text);
    return same.length === 0 || choices.includes(text) ? text : same[0];
  }

  /** A list of its items, an object of names and values in turn, or the whole as it is. */
  of(parts: readonly string[], whole: string): unknown {
    if (this.isList) return parts.map((part) => this.item(part));
    return this.isObject ? this.object(pairsOf(parts)) : this.plain(whole);
  }

  item(text: string, mayBeJson = false): unknown {
    const items = this.#items;
    return (mayBeJson ? items.json(text) : undefined) ?? items.plain(text);
  }

  /** A list or an object where one is asked for and the text is the JSON of one. */
  json(text: string): unknown {
    const value = parseUnrounded(text);
    const isWanted = Array.isArray(value) ? this.isList : this.isObject && isObject(value);
    return isWanted ? value : undefined;
  }

  /** @param pairs named by what follows the name of the whole: `[a]`, `[a][b]`, `[]` or `[0]` */
  nested(pairs: Pairs): unknown {
    const inside = pairs.map(([name, value]) => [name.replace(/^\[([^\]]*)\]/, '$1'), value] as const);
    if (!this.isList || !inside.every(([name]) => /^\d*(?:\[|$)/.test(name))) return this.object(inside);
    const items = Map.groupBy(inside, ([name], index) =>
      name === '' ? inside[index] : Number.parseInt(name),
    );
    return [...items.values()].map((of) => {
      const rest = of.map(([name, value]) => [name.replace(/^\d+/, ''), value] as const);
      const [[name, value] = ['', '']] = rest;
      return name === '' ? this.item(value) : this.#items.nested(rest);
    });
  }

  /** @param mayBeJson what is nested in a form is JSON */
  object(pairs: Pairs, mayBeJson = false): Readonly<Record<string, unknown>> {
    const byName = Map.groupBy(pairs, ([name]) => this.#fieldOf(name));
    return Object.fromEntries(
      [...byName].map(([name, values]) => {
        const inner = this.field(name);
        const inside = values.flatMap(([each, value]) =>
          each === name ? [] : [[each.slice(name.length), value] as const],
        );
        if (inside.length > 0) return [name, inner.nested(inside)];
        const [first = '', ...others] = values.map(([, value]) => value);
        const whole = mayBeJson ? inner.json(first) : undefined;
        if (whole !== undefined && others.length === 0) return [name, whole];
        if (!inner.isList) return [name, whole ?? inner.plain(first)];
        return [name, [first, ...others].map((text) => inner.item(text, mayBeJson))];
      }),
    );
  }

  get #items(): Shape {
    return new Shape(
      this.#all.flatMap(({ items }) => items),
      this.#resolver,
    );
  }

  field(name: string): Shape {
    return new Shape(
      this.#all.flatMap(({ properties, additional }) => properties.get(name) ?? additional ?? []),
      this.#resolver,
    );
  }

  /** The field that a name belongs to: `a` for `a[b]`, where that holds fields or items. */
  #fieldOf(name: string): string {
    const end = name.endsWith(']') ? name.indexOf('[') : -1;
    if (end < 1) return name;
    const inner = this.field(name.slice(0, end));
    return inner.isObject || inner.isList ? name.slice(0, end) : name;
  }

  #hasType(type: string): boolean {
    return this.#all.some(({ types }) => types?.has(type) === true);
  }
}

/** The schemas with each of their alternatives. */
function allOf(
  schemas: readonly Located[],
  resolver: Resolver,
  chosen: ReadonlyMap<unknown, readonly Located[]>,
): Merged[] {
  const merged = merge(schemas, resolver, chosen);
  if (merged === undefined) return [];
  const [branches] = merged.branches;
  if (branches === undefined || chosen.size > 3) return [merged];
  return branches.options.flatMap((option) =>
    allOf(schemas, resolver, new Map([...chosen, [branches.key, option]])),
  );
}
