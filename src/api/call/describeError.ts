/** Why there was no answer, in plain words: what happened, what it means, what to do. */
import type { AttemptFailure, Phase } from './attempts';
import { type Cause, type CauseKind, isTls } from '../wire/networkError';
import { BodyFault } from '../wire/decodeBody';
import type { ErrorFacts, ErrorKind } from '../model/errors';
import type { Operation } from '../model/operations';
import { isRead } from '../rules/methods';
import { number, sentences, t } from '../../util/text';

/** What the words are about. */
export interface Subject {
  readonly operation: Operation;
  readonly method: string;
  /** Where the request went to. */
  readonly url: URL;
  readonly environment: string;
  readonly timeoutMs: number;
  /** True where the request had to go without the key, since it leads to another origin. */
  readonly keyWithheld?: boolean;
}

const network = () =>
  t(
    'Check the address and your network connection, and whether a VPN or a proxy is needed. For a proxy of the system, paymentsApi.network.transport must be vscode.',
  );
const address = () => t('Check the address: http or https, its host and its port.');
const clock = () => t('Check the clock of this computer, or report it to the people who run the service.');
const trust = () =>
  t('Check the address; if you trust the issuer of this certificate, add it to the system.');
const again = () => t('Try again.');

/** What happened, as half a sentence about a host, and what to do, by cause. */
const CAUSES: Record<
  Exclude<CauseKind, 'proxy'>,
  readonly [what: (host: string) => string, advice: () => string]
> = {
  'no-host': [(host) => t('no host named {0} was found', host), network],
  refused: [
    (host) => t('{0} refused the connection', host),
    () => t('Check the address and its port, and whether the service is running.'),
  ],
  unreachable: [(host) => t('{0} cannot be reached from this network', host), network],
  'connect-timeout': [(host) => t('no connection to {0} was made in time', host), network],
  'no-answer': [(host) => t('{0} did not answer in time', host), again],
  lost: [(host) => t('the connection to {0} was closed before the answer was complete', host), again],
  'not-http': [(host) => t('the answer of {0} is not valid HTTP', host), address],
  compression: [(host) => t('the compressed answer of {0} is damaged', host), again],
  untrusted: [(host) => t('this editor does not trust the issuer of the certificate of {0}', host), trust],
  'self-signed': [(host) => t('the certificate of {0} is self-signed, so it is not trusted', host), trust],
  expired: [(host) => t('the certificate of {0} has expired', host), clock],
  'not-yet-valid': [(host) => t('the certificate of {0} is not valid yet', host), clock],
  'wrong-name': [(host) => t('the certificate of {0} belongs to another name', host), address],
  revoked: [
    (host) => t('the certificate of {0} has been revoked', host),
    () => t('Do not use this address until the people who run the service have replaced the certificate.'),
  ],
  tls: [(host) => t('no secure connection to {0} could be made', host), address],
  other: [(host) => t('the connection to {0} failed', host), network],
};

const DURING: Record<Phase, () => string> = {
  connecting: () => t('while connecting'),
  sending: () => t('while sending'),
  waiting: () => t('while waiting for the answer'),
  reading: () => t('while reading the answer'),
};

/** Half a sentence for one attempt in a record, with the code of the cause. */
export function failureWords(
  { why, phase }: AttemptFailure,
  host: string,
): { message: string; code?: string } {
  const during = DURING[phase]();
  if (why === 'cancelled') return { message: t('Cancelled {0}', during) };
  if (why === 'deadline') return { message: t('Timed out {0}', during) };
  if (why instanceof BodyFault) return { message: why.message };
  return {
    message: `${happened(why, host).what} (${during})`,
    ...(why.code === undefined ? {} : { code: why.code }),
  };
}

/**
 * The facts of a call that ended without a whole answer. A write that may have arrived is of unknown
 * outcome, whatever the reason; it says why it was not repeated.
 */
export function describeFailure(failure: AttemptFailure, subject: Subject): ErrorFacts {
  const { why, phase } = failure;
  const { host } = subject.url;
  if (why instanceof BodyFault) return describeBodyFault(why, subject);
  const cancelled = why === 'cancelled';
  // A service may answer before it has all of the request.
  const wasHeard = failure.whole || phase === 'reading';
  const refusedByProxy = typeof why === 'object' && why.kind === 'proxy';
  const mayHaveActed = !isRead(subject.method) && (cancelled ? wasHeard : failure.sent && !refusedByProxy);
  if (mayHaveActed) return unknownOutcome({ ...failure, why }, subject);
  if (cancelled) return { kind: 'cancelled', message: t('The request was cancelled.') };
  if (why === 'deadline') {
    return {
      kind: 'timeout',
      message: t(
        'The request took longer than the {0} allowed, {1} ({2}). Try again, or allow more time in the setting {3}.',
        seconds(subject.timeoutMs),
        DURING[phase](),
        host,
        'paymentsApi.requests.timeoutSeconds',
      ),
    };
  }
  const { what, advice } = happened(why, host);
  return { kind: kindOf(why), message: t('The request failed: {0}. {1}', what, advice) };
}

