import * as vscode from 'vscode';
import { PreflightError } from '../api/model/errors';
import { commandId, COMMAND_NAMES, COMMANDS, type CommandName, type Handlers } from './commands';

import { success, type Done, type Failure, type Outcome } from './outcome';

/** Where errors of commands go. */
export interface ErrorBoundary {
  /** Turns whatever was thrown into an outcome. */
  readonly toFailure: (error: unknown) => Failure;
  /** Shows the user a failure. Never throws, never waits for the user. */
  readonly report: FailureReporter;
}

/** Shows the user a command's failure. */
export type FailureReporter = (command: string, failure: Failure, error: unknown) => void;

/**
 * Registers every command. Handlers are loaded at the first call.
 * @param load gives the handlers
 */
export function registerCommands(load: () => Promise<Handlers>, boundary: ErrorBoundary): vscode.Disposable {
  return vscode.Disposable.from(
    ...COMMAND_NAMES.map((name) =>
      vscode.commands.registerCommand(commandId(name), (...args: unknown[]) =>
        runCommand(name, args, load, boundary),
      ),
    ),
  );
}

/** The one boundary that errors travel to: whatever happens, a command resolves to an outcome. */
async function runCommand(
  name: CommandName,
  args: unknown[],
  load: () => Promise<Handlers>,
  { toFailure, report }: ErrorBoundary,
): Promise<Outcome<unknown>> {
  try {
    if (isOfMissingRow(name, args)) throw missingRow();
    const handlers = await load();
    // Menus and other extensions pass anything: each handler checks its own arguments.
    const handler = handlers[name] as (...given: unknown[]) => Promise<Done<unknown>>;
    return success(await handler(...args));
  } catch (error) {
    const failure = toFailure(error);
    report(name, failure, error);
    return failure;
  }
}

/**
 * Whether the menu of a row called and the editor no longer knows the row, because the view was refreshed while the
 * menu was open: the editor then passes nothing for the row, and the selection as the second argument.
 */
function isOfMissingRow(name: CommandName, args: readonly unknown[]): boolean {
  const [row, selection] = args;
  const fromMenu = args.length === 2 && (Array.isArray(selection) || (selection ?? undefined) === undefined);
  return fromMenu && (row ?? undefined) === undefined && COMMANDS[name].needsRow;
}

/** Nothing is done: it must not happen to another row than the one that the user chose. */
function missingRow(): PreflightError {
  const message = vscode.l10n.t(
    'The view was refreshed while its menu was open. Nothing was done. Choose the row again.',
  );
  return new PreflightError({ message });
}
