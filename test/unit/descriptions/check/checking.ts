import { validate } from '../../../../src/descriptions/check/validate';
import type { Dialect, Direction } from '../../../../src/descriptions/model/description';
import { References } from '../../../../src/descriptions/resolve/references';

export const BASE = 'file:///api.json';

/** The faults of a value, with `components.schemas` of a document. */
export function faultsOf(
  schema: unknown,
  value: unknown,
  {
    dialect = '3.1',
    direction = 'answer',
    steps,
  }: { dialect?: Dialect; direction?: Direction; steps?: number } = {},
  components: Readonly<Record<string, unknown>> = {},
) {
  const document = dialect === '2.0' ? { definitions: components } : { components: { schemas: components } };
  const resolver = new References(dialect, new Map([[BASE, document]]));
  return validate({ value: schema, at: BASE }, value, {
    resolver,
    direction,
    ...(steps !== undefined && { steps }),
  });
}

/** Faults as short texts: where and which keyword. */
export const placesOf = (...args: Parameters<typeof faultsOf>) =>
  faultsOf(...args).map(({ path, keyword }) => `${path.join('.')} ${keyword}`);

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
