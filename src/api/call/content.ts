/** Fetching what a content link leads to. How that is done is not shown in the interface, so nothing is assumed. */
import { isLoopback } from '../model/addresses';
import { REDIRECTS } from './describeAnswer';
import { tolerantReader } from './readEnvelope';
import { Call } from './call';
import type { ClientSession } from './callPlan';
import type { CallOptions, Content } from '../model/clientTypes';
import type { ReceivedAnswer } from '../model/exchange';
import { header } from '../wire/decodeBody';
import { PreflightError } from '../model/errors';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

/** Content is bounded too: what is opened in an editor is held in memory. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/**
 * Of any type, and not compressed: its types are that by themselves, and a fetch takes compressed bytes that end too
 * early for all there are.
 */
const AS_IT_IS = [
  ['accept', '*/*'],
  ['accept-encoding', 'identity'],
] as const;

/**
 * Fetches content. The key goes to the environment's own origins only, and never along a redirect.
 * @param origins that the key was given for
 * @param given headers that every request of a client has, without Authorization
 * @throws PreflightError for an address that is no content link; otherwise what every call throws
 */
export async function fetchContent(
  session: ClientSession,
  link: string,
  origins: readonly string[],
  given: readonly [name: string, value: string][],
  callOptions: CallOptions,
): Promise<Content> {
  const headers = [...new Map([...given, ...AS_IT_IS])];
  const first = contentUrl(link);
  if (!first) {
    throw new PreflightError(
      t(
        'Content is fetched from https links only, or http to this computer, without a user name. Fetch the details of the file again for a new link.',
      ),
    );
  }
  const authorization: [string, string][] = origins.includes(first.origin)
    ? [['authorization', `ApiKey ${session.key}`]]
    : [];
  const sent = [...headers, ...authorization];
  const plan = {
    operation: 'content',
    method: 'GET',
    url: first,
    headers: sent,
    maxBytes: MAX_CONTENT_BYTES,
  } as const;
  const call = new Call(session, plan, callOptions);
  return call.run(() => follow(call, first, sent, headers));
}

/** Follows redirects, at most five, without the key. */
async function follow(
  call: Call,
  first: URL,
  sent: readonly [string, string][],
  headers: readonly [string, string][],
): Promise<Content> {
  let end = await call.send(first, sent);
  let at = first;
  for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
    const next = end?.response && redirectTarget(end.response, at);
    if (!next) break;
    at = next;
    end = await call.send(at, headers);
  }
  const { response } = end ?? {};
  const isSuccess = response !== undefined && response.status <= 299;
  if (!isSuccess || !response.bytes) {
    const read = call.interpret(end, tolerantReader, at);
    return call.fail(read.ok ? call.unsent() : read.facts, end);
  }
  const mimeType = plainText(header(response.headers, 'content-type') ?? '', 200);
  return {
    bytes: response.bytes,
    ...(mimeType === '' ? {} : { mimeType }),
    ...call.succeed({ deviations: [] }),
  };
}

/** Where an answer redirects to, if it does and content may be fetched from there. */
function redirectTarget({ status, headers }: ReceivedAnswer, from: URL): URL | undefined {
  if (!REDIRECTS.includes(status)) return undefined;
  return contentUrl(header(headers, 'location') ?? '', from);
}

/** An https address, or http to this machine, without user info; the fragment is not sent. */
function contentUrl(text: string, base?: URL): URL | undefined {
  const url = text === '' ? null : URL.parse(text, base?.href);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  url.hash = '';
  return url;
}
