import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { readPath } from '../../httpFiles/format/parse/parseExpectation';
import { treeOf } from '../../httpFiles/format/parse/jsonTree';

/** Longer documents are not searched. */
const LONGEST = 5_000_000;

/** A part of a text, in characters. */
export interface Part {
  readonly offset: number;
  readonly length: number;
}

/**
 * Where the places of differences are in the document of an exchange, one for each: a value of the body, or what holds
 * it where it is missing. The first line stands for the status, for headers, and for what is not found.
 * @param text the document, whose body is its only JSON
 */
export function findPlaces(text: string, places: readonly string[]): Part[] {
  const end = text.search(/[\r\n]|$/);
  const first = { offset: 0, length: end };
  const isSearched = text.length <= LONGEST && places.some((place) => place.startsWith('body '));
  const tree = isSearched ? treeOf(text) : undefined;
  return places.map((place) => {
    const steps = place.startsWith('body ') ? readPath(place.slice('body '.length)) : undefined;
    return tree === undefined || steps === undefined ? first : partAt(tree, steps, first);
  });
}

/**
 * A value of a JSON text, or what holds it where it is missing.
 * @param first stands for the text as a whole
 */
export function partAt(tree: Node, steps: readonly (string | number)[], first: Part): Part {
  const found = findNodeAtLocation(tree, [...steps]);
  if (found !== undefined) return isPlain(found) ? found : beginning(found, first);
  return partAt(tree, steps.slice(0, -1), first);
}

function isPlain({ type }: Node): boolean {
  return type !== 'object' && type !== 'array';
}

/** Of a list or an object its name or its brace, so that not half of a document is underlined. */
function beginning({ parent, offset }: Node, first: Part): Part {
  if (parent === undefined) return first;
  const name = parent.type === 'property' ? parent.children?.[0] : undefined;
  return name ?? { offset, length: 1 };
}
