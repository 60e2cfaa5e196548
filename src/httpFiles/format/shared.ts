import type { Node, ParseError } from 'jsonc-parser';
import { fitsDouble } from '../../util/decimals';
import { treeOf } from './parse/jsonTree';
import { ENVIRONMENT_VARIABLES } from './resolve';

/** Variables that a team shares, as JetBrains and httpyac read them: a set for each environment. */
export const SHARED_FILE = 'http-client.env.json';

/** Larger files are not read, in characters. */
export const MOST_SHARED = 1_000_000;

export interface SharedFile {
  readonly sets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly problems: readonly SharedProblem[];
}

/** What is wrong with a place in such a file; `start` and `end` are offsets. */
export interface SharedProblem {
  /** `ignored`: the environment gives it. `secret`: it looks like one. */
  readonly code: 'no-json' | 'ignored' | 'secret';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const SECRET = /key|secret|token|passw|credential/i;

/** Reads the text of such a file. What is no text, number, true or false has another meaning for others, and none here. */
export function readShared(text: string): SharedFile {
  const sets = new Map<string, ReadonlyMap<string, string>>();
  const problems: SharedProblem[] = [];
  const errors: ParseError[] = [];
  const root = text.length > MOST_SHARED ? undefined : treeOf(text, errors, { disallowComments: true });
  if (root?.type !== 'object' || errors.length > 0) {
    const [{ offset, length } = { offset: 0, length: 1 }] = errors;
    problems.push({ code: 'no-json', name: '', start: offset, end: offset + length });
    return { sets, problems };
  }
  for (const [set, node] of propertiesOf(root)) {
    const variables = new Map<string, string>();
    for (const [{ value: name, offset, length }, value] of propertiesOf(node)) {
      if (typeof name !== 'string') continue;
      const problem = (code: SharedProblem['code']) => {
        problems.push({ code, name, start: offset, end: offset + length });
      };
      if (ENVIRONMENT_VARIABLES.includes(name)) problem('ignored');
      else if (['string', 'number', 'boolean'].includes(value.type)) {
        if (SECRET.test(name)) problem('secret');
        const source = text.slice(value.offset, value.offset + value.length);
        const isRounded = value.type === 'number' && !fitsDouble(source);
        variables.set(name, isRounded ? source : String(value.value));
      }
    }
    sets.set(String(set.value), variables);
  }
  return { sets, problems };
}

function propertiesOf({ children = [] }: Node): (readonly [name: Node, value: Node])[] {
  return children.flatMap(({ children: [name, value] = [] }) =>
    name === undefined || value === undefined ? [] : [[name, value] as const],
  );
}
