import { percentDecoded } from '../../util/lenient';

/** JSON pointers (RFC 6901), as fragments of addresses. */

/** A step of a pointer, written for a fragment. */
export function pointerStep(step: string | number): string {
  return encodeURIComponent(String(step).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The place of a part of a value. */
export function placeIn(at: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (place, step) => `${place}/${pointerStep(step)}`,
    at.includes('#') ? at : `${at}#`,
  );
}

/** The steps of a pointer; undefined where the text is none. @param pointer without `#` */
export function pointerSteps(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => percentDecoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that the steps lead to. @returns undefined where there is none */
export function valueAt(root: unknown, steps: readonly (string | number)[]): unknown {
  let value = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}