/** Id of the setting that may fix a failure, if there is one. */
export function helpfulSetting({ why }: AttemptFailure): string | undefined {
  if (why === 'deadline') return 'paymentsApi.requests.timeoutSeconds';
  if (typeof why !== 'object' || why instanceof BodyFault) return undefined;
  if (why.kind === 'proxy') return why.proxy?.status === 407 ? 'http.proxyAuthorization' : 'http.proxy';
  if (why.kind === 'untrusted' || why.kind === 'self-signed') return 'http.systemCertificates';
  // When neither a name nor an address can be reached, a proxy is often missing.
  return ['no-host', 'unreachable', 'connect-timeout'].includes(why.kind) ? 'http.proxy' : undefined;
}

function kindOf(cause: Cause): ErrorKind {
  if (isTls(cause)) return 'tls';
  if (cause.kind === 'connect-timeout' || cause.kind === 'no-answer') return 'timeout';
  return cause.proxy?.cause && isTls(cause.proxy.cause) ? 'tls' : 'network';
}

function unknownOutcome(
  { why, phase, whole }: Omit<AttemptFailure, 'why'> & { why: Cause | 'deadline' | 'cancelled' },
  subject: Subject,
): ErrorFacts {
  let reason: string;
  if (why === 'cancelled') reason = t('it was cancelled before an answer came');
  else if (why === 'deadline')
    reason = t('no complete answer came within {0} ({1})', seconds(subject.timeoutMs), DURING[phase]());
  else reason = happened(why, subject.url.host).what;
  const sent = whole
    ? t('The request was sent, but {0}.', reason)
    : t('The request was partly sent, but {0}.', reason);
  const message =
    subject.operation === 'topUp'
      ? // The interface has no way to read a balance, so there is nothing to check with.
        t(
          '{0} The amount may or may not have been added, so the top-up was not repeated. Another one may add it a second time.',
          sent,
        )
      : t(
          '{0} It may or may not have taken effect, so it was not repeated: check before you send it again.',
          sent,
        );
  return { kind: 'unknown-outcome', message };
}

function describeBodyFault({ fault, message }: BodyFault, subject: Subject): ErrorFacts {
  // The service answered as it should: its addresses are right.
  const isPart = fault === 'too-large' && isRead(subject.method) && subject.operation !== 'content';
  const advice = isPart ? t('Ask for a smaller part of it.') : afterDecode(subject);
  return { kind: 'decode', message: sentences(message, advice) };
}

/** What to do about a write that the service may have acted on. */
export function afterPossibleWrite(): string {
  return t('It may have taken effect anyway: check before you send it again.');
}

/** What to do about an answer that is not the documented one. */
export function afterDecode({ method, environment, operation }: Subject): string {
  if (isRead(method)) return t('Check the addresses of the environment "{0}".', environment);
  return operation === 'topUp'
    ? t('The amount has probably been added. Another top-up may add it a second time.')
    : t('The request has probably taken effect: check before you send it again.');
}

function happened(cause: Cause, host: string): { what: string; advice: string } {
  if (cause.kind !== 'proxy') {
    const [what, toDo] = CAUSES[cause.kind];
    return { what: what(host), advice: toDo() };
  }
  const advice = t('Check the settings http.proxy, http.proxyAuthorization and http.noProxy.');
  return { what: happenedAtProxy(cause.proxy, host), advice };
}

function happenedAtProxy({ name, status, cause }: NonNullable<Cause['proxy']> = {}, host: string): string {
  if (name === undefined)
    return t('a proxy on the way to {0} refused the connection, or wants a password', host);
  if (status === 407) return t('the proxy {0} wants a password', name);
  if (status !== undefined)
    return t('the proxy {0} refused to connect to {1} (status {2})', name, host, status);
  if (cause === undefined) return t('"{0}" is not the address of a proxy', name);
  return t('the proxy {0} could not be used: {1}', name, happened(cause, name).what);
}

/** A length of time as a person says it, such as "30 seconds" or "1 hour". */
export function seconds(milliseconds: number): string {
  const units = [
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1000, 'second'],
  ] as const;
  for (const [size, name] of units) {
    // Two of a unit at least, or exactly one: "90 seconds" says more than "2 minutes".
    if (milliseconds >= 2 * size || milliseconds === size) return count(Math.ceil(milliseconds / size), name);
  }
  return count(Math.ceil(milliseconds / 100) / 10, 'second');
}

function count(amount: number, unit: string): string {
  return number(amount, { style: 'unit', unit, unitDisplay: 'long' });
}
