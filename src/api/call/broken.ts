/** A call that an error of ours ended: what is said of it, and what is logged. */
import type { AttemptEnd } from './attempts';
import { afterPossibleWrite } from './describeError';
import type { ErrorFacts } from '../model/errors';
import type { Redactor } from '../model/redact';
import { sentences, t } from '../../util/text';

/** The facts of such a call. @param last the last attempt that ended; without one, nothing was sent */
export function describeBroken(last: AttemptEnd | undefined, isRead: boolean): ErrorFacts {
  if (last === undefined) {
    const message = t(
      'The request could not be made, because of an error in this extension. Nothing was sent.',
    );
    return { kind: 'preflight', message };
  }
  const { response, failure } = last;
  const what = t(
    'The answer could not be read, because of an error in this extension. Its log has the details.',
  );
  const message = sentences(what, isRead ? undefined : afterPossibleWrite());
  const wasSent = failure?.sent !== false;
  const kind = response ? 'decode' : wasSent && !isRead ? 'unknown-outcome' : 'network';
  return { kind, message };
}

/** What went wrong, for the log, without keys: texts of errors can hold what was answered. */
export function reasonOf(error: unknown, redactor: Redactor): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  try {
    const reason = new Error(redactor.text(message));
    reason.stack = redactor.text(stack ?? message);
    return reason;
  } catch {
    return new Error(name);
  }
}
