/** The patterns of the format, each where REST Client, httpyac and the JetBrains client agree. */

export const SEPARATOR = /^#{3,}(.*)$/;
export const COMMENT = /^\s*(?:#|\/\/)/;
export const DIRECTIVE = /^\s*(?:#|\/\/)\s*@([A-Za-z][\w-]*)(?:(?:\s*=\s*|\s+)(.*))?$/;
export const VARIABLE = /^(\s*@)([^\s=@{}]+)(\s*=\s*)(.*)$/;
export const QUERY_LINE = /^\s*[?&]/;
export const HEADER = /^(\s*)([^\s:]+)(\s*:[ \t]*)(.*)$/;
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
export const FILE_REFERENCE = /^<\s+(.*\S)\s*$/;
export const FILE_WITH_VARIABLES = /^<@/;
export const PLACEHOLDER = /\{\{([^{}\r\n]*)\}\}/g;
export const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/** A first word in capitals is a method, of whatever protocol. */
export const METHOD_WORD = /^[A-Z][A-Z-]*$/;

/** Directives of other clients that change nothing of what is sent. They have no effect here. */
export const HARMLESS_DIRECTIVES: ReadonlySet<string> = new Set([
  'no-redirect',
  'no-cookie-jar',
  'no-log',
  'no-response-view',
  'title',
  'description',
  'tag',
  'tags',
  'deprecated',
  'debug',
  'verbose',
  'save',
  'openwith',
  'extension',
  'timeout',
  'connection-timeout',
]);

/** Directives of other clients that change what is sent, when, or whether it is. */
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
