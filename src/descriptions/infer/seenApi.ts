import type { Exchange } from '../../api/model/exchange';
import { OPENAPI, SECURITY, SECURITY_SCHEMES, SERVERS, type OpenApi } from '../export/openApi';
import { PATH_METHODS } from '../model/pathMethods';
import { answersOf, requestBody } from './exchangeParts';
import { idsIn } from './ids';
import { findTemplates, nameParameters, PARAMETER } from './paths';
import { SeenOperation } from './seenOperation';

/** What is known beside the exchanges. */
export interface SeenSurroundings {
  /** The path of the operation that is known for a request, such as `/files/{fileId}`. */
  readonly knownPath: (method: string, path: string) => string | undefined;
  /** Whether a text is the id of something that is known. */
  readonly isKnownId: (text: string) => boolean;
}

/**
 * Makes a description of what was seen. Every answer that was added fits it. It holds names, types, statuses and media
 * types: no values, and no key.
 */
export class SeenApi {
  readonly #seen = new Map<string, SeenOperation>();
  readonly #ids = new Set<string>();
  readonly #surroundings: SeenSurroundings;
  readonly #isId = (text: string): boolean => this.#ids.has(text) || this.#surroundings.isKnownId(text);

  constructor(surroundings: SeenSurroundings) {
    this.#surroundings = surroundings;
  }

  /** @param target path after `/v1`, with its query */
  add(exchange: Exchange, target: string): void {
    const answers = answersOf(exchange);
    const method = exchange.method.toUpperCase();
    // OpenAPI has no place for a method of another name.
    if (answers.length === 0 || !PATH_METHODS.includes(method.toLowerCase())) return;
    const path = target.replace(/\?[^]*/, '');
    const query = new URLSearchParams(target.slice(path.length)).keys();
    const key = `${method} ${path}`;
    const operation = this.#seen.get(key) ?? new SeenOperation(method, path);
    this.#seen.set(key, operation);
    operation.addRequest(query, requestBody(exchange), this.#isId);
    for (const { status, body } of answers) {
      for (const id of idsIn(body?.value?.json)) this.#ids.add(id);
      operation.addAnswer(status, body, this.#isId);
    }
  }

  /** @param title names what was seen */
  document(title: string): OpenApi {
    const seen = [...this.#seen.values()].map((operation) => {
      const { method, path, fields } = operation;
      const known = this.#surroundings.knownPath(method, path)?.replace(/^\/v1(?=\/)/, '');
      return { operation, method, segments: path.split('/').slice(1), known, fields };
    });
    const templates = findTemplates(seen, this.#isId);
    const paths = new Map<string, PathItem>();
    seen.forEach(({ operation, known }, index) => {
      const template = templates[index] ?? [];
      const key = template.join('/');
      const item = paths.get(key) ?? new PathItem(template);
      paths.set(key, item);
      item.add(operation, known);
    });
    return {
      openapi: OPENAPI,
      info: { title, version: '1' },
      servers: SERVERS,
      security: SECURITY,
      paths: Object.fromEntries(Array.from(paths.values(), (item) => item.describe())),
      components: { securitySchemes: SECURITY_SCHEMES },
    };
  }
}

/** A path with all that was seen below its template. */
class PathItem {
  readonly #template: readonly string[];
  readonly #methods = new Map<string, SeenOperation>();
  #names: readonly string[];

  constructor(template: readonly string[]) {
    this.#template = template;
    this.#names = nameParameters(template);
  }

  add(operation: SeenOperation, known: string | undefined): void {
    const method = operation.method.toLowerCase();
    const all = this.#methods.get(method) ?? new SeenOperation(operation.method, operation.path);
    this.#methods.set(method, all);
    all.merge(operation);
    const names = known?.match(/\{[^{}]*\}/g)?.map((name) => name.slice(1, -1)) ?? [];
    if (names.length === this.#names.length && new Set(names).size === names.length) this.#names = names;
  }

  describe(): readonly [path: string, item: Readonly<Record<string, unknown>>] {
    const names = this.#names.values();
    const path = this.#template.map((segment) =>
      segment === PARAMETER ? `/{${names.next().value ?? 'id'}}` : `/${segment}`,
    );
    const item = {
      ...(this.#names.length > 0 && {
        parameters: this.#names.map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
      }),
      ...Object.fromEntries([...this.#methods].map(([method, operation]) => [method, operation.describe()])),
    };
    return [path.join(''), item];
  }
}
