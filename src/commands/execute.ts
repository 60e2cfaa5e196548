import * as vscode from 'vscode';
import { commandId, type Arguments, type CommandName, type Data } from './commands';
import type { Outcome } from './outcome';

/** Runs one of our own commands, with its arguments and outcome checked by the compiler. */
export async function execute<K extends CommandName>(
  name: K,
  ...args: Arguments<K>
): Promise<Outcome<Data<K>>> {
  return vscode.commands.executeCommand<Outcome<Data<K>>>(commandId(name), ...args);
}

/** The address of a link that runs one of our own commands. */
export function commandUri(name: CommandName, ...args: readonly unknown[]): vscode.Uri {
  return vscode.Uri.parse(`command:${commandId(name)}?${encodeURIComponent(JSON.stringify(args))}`);
}
