import * as vscode from 'vscode';
import { commandId, type CommandName } from './commands';

/** A command in the manifest as the editor gives it: a title that is translated keeps the English one beside it. */
interface Contributed {
  readonly command: string;
  readonly title: string | { readonly value: string };
}

interface Manifest {
  readonly contributes: { readonly commands: readonly Contributed[] };
}

let titles: ReadonlyMap<string, string> | undefined;

/** The title of one of our own commands as menus show it, in the language shown. */
export function menuTitle(name: CommandName): string {
  titles ??= readTitles();
  return titles.get(commandId(name)) ?? name;
}

/** The title without the dots that announce a question: for the question itself, and for buttons. */
export function commandTitle(name: CommandName): string {
  return menuTitle(name).replace(/…$/, '');
}

function readTitles(): ReadonlyMap<string, string> {
  const extension = vscode.extensions.getExtension<unknown>('payments-tools.payments-api-explorer');
  const manifest = extension?.packageJSON as Manifest | undefined;
  return new Map(
    manifest?.contributes.commands.map(({ command, title }) => [
      command,
      typeof title === 'string' ? title : title.value,
    ]),
  );
}
