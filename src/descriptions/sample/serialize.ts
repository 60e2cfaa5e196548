import type { OperationParameter } from '../../api/model/operations';
import { isObject } from '../../util/objects';

type Written = Pick<OperationParameter, 'name' | 'style' | 'explode'>;

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/** How values are kept apart in one text, by style. */
export function delimiterOf(style: string): string {
  return DELIMITERS.get(style) ?? ',';
}

/** A parameter of a path, as the path holds it, by its `style` and `explode`. */
export function pathText({ name, style, explode = false }: Written, value: unknown): string {
  const encoded = encode(name);
  if (style === 'matrix') {
    if (explode && Array.isArray(value)) return value.map((item) => `;${encoded}=${encode(item)}`).join('');
    if (explode && isObject(value))
      return pairs(value)
        .map(([key, part]) => `;${key}=${part}`)
        .join('');
    return `;${encoded}=${listText(value, ',', false)}`;
  }
  if (style === 'label') return `.${listText(value, explode ? '.' : ',', explode)}`;
  return listText(value, ',', explode);
}

/** A parameter of a query: `name=value`, or several of them joined by `&`, encoded. */
export function queryText(
  { name, style = 'form', explode = style === 'form' }: Written,
  value: unknown,
): string {
  const encoded = encode(name);
  if (style === 'deepObject') return nestedPairs(encoded, value).join('&');
  if (explode && Array.isArray(value)) return value.map((item) => `${encoded}=${encode(item)}`).join('&');
  if (explode && isObject(value))
    return pairs(value)
      .map(([key, part]) => `${key}=${part}`)
      .join('&');
  return `${encoded}=${listText(value, encodeURI(delimiterOf(style)), false)}`;
}

/** What is nested, as most services read it: its name in brackets, which are empty for an item. */
function nestedPairs(name: string, value: unknown): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      nestedPairs(`${name}[${typeof item === 'object' ? index : ''}]`, item),
    );
  if (!isObject(value)) return [`${name}=${encode(value)}`];
  return Object.entries(value).flatMap(([key, part]) => nestedPairs(`${name}[${encode(key)}]`, part));
}

/** A parameter of a header. Headers are not encoded. */
export function headerText({ explode }: Pick<Written, 'explode'>, value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).join(',');
  if (!isObject(value)) return textIn(value);
  return Object.entries(value)
    .map(([key, part]) => `${key}${explode ? '=' : ','}${textIn(part)}`)
    .join(',');
}

/** A value as one text: items of a list, or names and values of an object. */
function listText(value: unknown, delimiter: string, isPaired: boolean): string {
  if (Array.isArray(value)) return value.map(encode).join(delimiter);
  if (!isObject(value)) return encode(value);
  return pairs(value)
    .map(([key, part]) => `${key}${isPaired ? '=' : delimiter}${part}`)
    .join(delimiter);
}

function pairs(value: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(value).map(([key, part]) => [encode(key), encode(part)]);
}

/** A value inside of a parameter; what is nested in it has no form of its own. */
export function textIn(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encode(value: unknown): string {
  return encodeURIComponent(textIn(value).toWellFormed());
}
