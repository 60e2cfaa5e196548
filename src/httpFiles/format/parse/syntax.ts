import { METHODS } from '../../../api/rules/methods';

/**
 * The patterns of the format, each where REST Client, httpyac and the JetBrains client agree. One that is followed by
 * free text matches only what is before it, so that no line takes more than linear time.
 */

export const SEPARATOR = /^#{3,}/;
export const COMMENT = /^\s*(?:#|\/\/)/;
export const DIRECTIVE = /^\s*(?:#|\/\/)\s*@([A-Za-z][\w-]*)(?:\s*=|\s|$)/;
export const VARIABLE = /^(\s*@)([^\s=@{}]+)(\s*=\s*)/;
export const QUERY_LINE = /^\s*[?&]/;
export const HEADER = /^(\s*)([^\s:]+)(\s*:[ \t]*)/;
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
export const FILE_WITH_VARIABLES = /^<@/;
export const PLACEHOLDER = /\{\{([^{}\r\n]*)\}\}/g;
export const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/** A first word in capitals is a method, of whatever protocol. */
export const METHOD_WORD = /^[A-Z][A-Z-]*$/;

/** Within a body, httpyac begins another request with such a line. */
export const REQUEST_LINE = new RegExp(String.raw`^\s*(?:${METHODS.join('|')})\s+\S`);

/** Directives of other clients that change what is sent, when, or whether it is. All others have no effect here. */
export const UNSUPPORTED_DIRECTIVES: ReadonlySet<string> = new Set([
  'ref',
  'forceref',
  'import',
  'loop',
  'disabled',
  'sleep',
  'note',
  'keepstreaming',
  'injectvariables',
  'jwt',
  'proxy',
  'ratelimit',
  'no-auto-encoding',
  'no-client-cert',
  'no-reject-unauthorized',
  'use-os-credentials',
  'grpc-reflection',
  'lang',
]);

/** A line that says what the answer must be, whether or not it can be understood. */
export const EXPECTATION = /^\s*\?\?/;

/**
 * The predicates in the order in which httpyac tries them at one place: `===` is `==` followed by `=`, as it is there.
 * Two that mean the same share their first name.
 */
export const PREDICATES = {
  endsWith: 'endsWith',
  '==': '==',
  '===': '==',
  equals: '==',
  exists: 'exists',
  isTrue: 'exists',
  '>=': '>=',
  '>': '>',
  contains: 'includes',
  includes: 'includes',
  isArray: 'isArray',
  isBoolean: 'isBoolean',
  isNumber: 'isNumber',
  isString: 'isString',
  '<=': '<=',
  '<': '<',
  matches: 'matches',
  '!=': '!=',
  startsWith: 'startsWith',
  sha256: 'sha256',
  md5: 'md5',
  sha512: 'sha512',
  isFalse: 'isFalse',
} as const;

export type Predicate = (typeof PREDICATES)[keyof typeof PREDICATES];
