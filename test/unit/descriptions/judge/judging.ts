import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { matchOperation } from '../../../../src/api/rules/matchOperation';
import { differencesOf } from '../../../../src/descriptions/check/answer';
import { documentedDescription, type Description } from '../../../../src/descriptions/document/describe';
import { readDescription } from '../../../../src/descriptions/document/readDescription';
import { documentedApi } from '../../../../src/descriptions/export/documented';
import { mockAnswer } from '../../../../src/descriptions/mock/mockAnswer';
import { nodeFiles } from '../../../../src/descriptions/read/files';
import { start } from '../../sandbox/support';
import { requestsOf, type CorpusRequest } from './corpus';

/** The documented interface, as it is exported. */
export const DOCUMENTED = 'documented';

/** What became of a request. */
export interface Judged {
  /** The request in words. */
  readonly request: string;
  /** What was sent and answered, without the ids, links and times of the moment. */
  readonly traffic: string;
  /** Whether the Local Sandbox says that the request does not fit. */
  readonly isRefused: boolean;
  /** What the check of answers finds in the answer; nothing for a refusal. */
  readonly differences: readonly string[];
  /** What a validating proxy on the way finds. */
  readonly violations: readonly Violation[];
  /** The proxy has answered by itself. */
  readonly isLost: boolean;
}

export interface Violation {
  readonly location: readonly (string | number)[];
  readonly code?: string | number;
  readonly message: string;
}

/** A document as its readers get it. */
export async function textOf(document: string): Promise<string> {
  return document === DOCUMENTED ? JSON.stringify(documentedApi()) : readFile(document, 'utf8');
}

/**
 * Sends the requests of a document to the Local Sandbox, and then each that fits twice more while it is malformed.
 * @param through starts a proxy in front of an address, and gives the one to send to
 */
export async function judge(
  document: string,
  through: (address: string) => Promise<string> = (address) => Promise.resolve(address),
): Promise<Judged[]> {
  const description = await descriptionOf(document);
  const sandbox = await start({
    describe: (request, item) => {
      const { operations, resolver } = description;
      const operation = matchOperation(operations, request.method, request.path);
      const isOwn = document === DOCUMENTED || operation === undefined;
      return Promise.resolve(isOwn ? undefined : mockAnswer(operation, operations, request, item, resolver));
    },
  });
  const address = await through(sandbox.apiUrl);
  const judged: Judged[] = [];
  const all = await requestsOf(description);
  let fileId: string | undefined;
  const send = async (request: CorpusRequest, about: string) => {
    const headers = { ...request.headers, authorization: `ApiKey ${sandbox.apiKey}` };
    const isFile = document === DOCUMENTED && fileId !== undefined && request.method === 'GET';
    const target = isFile ? `/files/${fileId}` : request.target;
    const name = request.name + about;
    const { body, ...one } = await judgeOne(description, name, { ...request, target, headers }, address);
    fileId ??= /"id":"([^"]+)"/.exec(body)?.[1];
    judged.push(one);
  };
  for (const request of all) await send(request, '');
  sandbox.setScenario('malformed');
  for (const request of all.filter(({ isWhole }) => isWhole))
    for (const time of [1, 2]) await send(request, ` (malformed ${time})`);
  return judged;
}

async function descriptionOf(document: string): Promise<Description> {
  if (document === DOCUMENTED) return documentedDescription();
  const { href } = pathToFileURL(document);
  return readDescription(href, nodeFiles(href));
}

async function judgeOne(
  { operations, resolver }: Description,
  name: string,
  { method, target, headers, body }: CorpusRequest,
  address: string,
): Promise<Judged & { readonly body: string }> {
  const response = await fetch(address + target, { method, headers, ...(body !== '' && { body }) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const { status, headers: given } = response;
  const isRefused = status === 400 || given.get('x-local-sandbox') === 'refused';
  const operation = matchOperation(operations, method, target);
  const answer = { status, headers: [...given], bytes };
  const differences = isRefused || operation === undefined ? [] : differencesOf(operation, resolver, answer);
  return {
    request: name,
    traffic: withoutMoment([
      target,
      headers['content-type'] ?? '',
      body,
      status,
      given.get('content-type') ?? '',
      text,
    ]),
    body: text,
    isRefused,
    differences: differences.map(({ place, message }) => `${place}: ${message}`),
    violations: violationsIn(given.get('sl-violations') ?? '[]'),
    isLost: !given.has('x-request-id'),
  };
}

function withoutMoment(traffic: readonly unknown[]): string {
  return JSON.stringify(traffic)
    .replaceAll(/\b(?:file|req|po)_[\w-]+(?:\.pdf)?/g, '<id>')
    .replaceAll(/http:[^"\\]+/g, '<link>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

/** Of too many violations for a header, the proxy gives the beginning of their list. */
function violationsIn(list: string): Violation[] {
  const long = /^Too many violations! (.*\}),\{/s.exec(list)?.[1];
  return JSON.parse(long === undefined ? list : `${long}]`) as Violation[];
}
