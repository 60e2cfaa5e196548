import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { commandTitle } from '../commands/titles';
import { addressOf, type Hosts, type PlannedBody, type RequestPlan } from '../api/model/requestPlan';
import type { KeyVault } from '../services/environments/keyVault';
import type { Ask } from '../services/sender';
import type { Decision, EarlierWrite } from '../services/writeRules';
import { plainText } from '../util/plainText';
import { visible, visibleLines } from '../util/visible';
import { t } from '../util/text';
import { accountLines, askModalSafely } from './questions/confirm';
import { formatBytes, formatDuration, formatExactTime } from './formats/formats';
import { environmentTitle, withProduction } from './environmentTitle';
import { openReadOnly } from './documents/readOnlyText';

/** More than this does not fit into a dialog. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 1200;
/** So many writes are named beside the document that shows them. */
const MOST_NAMED = 10;

/** Asks about writes in one dialog whose first button sends nothing. Each is shown whole, in a document if need be. */
export function askConsent(context: vscode.ExtensionContext, keys: () => Pick<KeyVault, 'state'>): Ask {
  return async (writes, words) => {
    const [first] = writes;
    if (first === undefined) return true;
    const { environment } = first;
    const question = words?.question ?? questionOf(writes);
    const detail = [
      ...(await shownWhole(context, writes)),
      ...holds(writes),
      ...reasons(writes),
      ...(environment.type === 'production'
        ? accountLines(environment, await keys().state(environment), first.plan.service)
        : []),
    ];
    return askModalSafely(
      withProduction(question, environment),
      detail.join('\n'),
      words?.action ?? actionOf(writes),
      t('Do Not Send'),
    );
  };
}

/** Lines that show the writes whole, or in short beside a document that does. */
async function shownWhole(
  context: vscode.ExtensionContext,
  writes: readonly Pick<Decision, 'plan' | 'environment'>[],
): Promise<string[]> {
  const whole = writes.map(({ plan, environment }) => wholeWrite(plan, environment.addresses));
  const text = whole.join('\n\n');
  if (text.length <= MOST_CHARACTERS && text.split('\n').length <= MOST_LINES) return [text];
  await openReadOnly(context, text);
  const short = writes
    .slice(0, MOST_NAMED)
    .flatMap(({ plan, environment }) => [
      plainText(`${plan.method} ${addressOf(plan, environment.addresses)}`, 200),
      ...(plan.body === undefined ? [] : [describeBody(plan.body)]),
    ]);
  const more = writes.length - MOST_NAMED;
  return [
    ...short,
    ...(more > 0 ? [t('{0} more', more)] : []),
    t('All of it is in the document that was opened: read it before you agree.'),
  ];
}

/** What is sent: method and whole target, own headers, size and hash of the body, and the body itself. */
export function wholeWrite(plan: RequestPlan, hosts: Hosts): string {
  const { method, headers, body } = plan;
  const lines = [
    visible(`${method} ${addressOf(plan, hosts)}`),
    ...headers.map(([name, value]) => visible(`${name}: ${value}`)),
  ];
  if (body === undefined) return lines.join('\n');
  const text = body.kept ?? Buffer.from(body.bytes).toString();
  return [...lines, describeBody(body), visibleLines(text)].join('\n');
}

function describeBody(body: PlannedBody): string {
  const hash = createHash('sha256').update(body.bytes).digest('hex');
  return t('Body: {0}, SHA-256 {1}', formatBytes(body.bytes.length), hash);
}

function questionOf(writes: readonly Decision[]): string {
  const [first] = writes;
  if (first === undefined || writes.length > 1) return t('send {0} writes?', writes.length);
  const { plan, environment, earlier, isAgain, heldSeconds } = first;
  const { method, target } = plan;
  // The dialog cuts long titles: the whole is in its text.
  const path = plainText(target, 200);
  const title = environmentTitle(environment);
  if (earlier === undefined && !isAgain && heldSeconds !== undefined)
    return t('Send {0} {1} to {2} anyway?', method, path, title);
  if (earlier === undefined && !isAgain) return t('send {0} {1}?', method, path);
  return t('Send {0} {1} to {2} again?', method, path, title);
}

function actionOf(writes: readonly Decision[]): string {
  if (writes.some(({ isAgain, earlier }) => isAgain || earlier !== undefined))
    return commandTitle('sendAgain');
  if (writes.some(({ heldSeconds }) => heldSeconds !== undefined)) return t('Send Anyway');
  return t('Send to Production');
}

function holds([first]: readonly Decision[]): string[] {
  const seconds = first?.heldSeconds;
  if (seconds === undefined) return [];
  const time = formatDuration(seconds * 1000);
  return [t('The service asked to wait: {0} are left.', time)];
}

function reasons(writes: readonly Decision[]): string[] {
  const lines = writes.flatMap(({ plan, earlier }) =>
    earlier === undefined
      ? []
      : [
          writes.length > 1
            ? `${plan.method} ${plainText(plan.target, 100)}: ${describeEarlier(earlier)}`
            : describeEarlier(earlier),
        ],
  );
  return lines.length > 0 || writes.some(({ isAgain }) => isAgain)
    ? [...lines, t('Sending it again may have the same effect a second time.')]
    : [];
}

/** When the same write was sent before, and what is known of its result. */
export function describeEarlier({ startedAt, isUnderWay, why }: EarlierWrite): string {
  const when = formatExactTime(startedAt);
  return isUnderWay
    ? t('The same request was sent at {0}, and its answer has not come yet.', when)
    : t(
        'The same request was sent at {0}, and it may have been carried out. {1}',
        when,
        plainText(why ?? t('No answer came.'), 500),
      );
}
