import type { Answer, AttemptWait, CallOptions } from '../api/model/clientTypes';
import { isOfKind } from '../api/model/errors';
import type { Exchange, ReceivedAnswer } from '../api/model/exchange';
import type { Done } from '../commands/outcome';
import type { SentRequest } from '../commands/table/commandTypes';
import type { Permit, Sender } from '../services/sender';
import { plainText } from '../util/plainText';
import { t } from '../util/text';
import { formatDuration } from './formats/formats';
import { withoutMessage } from './messages';
import { environmentTitle } from './environmentTitle';
import { withLateProgress } from './progress';

/** What is done beside the sending. The signal ends it, as Cancel does. */
export interface SendHooks extends Pick<CallOptions, 'origin' | 'signal' | 'onExchange'> {
  /** Takes what the progress says, where one with Cancel is shown already: none of its own is shown then. */
  readonly report?: (message: string) => void;
  /** The words of the progress; method and path unless given. */
  readonly title?: string;
  /** Shows what came of it, also after a failure, which is then not shown a second time. */
  readonly show?: ((exchange: Exchange) => Promise<unknown>) | undefined;
}

/**
 * Sends what was permitted, with progress and Cancel once it takes longer than a moment.
 * @throws PaymentsError for every failure
 */
export async function sendWithProgress<T>(
  sender: Pick<Sender, 'send'>,
  permit: Permit<T>,
  {
    origin,
    signal: ended,
    report: reportElsewhere,
    title = titleOf(permit),
    onExchange,
    show,
  }: SendHooks = {},
): Promise<Answer<T>> {
  let exchange: Exchange | undefined;
  const note = (made: Exchange, arrived?: ReceivedAnswer): void => {
    exchange = made;
    onExchange?.(made, arrived);
  };
  let answer: Answer<T>;
  try {
    const work = (report: (message: string) => void, ...signals: AbortSignal[]): Promise<Answer<T>> => {
      const signal = AbortSignal.any(ended === undefined ? signals : [...signals, ended]);
      const onWait = (wait: AttemptWait): void => report(describeWait(wait));
      return sender.send(permit, { signal, origin, onExchange: note, onWait });
    };
    answer = await (reportElsewhere === undefined
      ? withLateProgress(title, (cancelled, report) => work(report, cancelled))
      : work(reportElsewhere));
  } catch (error) {
    const isShown = error instanceof Error && !isOfKind(error, 'cancelled') && (await tryTo(show, exchange));
    // The document begins with what went wrong: no message says it a second time.
    throw isShown ? withoutMessage(error) : error;
  }
  await tryTo(show, exchange);
  return answer;
}

/** An answer as the outcome of a command. */
export function doneWith({ status, body, requestId, exchangeId }: Answer<unknown>): Done<SentRequest> {
  return { data: { status, body }, requestId, exchangeId };
}

/** @returns whether it is shown: what the service answered counts in either case */
async function tryTo(show: SendHooks['show'], exchange: Exchange | undefined): Promise<boolean> {
  if (show === undefined || exchange === undefined) return false;
  try {
    await show(exchange);
    return true;
  } catch {
    return false;
  }
}

function titleOf({ plan: { method, target }, environment }: Permit): string {
  const path = plainText(target.split('?', 1)[0] ?? '', 80);
  return t('{0}: {1}', environmentTitle(environment), `${method} ${path}`);
}

/** What the progress says of a wait: which attempt comes next, of how many, and when. */
export function describeWait({ attempt, of, milliseconds }: AttemptWait): string {
  const time = formatDuration(Math.max(1000, Math.round(milliseconds / 1000) * 1000));
  return t('attempt {0} of {1}, waiting {2}', attempt, of, time);
}
