import {
  getLocation,
  parseTree,
  type Location,
  type Node,
  type ParseError,
  type ParseOptions,
} from 'jsonc-parser';

/** The tree of a JSON text; undefined for a text without a value, and for one that is nested too deeply. */
export function treeOf(text: string, errors?: ParseError[], options?: ParseOptions): Node | undefined {
  try {
    return parseTree(text, errors, options);
  } catch {
    return undefined;
  }
}

/** Where an offset is in a JSON text; undefined in one that is nested too deeply. */
export function locationIn(text: string, offset: number): Location | undefined {
  try {
    return getLocation(text, offset);
  } catch {
    return undefined;
  }
}
