import assert from 'node:assert/strict';
import { buildRequest, type BuiltRequest } from '../../../../src/httpFiles/format/build';
import type { KnownAnswer } from '../../../../src/httpFiles/format/answers';
import type { Moment } from '../../../../src/httpFiles/format/dynamic';
import { type HttpFile, HttpRefusal, type HttpRequest } from '../../../../src/httpFiles/format/parse/model';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { Resolver } from '../../../../src/httpFiles/format/resolve';
import { createRedactor } from '../../../../src/api/model/redact';

export const HOSTS = { apiUrl: 'https://api.example/v1', filesUrl: 'https://files.example' };
export const KEY = 'unit-key-8fJ3+kd/92=a';
/** Of another environment: it must not be sent to this one. */
export const OTHER_KEY = 'live-key+Qd/71=b';

export interface Values {
  readonly index?: number;
  readonly hosts?: typeof HOSTS;
  readonly given?: Readonly<Record<string, string>>;
  readonly prompted?: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, KnownAnswer>>;
  readonly shared?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A fixed one by default. */
  readonly moment?: Moment;
}

const FIXED: Moment = { now: () => 1_700_000_000_500, random: () => 0.5, uuid: () => 'uuid-1' };

/** A file, and one of its requests: the first, unless another is meant. */
export function requestOf(text: string, index = 0): { file: HttpFile; request: HttpRequest } {
  const file = parseHttpFile(text);
  const request = file.requests[index] ?? assert.fail('There is no such request');
  return { file, request };
}

/** Puts together a request of a text as the extension does before it sends it. */
export async function built(text: string, values: Values = {}): Promise<BuiltRequest> {
  const { file, request } = requestOf(text, values.index);
  const hosts = values.hosts ?? HOSTS;
  const redactor = createRedactor([KEY, OTHER_KEY]);
  const resolver = new Resolver({
    file,
    request,
    given: new Map(Object.entries(values.given ?? {})),
    prompted: new Map(Object.entries(values.prompted ?? {})),
    shared: new Map(Object.entries(values.shared ?? {})),
    environment: hosts,
    answerOf: (name) => values.answers?.[name],
    moment: values.moment ?? FIXED,
  });
  return buildRequest(request, resolver, {
    hosts,
    key: KEY,
    holdsKey: (part) => redactor.text(part) !== part,
    read: (path) => {
      const content = values.files?.[path];
      return content === undefined
        ? Promise.reject(new Error(path))
        : Promise.resolve(typeof content === 'string' ? Buffer.from(content) : content);
    },
  });
}

/** The code of the refusal of a request that cannot be sent. */
export async function refusalOf(text: string, values: Values = {}): Promise<string> {
  try {
    await built(text, values);
  } catch (error) {
    if (error instanceof HttpRefusal) return error.code;
    throw error;
  }
  return 'sent';
}

/** The body as text. */
export function bodyOf({ content }: BuiltRequest): string | undefined {
  return content === undefined ? undefined : Buffer.from(content.bytes).toString();
}
