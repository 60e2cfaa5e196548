import { isObject } from '../../util/objects';
import { entriesOf } from '../resolve/parts';

/** A reference as it is written, and the way to it. */
export interface FoundReference {
  readonly ref: string;
  readonly way: readonly (string | number)[];
}

/** Under these, the names are names of parts: a field called `example` is a field. */
const NAMED = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'schemas', 'parameters'],
  ...[
    'responses',
    'headers',
    'examples',
    'requestBodies',
    'paths',
    'pathItems',
    'content',
    'callbacks',
    'links',
  ],
  ...['securitySchemes', 'securityDefinitions', 'webhooks', 'encoding', 'variables'],
]);
/** Under these are values, in which `$ref` is a name like any other. */
const VALUES = new Set(['example', 'default', 'enum', 'const', 'value', 'mapping']);

/** A step from a part to one of its parts. Most are looked at and left: a list of steps for each would be slow. */
interface Step {
  readonly before: Step | undefined;
  readonly name: string | number;
}

/** A discriminator may name schemas by references; others of its values are their names. */
const IS_REFERENCE = /[/#]|\.(?:json|ya?ml)$/i;

/** The references of a file, each one once. */
export function findReferences(root: unknown): FoundReference[] {
  const found = new Map<string, FoundReference>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, last: Step | undefined, isNamed: boolean): void => {
    if (!(Array.isArray(value) || isObject(value)) || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      value.forEach((part, name) => visit(part, { before: last, name }, false));
      return;
    }
    const ref = value['$ref'];
    if (typeof ref === 'string' && !isNamed && !found.has(ref)) found.set(ref, { ref, way: wayTo(last) });
    if (last?.name === 'discriminator') {
      for (const [name, named] of entriesOf(value['mapping'])) {
        if (typeof named !== 'string' || !IS_REFERENCE.test(named) || found.has(named)) continue;
        found.set(named, { ref: named, way: [...wayTo(last), 'mapping', name] });
      }
    }
    for (const [name, part] of Object.entries(value)) {
      if (isNamed || (!VALUES.has(name) && !name.startsWith('x-'))) {
        visit(part, { before: last, name }, !isNamed && NAMED.has(name));
      }
    }
  };
  visit(root, undefined, false);
  return [...found.values()];
}

function wayTo(last: Step | undefined): (string | number)[] {
  const way: (string | number)[] = [];
  for (let step = last; step !== undefined; step = step.before) way.unshift(step.name);
  return way;
}
