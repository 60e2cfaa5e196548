import type * as vscode from 'vscode';
import { readLayout, type ColumnLayout } from './model/tableProtocol';

const LAYOUTS = 'paymentsApi.tableLayouts';
/** So many tables' columns are remembered: those that were arranged last. */
const REMEMBERED = 100;

/** How the columns of a table were left. @param of method and path, without the query */
export function layoutOf(state: vscode.Memento, of: string): readonly ColumnLayout[] {
  return readLayout(allIn(state).get(of));
}

/** Remembers how the columns of a table are left. @param of as for `layoutOf` */
export async function keepLayout(
  state: vscode.Memento,
  of: string,
  layout: readonly ColumnLayout[],
): Promise<void> {
  const others = allIn(state);
  others.delete(of);
  await state.update(LAYOUTS, [[of, layout], ...others].slice(0, REMEMBERED));
}

function allIn(state: vscode.Memento): Map<string, unknown> {
  return new Map(state.get<[string, unknown][]>(LAYOUTS, []));
}
