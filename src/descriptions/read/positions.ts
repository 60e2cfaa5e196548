import { EVENT_ID, getScalarValue, parseEvents, type Event, type ScalarEvent } from 'js-yaml';

/** Deeper documents are refused. */
export const MAX_DEPTH = 500;

interface Node {
  readonly offset: number;
  /** By name or index: the offset of the name, and what it holds. */
  readonly parts?: ReadonlyMap<string, Node>;
  /** Of a part that holds no others. */
  readonly scalar?: ScalarEvent;
}

/** A name that an object has twice. */
export interface Doubled {
  readonly name: string;
  readonly line: number;
}

/** Where the parts of a text in YAML or JSON stand. */
export class Positions {
  readonly doubled: Doubled[] = [];
  readonly #text: string;
  readonly #lines: number[] = [0];
  readonly #root: Node | undefined;

  constructor(text: string, events?: readonly Event[]) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines.push(at + 1);
    this.#root = this.#tree(events ?? eventsOf(text));
  }

  /** The line of a part, from 0; that of its nearest parent where it is not there. */
  lineOf(steps: readonly (string | number)[]): number {
    let node = this.#root;
    let offset = node?.offset ?? 0;
    for (const step of steps) {
      node = node?.parts?.get(String(step));
      if (node === undefined) break;
      ({ offset } = node);
    }
    return this.#line(offset);
  }

  /** A part as it is written, such as the number 1.10; undefined where it is not there, or holds others. */
  textOf(...steps: readonly string[]): string | undefined {
    let node = this.#root;
    for (const step of steps) node = node?.parts?.get(step);
    return node?.scalar && getScalarValue(this.#text, node.scalar);
  }

  #line(offset: number): number {
    let low = 0;
    let high = this.#lines.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  #tree(events: readonly Event[]): Node | undefined {
    let at = 0;
    const read = (named?: number): Node | undefined => {
      const event = events[at];
      at += 1;
      if (event === undefined || event.type === EVENT_ID.POP) return undefined;
      if (event.type === EVENT_ID.SCALAR) return { offset: named ?? event.valueStart, scalar: event };
      if (event.type === EVENT_ID.ALIAS) return { offset: named ?? event.anchorStart };
      if (event.type === EVENT_ID.DOCUMENT) return read();
      const parts = new Map<string, Node>();
      const offset = named ?? event.start;
      if (event.type === EVENT_ID.SEQUENCE) {
        for (let part = read(); part !== undefined; part = read()) parts.set(String(parts.size), part);
        return { offset, parts };
      }
      for (let key = events[at]; key !== undefined && key.type !== EVENT_ID.POP; key = events[at]) {
        const start = read()?.offset ?? offset;
        const part = read(start);
        // The name of an alias is not looked for.
        if (key.type !== EVENT_ID.SCALAR || part === undefined) continue;
        const name = getScalarValue(this.#text, key);
        if (parts.has(name) && name !== '<<') this.doubled.push({ name, line: this.#line(start) });
        parts.set(name, part);
      }
      at += 1;
      return { offset, parts };
    };
    return read();
  }
}

function eventsOf(text: string): readonly Event[] {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch {
    // JSON that is nested too deeply for YAML.
    return [];
  }
}
