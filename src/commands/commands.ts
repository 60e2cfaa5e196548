import type { Done } from './outcome';
import type { COMMANDS } from './table/commandTable';
import type { Row } from './table/row';

type Commands = typeof COMMANDS;

export type CommandName = keyof Commands;
export type Arguments<K extends CommandName> = Commands[K] extends Row<infer A, unknown> ? A : never;
export type Data<K extends CommandName> = Commands[K] extends Row<infer _A, infer D> ? D : never;

export type Handler<K extends CommandName> = (...args: Arguments<K>) => Promise<Done<Data<K>>>;
export type Handlers = { readonly [K in CommandName]: Handler<K> };

/** The full id of a command, as keybindings and menus name it. */
export function commandId(name: CommandName): string {
  return `paymentsApi.${name}`;
}
