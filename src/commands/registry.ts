import * as vscode from 'vscode';
import { PreflightError } from '../api/model/errors';
import type { CommandName, Handlers } from './commands';
import { success, type Done, type Failure, type Outcome } from './outcome';
import { t } from '../util/text';

/** Where errors of commands go. */
export interface ErrorBoundary {
  /** Turns whatever was thrown into an outcome. */
  readonly toFailure: (error: unknown) => Failure;
  /** Shows the user a failure. Never throws, never waits for the user. */
  readonly report: FailureReporter;
}

/** Shows the user a command's failure. */
export type FailureReporter = (command: string, failure: Failure, error: unknown) => void;

/** What the editor read of package.json, which `npm run manifest` writes from the table of commands. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly Shown[];
    readonly menus: { readonly 'view/item/context': readonly Shown[] };
  };
}

interface Shown {
  readonly command: string;
}

/**
 * Registers every command of the manifest. Handlers are loaded at the first call.
 *
 * Some have a second id: the editor hands the focused and the selected rows to every command of a view, and a row is no
 * argument of a title.
 * @param packageJson the manifest, so that the table of commands need not be loaded
 * @param load gives the handlers
 */
export function registerCommands(
  packageJson: unknown,
  load: () => Promise<Handlers>,
  boundary: ErrorBoundary,
): vscode.Disposable {
  const { commands, menus } = (packageJson as Manifest).contributes;
  const ofRows = new Set(menus['view/item/context'].map(({ command }) => command));
  return vscode.Disposable.from(
    ...commands.map(({ command }) => {
      const [, name, withoutRow] = command.split('.');
      return vscode.commands.registerCommand(command, (...args: unknown[]) =>
        runCommand(
          name as CommandName,
          withoutRow === undefined ? args : [],
          ofRows.has(command),
          load,
          boundary,
        ),
      );
    }),
  );
}

/** The one boundary that errors travel to: whatever happens, a command resolves to an outcome. */
async function runCommand(
  name: CommandName,
  args: unknown[],
  needsRow: boolean,
  load: () => Promise<Handlers>,
  { toFailure, report }: ErrorBoundary,
): Promise<Outcome<unknown>> {
  try {
    if (needsRow && isOfMissingRow(args)) throw missingRow();
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
function isOfMissingRow(args: readonly unknown[]): boolean {
  const [row, selection] = args;
  return args.length === 2 && Array.isArray(selection ?? []) && (row ?? undefined) === undefined;
}

/** Nothing is done: it must not happen to another row than the one that the user chose. */
function missingRow(): PreflightError {
  const message = t(
    'The view was refreshed while its menu was open. Nothing was done. Choose the row again.',
  );
  return new PreflightError(message);
}
