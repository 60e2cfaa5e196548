import { parseTree, type Node, type ParseError, type ParseOptions } from 'jsonc-parser';

/** The tree of a JSON text; undefined for a text without a value, and for one that is nested too deeply. */
export function treeOf(text: string, errors?: ParseError[], options?: ParseOptions): Node | undefined {
  try {
    return parseTree(text, errors, options);
  } catch {
    return undefined;
  }
}
