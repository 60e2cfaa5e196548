import { AsyncLocalStorage } from 'node:async_hooks';
import * as vscode from 'vscode';
import { isPaymentsError, type ErrorContext, type ErrorKind } from '../api/model/errors';
import type { Failure } from '../commands/outcome';
import { commandId } from '../commands/commands';
import type { CommandName } from '../commands/commands';
import type { FailureReporter } from '../commands/registry';
import { commandTitle } from '../commands/titles';
import type { Environment } from '../services/environments/environmentModel';
import { literal } from '../util/plainText';
import { withProduction } from './environmentTitle';
import { sentences, t } from '../util/text';

/** A button of a message, and the command that it runs. */
export interface Action extends vscode.MessageItem {
  readonly title: string;
  readonly run: () => unknown;
}

/** A button that runs one of our own commands. */
export function commandAction(title: string, name: CommandName, ...args: unknown[]): Action {
  return { title, run: () => vscode.commands.executeCommand(commandId(name), ...args) };
}

/** A button that runs one of our own commands, under the command's own title. */
export function titledAction(name: CommandName, ...args: unknown[]): Action {
  return commandAction(commandTitle(name), name, ...args);
}

/** A button that opens a file which was just written. */
export function openAction(uri: vscode.Uri): Action {
  return { title: t('Open'), run: () => vscode.commands.executeCommand('vscode.open', uri) };
}

/** Does what a person has chosen: not on behalf of the call of an agent that has shown the message. */
const runChosen = AsyncLocalStorage.bind((chosen?: Partial<Action>) => chosen?.run?.());

/**
 * Shows a message, and later does what the user chooses: a command's outcome must not hang on a button. Links in it are
 * text: it may hold the words of the service, or the name of a file.
 */
export function showMessage(
  level: 'info' | 'warning' | 'error',
  message: string,
  actions: readonly Action[] = [],
): void {
  const { window } = vscode;
  const show: Record<typeof level, typeof window.showErrorMessage> = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  };
  // The editor shows one line of a message without a button. A Chinese or Japanese character takes the place of two.
  const isShort = message.replace(/\p{Lo}/gu, '--').length < 50;
  const buttons = actions[0] || isShort ? actions : [{ title: t('OK') }];
  void show[level](literal(message), ...buttons)
    // An editor that shows no messages rejects.
    .then(runChosen, () => undefined)
    .then(undefined, showThrown);
}

/** Shows what was thrown where no command takes it. */
export function showThrown(error: unknown): void {
  showMessage('error', error instanceof Error ? error.message : String(error));
}

/** Adds buttons to an error, in front of those that every failure of its kind has. */
export function withActions<E extends Error>(error: E, actions: readonly Action[]): E {
  return Object.assign(error, { actions });
}

/**
 * Marks an error that is shown already: it is logged.
 * @param mayFix a message still offers what may fix it, as where a document or panel shows the error
 */
export function withoutMessage<E extends Error>(error: E, mayFix = true): E {
  return Object.assign(error, { mayFix });
}

/** Looks at the shape: each bundle has its own classes. */
function offeredBy(error: unknown): readonly Action[] {
  const actions: unknown = error instanceof Error && 'actions' in error ? error.actions : undefined;
  return Array.isArray(actions) ? (actions as readonly Action[]) : [];
}

/**
 * Shows failures: one sentence with the request id, and the one thing to do next. Quiet on cancel.
 * @param environments those that failures may concern
 */
export function createFailureReporter(
  log: vscode.LogOutputChannel,
  environments: { readonly all: readonly Environment[] },
): FailureReporter {
  return (command, failure, error) => {
    const { error: facts, requestId } = failure;
    if (facts.kind === 'cancelled') {
      log.info(`${command}: cancelled`);
      return;
    }
    log.warn(`${command}: ${facts.kind}: ${withRequestId(facts.message, requestId)}`);
    const isExpected = isPaymentsError(error);
    if (!isExpected) log.error(error instanceof Error ? error : String(error));
    const context: ErrorContext = isExpected ? error : {};
    if (!needsMessage(error, failure, context)) return;
    const where = environments.all.find(({ id }) => id === context.environment);
    const offered = offeredBy(error);
    const actions = [...offered, ...failureActions(failure, context)];
    const message = withRequestId(withProduction(facts.message, where), requestId);
    showMessage(
      levelOf(facts.kind, offered.length > 0),
      message,
      // Of what is expected the log says no more.
      isExpected ? actions : [titledAction('showLog')],
    );
  };
}

/**
 * How a failure is shown. The editor keeps errors with buttons on the screen until they are closed, and an extension cannot
 * take a message back. So what may soon hold no longer is no error: what is missing can be set up the next moment, and that
 * something is not there is no failure where there is a way on.
 */
export function levelOf(kind: ErrorKind, hasWayOn: boolean): 'info' | 'warning' | 'error' {
  if (kind === 'configuration') return 'warning';
  return kind === 'not-found' && hasWayOn ? 'info' : 'error';
}

/** Whether a message is shown for a failure: what is shown elsewhere needs one only for a button that may fix it. */
export function needsMessage(error: unknown, failure: Failure, context: FixContext): boolean {
  const isShown = error instanceof Error && 'mayFix' in error;
  return !isShown || (error.mayFix === true && fixes(failure, context).length > 0);
}

/** The message with the request id that support will ask for. */
export function withRequestId(message: string, requestId: string | undefined): string {
  return sentences(message, requestId === undefined ? undefined : t('Request id: {0}', requestId));
}

/** Opens the editor's settings at one of them. */
export function openSetting(id: string): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', `@id:${id}`);
}

/**
 * The actions for a failure: first the fix, then what support needs.
 * @param context what else is known of the error: its environment, what that lacks, the setting that may help
 */
export function failureActions(failure: Failure, context: FixContext): Action[] {
  const { requestId, exchangeId } = failure;
  const actions = fixes(failure, context);
  if (exchangeId !== undefined) {
    if (requestId !== undefined) actions.push(titledAction('copyRequestId', exchangeId));
    actions.push(commandAction(t('Support Report'), 'copySupportReport', exchangeId, { show: true }));
  }
  return actions;
}

type FixContext = Pick<ErrorContext, 'environment' | 'missing' | 'setting'>;

function fixes({ error }: Failure, { environment, missing, setting }: FixContext): Action[] {
  const actions: Action[] = [];
  if (setting !== undefined) {
    actions.push({
      title: t('Open Settings'),
      run: () => openSetting(setting),
    });
  }
  if (missing === 'sandbox') {
    actions.push(titledAction('startLocalSandbox'));
  } else if (missing === 'address' && environment !== 'local') {
    actions.push(titledAction('configureEnvironment', environment));
  } else if (missing === 'key' || error.status === 401) {
    actions.push(titledAction('setApiKey', environment));
  }
  return actions;
}
