/** Why there was no answer, in plain words: what happened, what it means, what to do. */
import type { Failure, Phase } from './attempts';
import { type Cause, type CauseKind, isTls } from '../wire/networkError';
import { BodyFault } from '../wire/decodeBody';
import type { ErrorFacts, ErrorKind } from '../errors';
import type { Operation } from '../exchange';
import { plainText } from '../../util/plainText';

/** What the words are about. */
export interface Subject {
  readonly operation: Operation;
  readonly method: string;
  /** Host and port that the request went to. */
  readonly host: string;
  readonly environment: string;
  readonly isRead: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const NOUNS: Record<Operation, string> = {
  uploadFile: 'upload',
  getFile: 'request',
  topUp: 'top-up',
  request: 'request',
  content: 'download',
};

/** What a call is called in a sentence, such as "upload". */
export function nounFor(operation: Operation): string {
  return NOUNS[operation];
}

/** What happened, as half a sentence about a host, by cause. */
const HAPPENED: Record<Exclude<CauseKind, 'proxy'>, (host: string) => string> = {
  'no-host': (host) => `no host by the name of ${host} was found`,
  refused: (host) => `${host} refused the connection`,
  unreachable: (host) => `${host} cannot be reached from this network`,
  'connect-timeout': (host) => `no connection to ${host} was made in time`,
  'no-answer': (host) => `${host} did not answer in time`,
  lost: (host) => `the connection to ${host} was closed before the answer was complete`,
  'not-http': (host) => `what ${host} answered is not HTTP as it should be`,
  compression: (host) => `the compressed answer of ${host} is damaged`,
  untrusted: (host) => `this editor does not trust the issuer of the certificate of ${host}`,
  'self-signed': (host) => `the certificate of ${host} is signed by itself, and so not trusted here`,
  expired: (host) => `the certificate of ${host} has expired`,
  'not-yet-valid': (host) => `the certificate of ${host} is not valid yet`,
  'wrong-name': (host) => `the certificate of ${host} belongs to another name`,
  revoked: (host) => `the certificate of ${host} has been revoked`,
  tls: (host) => `no secure connection to ${host} could be made`,
  other: (host) => `the connection to ${host} failed`,
};

const ADVICE: Record<Exclude<CauseKind, 'proxy'>, string> = {
  'no-host': 'Check the address and your network connection.',
  refused: 'Check the address and its port, and whether the service is running.',
  unreachable: 'Check your network connection, and whether a VPN or a proxy is needed.',
  'connect-timeout': 'Check the address and your network connection, and whether a proxy is needed.',
  'no-answer': 'Try again.',
  lost: 'Try again.',
  'not-http': 'Check the address and its port.',
  compression: 'Try again.',
  untrusted: 'Check the address; if your company has a certificate authority, add it to the system.',
  'self-signed': 'Check the address; if you trust this certificate, add it to the system.',
  expired: 'Check the clock of this computer, or tell whoever runs the service.',
  'not-yet-valid': 'Check the clock of this computer.',
  'wrong-name': 'Check the address.',
  revoked: 'Do not use this address until whoever runs the service has replaced it.',
  tls: 'Check whether the address should begin with https, and its port.',
  other: 'Check the address and your network connection, then try again.',
};

const DURING: Record<Phase, string> = {
  connecting: 'while connecting',
  sending: 'while sending',
  waiting: 'while waiting for the answer',
  reading: 'while reading the answer',
};

/** Half a sentence for one attempt in a record, with the code of the cause. */
export function failureWords({ why, phase }: Failure): { message: string; code?: string } {
  if (why === 'cancelled') return { message: `Cancelled ${DURING[phase]}` };
  if (why === 'deadline') return { message: `Out of time ${DURING[phase]}` };
  if (why instanceof BodyFault) return { message: capitalised(why.message) };
  const what = happened(why, 'the service').what;
  return {
    message: `${capitalised(what)} (${DURING[phase]})`,
    ...(why.code === undefined ? {} : { code: why.code }),
  };
}

/**
 * The facts of a call that ended without a whole answer. A write that may have arrived is of unknown
 * outcome, whatever the reason; it says why it was not repeated.
 */
export function describeFailure(failure: Failure, subject: Subject): ErrorFacts {
  const { why, phase } = failure;
  if (why instanceof BodyFault) return describeBodyFault(why, subject);
  const cancelled = why === 'cancelled';
  const mayHaveActed = !subject.isRead && (cancelled ? failure.whole : failure.sent && !refusedByProxy(why));
  if (mayHaveActed) return unknownOutcome(failure, subject);
  const noun = NOUNS[subject.operation];
  if (cancelled) return { kind: 'cancelled', message: `The ${noun} was cancelled.` };
  if (why === 'deadline') {
    const limit = seconds(subject.timeoutMs);
    const message = `The ${noun} took longer than the ${limit} allowed, ${DURING[phase]} (${subject.host}). Try again, or allow more time in the setting paymentsApi.requests.timeoutSeconds.`;
    return { kind: 'timeout', message };
  }
  const { what, advice } = happened(why, subject.host);
  return { kind: kindOf(why), message: `The ${noun} failed: ${what}. ${advice}` };
}

/** Id of the setting to look at after a failure, if one may mend it. */
export function helpfulSetting({ why }: Failure): string | undefined {
  if (why === 'deadline') return 'paymentsApi.requests.timeoutSeconds';
  if (typeof why !== 'object' || why instanceof BodyFault) return undefined;
  if (why.kind === 'proxy') return why.proxy?.status === 407 ? 'http.proxyAuthorization' : 'http.proxy';
  // Where nothing is reached by name or number, there is often a proxy that was to be asked.
  return ['no-host', 'unreachable', 'connect-timeout'].includes(why.kind) ? 'http.proxy' : undefined;
}

function refusedByProxy(why: Failure['why']): boolean {
  return typeof why === 'object' && !(why instanceof BodyFault) && why.kind === 'proxy';
}

function kindOf(cause: Cause): ErrorKind {
  if (isTls(cause)) return 'tls';
  if (cause.kind === 'connect-timeout' || cause.kind === 'no-answer') return 'timeout';
  return cause.kind === 'proxy' && cause.proxy?.cause && isTls(cause.proxy.cause) ? 'tls' : 'network';
}

function unknownOutcome({ why, phase, whole }: Failure, subject: Subject): ErrorFacts {
  const noun = NOUNS[subject.operation];
  const sent = whole ? 'was sent' : 'was partly sent';
  let reason: string;
  if (why === 'cancelled') reason = 'it was cancelled before the answer was there';
  else if (why === 'deadline')
    reason = `no whole answer came within ${seconds(subject.timeoutMs)} (${DURING[phase]})`;
  else if (why instanceof BodyFault) reason = 'its answer cannot be read';
  else reason = happened(why, subject.host).what;
  const message = `The ${noun} ${sent}, but ${reason}. It may or may not have taken effect, so it was not repeated: check before you send it again.`;
  return { kind: 'unknown-outcome', message };
}

function describeBodyFault({ fault, message }: BodyFault, subject: Subject): ErrorFacts {
  const what =
    fault === 'too-large'
      ? `it is larger than ${Math.floor(subject.maxBytes / (1024 * 1024))} MiB`
      : fault === 'compression'
        ? 'its compressed form is damaged'
        : `of its ${plainText(
            message.replace(/^[A-Z]/, (first) => first.toLowerCase()),
            80,
          )}`;
  return { kind: 'decode', message: `The answer cannot be read because ${what}. ${afterDecode(subject)}` };
}

/** What to do about an answer that is not the documented one. */
export function afterDecode({ isRead, environment, operation }: Subject): string {
  return isRead
    ? `Check the addresses of the environment "${environment}".`
    : `The ${NOUNS[operation]} has probably taken effect: check before you send it again.`;
}

function happened(cause: Cause, host: string): { what: string; advice: string } {
  if (cause.kind !== 'proxy') return { what: HAPPENED[cause.kind](host), advice: ADVICE[cause.kind] };
  const { name, status, cause: reason } = cause.proxy ?? {};
  if (name === undefined) {
    return {
      what: `a proxy on the way to ${host} refused the connection, or wants a password`,
      advice: 'Check the settings http.proxy and http.proxyAuthorization.',
    };
  }
  if (status === 407) {
    return {
      what: `the proxy ${name} wants a password`,
      advice: 'Set http.proxyAuthorization, or put user and password into http.proxy.',
    };
  }
  if (status !== undefined) {
    return {
      what: `the proxy ${name} refused to connect to ${host} (status ${status})`,
      advice: 'Check the setting http.proxy, or add the host to http.noProxy.',
    };
  }
  if (reason === undefined) {
    return { what: `"${name}" is not the address of a proxy`, advice: 'Correct the setting http.proxy.' };
  }
  return {
    what: `the proxy ${name} could not be used: ${happened(reason, name).what}`,
    advice: 'Check the setting http.proxy.',
  };
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
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
