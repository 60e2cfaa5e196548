import { locationIn } from '../../httpFiles/format/parse/jsonTree';

/**
 * The JSON path of what is at a place, such as `$.data.records[0].id`; undefined in a text that is nested too deeply.
 * @param offset in the text, in characters
 */
export function jsonPathAt(text: string, offset: number): string | undefined {
  const location = locationIn(text, offset);
  return location && formatJsonPath(location.path);
}

/** A path as text. Names that are no identifiers are in brackets, quoted as in JSON. */
export function formatJsonPath(path: readonly (string | number)[]): string {
  const steps = path.map((step) =>
    /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(String(step)) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  return `$${steps.join('')}`;
}
