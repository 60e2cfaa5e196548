import { STATUS_CODES } from 'node:http';
import { fieldsOf, type SeenBody } from './exchangeParts';
import { Shape } from './shape';

type Json = Readonly<Record<string, unknown>>;
type IsId = (text: string) => boolean;

/** Media types, with the shape of what was seen of each. */
type Bodies = Map<string, Shape>;

/** All that was seen of one method and path: names, types and statuses, never a value. */
export class SeenOperation {
  /** The names of the fields in its successful answers. */
  readonly fields = new Set<string>();
  readonly #query = new Set<string>();
  readonly #request: Bodies = new Map();
  readonly #answers = new Map<number, Bodies>();
  /** Whether a request had no body. */
  #isOptional = false;

  readonly method: string;
  readonly path: string;

  /** @param path after `/v1`, without the query */
  constructor(method: string, path: string) {
    this.method = method;
    this.path = path;
  }

  addRequest(query: Iterable<string>, body: SeenBody | undefined, isId: IsId): void {
    for (const name of query) this.#query.add(name);
    if (body === undefined) this.#isOptional = true;
    else addBody(this.#request, body, isId);
  }

  addAnswer(status: number, body: SeenBody | undefined, isId: IsId): void {
    const bodies = this.#bodiesOf(status);
    if (body === undefined) return;
    addBody(bodies, body, isId);
    if (status < 300) for (const field of fieldsOf(body.value?.json)) this.fields.add(field);
  }

  merge(other: SeenOperation): void {
    for (const name of other.#query) this.#query.add(name);
    this.#isOptional ||= other.#isOptional;
    mergeBodies(this.#request, other.#request);
    for (const [status, bodies] of other.#answers) mergeBodies(this.#bodiesOf(status), bodies);
  }

  /** As OpenAPI writes it, but for its path. */
  describe(): Json {
    const parameters = [...this.#query].map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
    return {
      ...(parameters.length > 0 && { parameters }),
      ...(this.#request.size > 0 && {
        requestBody: { required: !this.#isOptional, content: contentOf(this.#request) },
      }),
      responses: Object.fromEntries(
        Array.from(this.#answers, ([status, bodies]) => [
          String(status),
          {
            description: STATUS_CODES[status] ?? '',
            ...(bodies.size > 0 && { content: contentOf(bodies) }),
          },
        ]),
      ),
    };
  }

  #bodiesOf(status: number): Bodies {
    const bodies = this.#answers.get(status) ?? new Map<string, Shape>();
    this.#answers.set(status, bodies);
    return bodies;
  }
}

function addBody(bodies: Bodies, { mediaType, value }: SeenBody, isId: IsId): void {
  const shape = shapeOf(bodies, mediaType);
  if (value !== undefined) shape.add(value.json, isId);
}

function mergeBodies(bodies: Bodies, others: Bodies): void {
  for (const [mediaType, shape] of others) shapeOf(bodies, mediaType).merge(shape);
}

function shapeOf(bodies: Bodies, mediaType: string): Shape {
  const shape = bodies.get(mediaType) ?? new Shape();
  bodies.set(mediaType, shape);
  return shape;
}

function contentOf(bodies: Bodies): Json {
  return Object.fromEntries([...bodies].map(([mediaType, shape]) => [mediaType, { schema: shape.schema() }]));
}
