import { DOCUMENTED, type ApiOperation } from '../../../../src/api/model/operations';
import type { Description } from '../../../../src/descriptions/document/describe';
import { sampleRequest } from '../../../../src/descriptions/sample/requestOf';
import { writeOperation } from '../../../../src/httpFiles/format/writeOperation';
import { isObject } from '../../../../src/util/objects';
import { bodyOf, built } from '../../httpFiles/format/support';

/** A request of an operation. */
export interface CorpusRequest {
  readonly name: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
  /** It is as New Request writes it. */
  readonly isWhole: boolean;
}

/** The most parts of a body that are taken out or replaced. */
const MOST = 60;
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

/** For each operation the request that New Request writes, and the same with a part that is missing or of another type. */
export async function requestsOf({ operations, resolver }: Description): Promise<CorpusRequest[]> {
  const all = await Promise.all(
    operations.map(async (operation) => {
      const isSame = ({ method, path }: Pick<ApiOperation, 'method' | 'path'>) =>
        method === operation.method && path === operation.path;
      const sample = sampleRequest(operation, { resolver, direction: 'request' });
      const text = writeOperation(DOCUMENTED.find(isSame) ?? operation, sample);
      const request = await built(text, { files: { './document.pdf': PDF } });
      const { method, target, headers, upload } = request;
      const name = `${method} ${operation.path}`;
      const query = target.query.slice(1).split('&').filter(Boolean);
      const whole: CorpusRequest = {
        name,
        method,
        target: target.path + target.query,
        headers: Object.fromEntries(headers.map(([key, value]) => [key.toLowerCase(), value])),
        body: bodyOf(request) ?? '',
        isWhole: true,
      };
      if (upload !== undefined)
        return [uploadOf(whole, upload.purpose), { ...uploadOf(whole, 'gift'), isWhole: false }];
      const without = query.map((pair, index) => {
        const rest = query.toSpliced(index, 1).join('&');
        const shorter = target.path + (rest === '' ? '' : `?${rest}`);
        return { ...whole, name: `${name} without ${pair}`, target: shorter, isWhole: false };
      });
      return [whole, ...without, ...brokenBodies(whole)];
    }),
  );
  return all.flat();
}

function uploadOf(whole: CorpusRequest, purpose: string): CorpusRequest {
  const part = (about: string, content: string) =>
    `--boundary\r\nContent-Disposition: form-data; ${about}\r\n\r\n${content}\r\n`;
  const file = part('name="file"; filename="document.pdf"\r\nContent-Type: application/pdf', PDF);
  return {
    ...whole,
    name: `${whole.name} for ${purpose}`,
    headers: { ...whole.headers, 'content-type': 'multipart/form-data; boundary=boundary' },
    body: `${part('name="purpose"', purpose)}${file}--boundary--\r\n`,
  };
}

/** A JSON body without each of its parts, and with another type in the place of each. */
function brokenBodies(whole: CorpusRequest): CorpusRequest[] {
  if (!/[/+]json/.test(whole.headers['content-type'] ?? '')) return [];
  const value: unknown = JSON.parse(whole.body);
  return waysIn(value)
    .slice(0, MOST)
    .flatMap((way) =>
      [undefined, otherThan(at(value, way))].map((other) => ({
        ...whole,
        name: `${whole.name} ${other === undefined ? 'without' : 'with another'} ${way.join('.')}`,
        body: JSON.stringify(replaced(value, way, other)),
        isWhole: false,
      })),
    );
}

type Way = readonly (string | number)[];

function waysIn(value: unknown, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [
    [...way, key],
    ...waysIn((value as Record<string, unknown>)[key], [...way, key]),
  ]);
}

function at(value: unknown, way: Way): unknown {
  return way.reduce((part, key) => (part as Record<string, unknown>)[key], value);
}

function otherThan(value: unknown): unknown {
  return typeof value === 'string' ? { other: true } : 'other';
}

/** @param other undefined takes the part out */
function replaced(value: unknown, [first, ...rest]: Way, other: unknown): unknown {
  if (first === undefined) return other;
  if (Array.isArray(value)) {
    const index = Number(first);
    const part = replaced(value[index], rest, other);
    return part === undefined ? value.toSpliced(index, 1) : value.with(index, part);
  }
  const fields = isObject(value) ? value : {};
  return { ...fields, [first]: replaced(fields[first], rest, other) };
}
