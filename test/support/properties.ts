import fc, { type RunDetails, type StringConstraints } from 'fast-check';

/** How the properties of a run are tried. */
export interface PropertyOptions {
  /** Begins every property; the same one gives the same values. */
  readonly seed: number;
  /** Leads straight to one failing value, as a finding names it. */
  readonly path?: string | undefined;
  /** How often each property is tried that does not say so itself. */
  readonly runs?: number | undefined;
  /** Called after each property, whether it held or not. */
  readonly onChecked?: (details: RunDetails<unknown>) => void;
}

/** What every run of `npm test` begins with, so that it is the same every time. `npm run fuzz` uses others. */
export const FIXED_SEED = 20_260_101;

/**
 * Sets seed and number of tries for every property of this process. Tests need nothing of their own for that.
 */
export function configureProperties({ seed, path, runs, onChecked }: PropertyOptions): void {
  fc.configureGlobal({
    seed,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
    ...(runs === undefined ? {} : { numRuns: runs }),
    includeErrorInReport: true,
    ...(onChecked === undefined ? {} : { plugins: [() => ({ onAllRunsComplete: onChecked })] }),
  });
}

const [SURROGATE, SURROGATES] = [0xd800, 0x800];

/** One character of any kind, but no half one. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(
  (place) => String.fromCodePoint(place < SURROGATE ? place : place + SURROGATES),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code).toWellFormed() !== character)
      throw new Error('Not one character');
    return code < SURROGATE ? code : code - SURROGATES;
  },
);

/** Text of any characters: the very texts of the unit `binary`, which takes two seconds to list all characters. */
export function anyText(constraints: Omit<StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter });
}

/** A URL, as of `fc.webUrl`, which lists them too. */
export function anyUrl(hasQuery = false): fc.Arbitrary<string> {
  const plain = fc.constantFrom(..."azAZ09-._~!$&'()*+,;=:@".split(''));
  const part = fc.string({
    unit: fc.oneof({ weight: 10, arbitrary: plain }, anyCharacter.map(encodeURIComponent)),
  });
  const path = fc.array(part.map((text) => `/${text}`)).map((parts) => parts.join(''));
  const query = hasQuery
    ? fc.option(
        part.map((text) => `?${text}`),
        { nil: '' },
      )
    : fc.constant('');
  return fc
    .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), path, query)
    .map(([scheme, authority, ...rest]) => `${scheme}://${authority}${rest.join('')}`);
}
