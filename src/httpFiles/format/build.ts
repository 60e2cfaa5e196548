import { headerFault } from '../../api/rules/headerRules';
import { isCurrency } from '../../api/rules/limits';
import { isTopUp, isUpload } from '../../api/rules/plan';
import { type BodyLine, type Expectation, type Header, type HttpRequest, HttpRefusal } from './parse/model';
import { type BuiltUpload, readParts, readUpload, writeForm } from './formParts';
import { KEY_MARK, type Resolver } from './resolve';
import { fileIn } from './parse/lines';
import type { Hosts, PlannedBody } from '../../api/model/requestPlan';
import { readTarget, type Target } from './target';
import { isJsonText, parseJson } from '../../util/lenient';
import { isObject } from '../../util/objects';
import { t } from '../../util/text';

/** A request that can be sent as it is. */
export interface BuiltRequest {
  readonly method: string;
  readonly target: Target;
  /** Headers of the request, without those that the extension makes. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly content?: PlannedBody;
  /** An upload: it takes the way of all uploads. */
  readonly upload?: BuiltUpload;
  /** With their right sides put in. */
  readonly expectations: readonly Expectation[];
}

/** What building needs beside the request and its values. */
export interface Surroundings {
  readonly hosts: Hosts;
  /** Whether a text holds the environment's key, in whatever form. */
  readonly holdsKey: (text: string) => boolean;
  readonly key?: string;
  readonly read: (file: string) => Promise<Uint8Array>;
}

/** What its parts are built with. */
type Checking = Omit<Surroundings, 'read'>;

/**
 * Puts together what is sent.
 * @throws HttpRefusal when it cannot be sent, or would put the key where it does not belong
 */
export async function buildRequest(
  request: HttpRequest,
  resolver: Resolver,
  around: Surroundings,
): Promise<BuiltRequest> {
  const problem = request.problems.find(({ blocks }) => blocks);
  if (problem !== undefined) throw new HttpRefusal(problem.code, problem.args, problem.span.line);
  const target = buildTarget(request, resolver, around);
  const headers = request.headers
    .map((header) => buildHeader(header, resolver, around))
    .filter((header) => header !== undefined);
  const { method } = request;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const lines = request.body.lines.map((line) => buildLine(line, resolver));
  if (around.holdsKey(lines.map(({ text }) => text).join('\n'))) throw new HttpRefusal('key-elsewhere');
  const expectations = request.expectations.map((each) => buildExpectation(each, resolver, around));
  // Whatever way its path is written: an upload takes the way of all uploads, or none.
  if (isUpload({ method, target: target.path }) && !isJsonOrNothing(request, headers)) {
    const upload = request.body.kind === 'multipart' ? readUpload(readParts(lines, type)) : undefined;
    if (upload === undefined || !goesToFiles(target, around.hosts)) throw new HttpRefusal('upload');
    return {
      method,
      target,
      headers: headers.filter(([name]) => !/^content-type$/i.test(name)),
      upload,
      expectations,
    };
  }
  const content = await buildContent(request, lines, type, around);
  if (content === undefined) return { method, target, headers, expectations };
  // Without the byte order mark of a file, behind which no JSON is read.
  const text = new TextDecoder().decode(content.bytes);
  checkTopUp(method, target, text);
  const { kind } = request.body;
  // JSON of a file is sent as if it were written in place: from an earlier request it is written there.
  const isUntyped = type === '' && (kind === 'json' || isJsonText(text));
  return {
    method,
    target,
    headers: isUntyped ? [...headers, ['Content-Type', 'application/json']] : headers,
    content,
    expectations,
  };
}

/** Where it goes. @throws HttpRefusal as `buildRequest` */
export function buildTarget({ url }: Pick<HttpRequest, 'url'>, resolver: Resolver, around: Checking): Target {
  const address = resolver.text(url);
  if (keepsKey(address, around)) throw new HttpRefusal('key-elsewhere');
  const target = readTarget(address, around.hosts);
  // Without a value, `DELETE /things/{{id}}` would go to all things, wherever the address is written.
  if (lastPart(address) === '' && lastPart(resolver.marked(url)) !== '')
    throw new HttpRefusal('path', [address, t('a path cannot contain an empty segment ("//")')]);
  return target;
}

function lastPart(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1).trim();
}

/**
 * One of its own headers, sent as it is; undefined for one that is made while sending, which must not say anything else
 * than what will be made.
 * @throws HttpRefusal as `buildRequest`
 */
