import {
  DOCUMENTED,
  LOCAL_SANDBOX_OPERATIONS,
  isBuiltIn,
  type ApiOperation,
} from '../../api/model/operations';
import type { EnvironmentType } from '../../api/model/exchange';
import { matchOperation, readingsOf, templateOf, withoutVersion } from '../../api/rules/matchOperation';
import { fold } from '../../util/words';

/** The operations that are known: those of the interface, those that only the Local Sandbox serves, and described ones. */
export class Operations {
  /** Of the added documents, in the order in which they were added. A new list whenever it changes. */
  readonly #described: () => readonly ApiOperation[];
  #known: ReturnType<typeof indexOf> | undefined;

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
   * @param among others that are looked through in their place
   */
  find(query: string, among: readonly ApiOperation[] = this.#index().findable): readonly ApiOperation[] {
    const folded = fold(query).trim();
    const text = withoutVersion(folded);
    const words = folded.split(' ').filter(Boolean).map(withoutVersion);
    if (words.length === 0) return among;
    const found = Map.groupBy(among, (operation) => rankOf(factsOf(operation).places, text, words));
    return RANKS.flatMap((rank) => found.get(rank) ?? []);
  }

  /** The operation that a request is; undefined for one that is not known. @param target path after `/v1` */
  match(method: string, target: string): ApiOperation | undefined {
    const { shapes } = this.#index();
    // Those that begin alike, and those that begin with a name, in whatever way the path is read.
    const readings = readingsOf(target);
    const alike = new Set(readings.flatMap((each) => [shapeOf(method, each), shapeOf(method, each, NAMED)]));
    const operations = [...alike].flatMap((shape) => shapes.get(shape) ?? []);
    return matchOperation(operations, method, target);
  }

  #index() {
    const described = this.#described();
    if (this.#known?.described !== described) this.#known = indexOf(described);
    return this.#known;
  }
}

/** What is known while the descriptions stay the same. */
function indexOf(described: readonly ApiOperation[]) {
  const all = [...DOCUMENTED, ...LOCAL_SANDBOX_OPERATIONS, ...described];
  return {
    described,
    all,
    findable: [...DOCUMENTED, ...described],
    shapes: Map.groupBy(all, (operation) => factsOf(operation).shape),
  };
}

/** What is asked of each operation whenever one is looked for. */
interface Facts {
  /** Method, number of segments, and how they begin. */
  readonly shape: string;
  /** Where words are looked for, folded. */
  readonly places: readonly string[];
}

const facts = new WeakMap<ApiOperation, Facts>();

/** They are made once. Of many operations best before one is looked for, a few at a time: all at once take long. */
export function factsOf(operation: ApiOperation): Facts {
  const known = facts.get(operation);
  if (known !== undefined) return known;
  const { id, method, path, summary, tags } = operation;
  const made = {
    shape: shapeOf(method, templateOf(operation)),
    places: [`${method} ${path}`, id, summary, tags.join(' ')].map(fold),
  };
  // The words of the others change with the language, and are few.
  if (!isBuiltIn(operation)) facts.set(operation, made);
  return made;
}

/** How a path begins whose first segment holds a name. */
const NAMED = '{}';

function shapeOf(
  method: string,
  { length, 0: first = '' }: readonly string[],
  begin = first.includes('{') ? NAMED : first.toLowerCase(),
): string {
  return `${method} ${length} ${begin}`;
}

/** Of the name itself, then of each place that `Facts` has. */
const RANKS = [-1, 0, 1, 2, 3];

/** How far the words are from the name of an operation, by `RANKS`; undefined where one is missing. */
function rankOf(places: readonly string[], text: string, words: readonly string[]): number | undefined {
  const [name = '', id] = places;
  if (text === id || text === name || name.endsWith(` ${text}`)) return -1;
  const found = words.map((word) => places.findIndex((place) => place.includes(word)));
  return found.includes(-1) ? undefined : Math.max(0, ...found);
}
