import { DOCUMENTED, LOCAL_SANDBOX_OPERATIONS, type ApiOperation } from '../../api/model/operations';
import type { EnvironmentType } from '../../api/model/exchange';
import { matchOperation, readingsOf } from '../../api/rules/matchOperation';
import { fold } from '../../util/plainText';

/** The operations that are known: those of the interface, those that only the Local Sandbox serves, and described ones. */
export class Operations {
  /** Of the added documents, in the order in which they were added. A new list whenever it changes. */
  readonly #described: () => readonly ApiOperation[];
  #known: Known | undefined;

  constructor(described: () => readonly ApiOperation[] = () => []) {
    this.#described = described;
  }

  /** @param type the type of an environment, for those that it has */
  all(type?: EnvironmentType): readonly ApiOperation[] {
    const { all } = this.#index();
    if (type === undefined) return all;
    return all.filter(({ environments }) => environments?.includes(type) ?? true);
  }

  /**
   * The operations of the interface and of descriptions that hold every word of a query, best first: named exactly so,
   * in the path, the id, then the rest. All of them, in their order, for an empty one.
   */
  find(query: string): readonly ApiOperation[] {
    const known = this.#index();
    const text = fold(query).trim();
    const words = text.split(' ').filter(Boolean).map(withoutVersion);
    if (words.length === 0) return known.findable;
    return known.findable
      .map((operation) => ({
        operation,
        rank: rankOf(known.placesOf(operation), withoutVersion(text), words),
      }))
      .filter(({ rank }) => rank !== undefined)
      .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
      .map(({ operation }) => operation);
  }

  /** The operation that a request is; undefined for one that is not known. @param target path after `/v1` */
  match(method: string, target: string): ApiOperation | undefined {
    return matchOperation(this.#index().alike(method, target), method, target);
  }

  #index(): Known {
    const described = this.#described();
    if (this.#known?.described !== described) this.#known = new Known(described);
    return this.#known;
  }
}

/** What is known while the descriptions stay the same. */
class Known {
  readonly described: readonly ApiOperation[];
  readonly all: readonly ApiOperation[];
  readonly findable: readonly ApiOperation[];
  readonly #places = new Map<ApiOperation, readonly string[]>();
  readonly #alike: Map<string, ApiOperation[]>;

  constructor(described: readonly ApiOperation[]) {
    this.described = described;
    this.all = [...DOCUMENTED, ...LOCAL_SANDBOX_OPERATIONS, ...described];
    this.findable = [...DOCUMENTED, ...described];
    this.#alike = Map.groupBy(this.all, ({ method, path }) => shapeOf(method, readingsOf(path)[0]));
  }

  /** Those with the same method and as many segments, in whatever way the path is read. */
  alike(method: string, target: string): readonly ApiOperation[] {
    const shapes = new Set(readingsOf(target).map((segments) => shapeOf(method, segments)));
    return [...shapes].flatMap((shape) => this.#alike.get(shape) ?? []);
  }

  /** Where words are looked for, folded. Those of the interface change with the language, and are few. */
  placesOf(operation: ApiOperation): readonly string[] {
    const known = this.#places.get(operation);
    if (known !== undefined) return known;
    const { id, method, path, summary, tags } = operation;
    const places = [`${method} ${path}`, id, summary, tags.join(' ')].map(fold);
    this.#places.set(operation, places);
    return places;
  }
}

function shapeOf(method: string, segments: readonly string[]): string {
  return `${method} ${segments.length}`;
}

function withoutVersion(word: string): string {
  return word.replace(/^\/v1(?=\/)/, '');
}

/** How far the words are from the name of an operation, 0 for nearest; undefined where one is missing. */
function rankOf(places: readonly string[], text: string, words: readonly string[]): number | undefined {
  const [name = '', id] = places;
  if (text === id || text === name || name.endsWith(` ${text}`)) return -1;
  const found = words.map((word) => places.findIndex((place) => place.includes(word)));
  return found.includes(-1) ? undefined : Math.max(0, ...found);
}