export function buildHeader(
  { name, value: written }: Header,
  resolver: Resolver,
  around: Checking,
): readonly [name: string, value: string] | undefined {
  const { hosts, holdsKey, key } = around;
  const value = resolver.text(written);
  const lower = name.toLowerCase();
  const fault = headerFault(name, value);
  if (fault !== 'own-header' && (keepsKey(value, around) || holdsKey(name)))
    throw new HttpRefusal('key-elsewhere');
  if (lower === 'authorization') {
    if (isOurAuthorization(value, key)) return undefined;
    throw new HttpRefusal('authorization');
  }
  if (lower === 'host') {
    const names = [hosts.apiUrl, hosts.filesUrl].map((url) => new URL(url).host);
    if (names.includes(value.trim().toLowerCase())) return undefined;
    throw new HttpRefusal('host', [value]);
  }
  if (lower === 'content-length') return undefined;
  if (lower === 'x-request-type' && /graphql/i.test(value)) throw new HttpRefusal('unsupported-graphql');
  if (fault !== undefined) throw new HttpRefusal(fault, [name]);
  return [name, value];
}

function isOurAuthorization(value: string, key: string | undefined): boolean {
  const text = value.trim();
  if (!/^apikey\s/i.test(text)) return false;
  const credentials = text.slice('apikey'.length).trim();
  return credentials === KEY_MARK || credentials === key;
}

/** A line of its body. @throws HttpRefusal as `buildRequest` */
export function buildLine({ text, line }: BodyLine, resolver: Resolver): BodyLine {
  const resolved = resolver.text(text);
  if (resolved.includes(KEY_MARK)) throw new HttpRefusal('key-elsewhere');
  // Where its name is empty no file is found: the line itself is never sent.
  return { text: resolved, line, file: fileIn(text) === undefined ? undefined : (fileIn(resolved) ?? '') };
}

/** What is expected, with its variables put in. @throws HttpRefusal as `buildRequest` */
export function buildExpectation(
  expectation: Expectation,
  resolver: Resolver,
  around: Checking,
): Expectation {
  const right = resolver.text(expectation.right);
  if (keepsKey(right, around)) throw new HttpRefusal('key-elsewhere', [], expectation.line);
  return { ...expectation, right };
}

/** By the types that are sent: one that a variable gives, or a second one, may make a form of what looks like JSON. */
function isJsonOrNothing({ body }: HttpRequest, headers: BuiltRequest['headers']): boolean {
  if (body.kind === 'empty') return true;
  const types = headers.filter(([name]) => /^content-type$/i.test(name));
  return (
    body.kind === 'json' && types.every(([, value]) => /^[\w.-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(value))
  );
}

async function buildContent(
  { body }: HttpRequest,
  lines: readonly BodyLine[],
  type: string,
  around: Surroundings,
): Promise<PlannedBody | undefined> {
  const read = async (file: string): Promise<Uint8Array> => {
    const bytes = await around.read(file);
    if (around.holdsKey(Buffer.from(bytes).toString('latin1'))) throw new HttpRefusal('key-elsewhere');
    return bytes;
  };
  // Parts are parts also where a variable gives their type. A form is not: a body that is none is sent as it is.
  const isForm = body.kind === 'text' && /^multipart\//i.test(type);
  switch (isForm ? 'multipart' : body.kind) {
    case 'empty':
      return undefined;
    case 'file': {
      const file = lines[0]?.file ?? '';
      const bytes = await read(file);
      return isText(bytes) ? { bytes } : { bytes, kept: `< ${file}` };
    }
    case 'multipart':
      return writeForm(readParts(lines, type), type, read);
    case 'form':
      return { bytes: Buffer.from(lines.map(({ text }) => encodeForm(text.trim())).join('')) };
    case 'json':
    case 'text':
      return { bytes: Buffer.from(lines.map(({ text }) => text).join('\n')) };
  }
}

/** What is encoded in the file stays as it is. */
function encodeForm(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

function keepsKey(text: string, { holdsKey }: Checking): boolean {
  return text.includes(KEY_MARK) || holdsKey(text);
}

/** An upload has no query: one that is written would not be sent. */
function goesToFiles({ service, query }: Target, { apiUrl, filesUrl }: Hosts): boolean {
  return query === '' && (service !== 'api' || apiUrl.replace(/\/v1$/, '') === filesUrl);
}

/** The interface names the length of a top-up's currency. @throws HttpRefusal for another */
export function checkTopUp(method: string, { path }: Target, body: string): void {
  if (!isTopUp({ method, target: path })) return;
  const json = parseJson(body);
  if (isObject(json) && 'currency' in json && !isCurrency(json['currency']))
    throw new HttpRefusal('currency');
}
