import * as vscode from 'vscode';

/** A row of a view that is no record: a sentence, or something that can be done. */
export interface LineRow {
  readonly environment: string;
  /** Unique below its environment. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** A codicon's name. */
  readonly icon: string;
  /** Is given the row itself, unless it says what else. */
  readonly command?: Partial<vscode.Command> & Pick<vscode.Command, 'command'>;
}

/** What the editor shows of such a row. */
export function lineItem(row: LineRow): vscode.TreeItem {
  const { environment, id, title, description, icon, command } = row;
  const item = new vscode.TreeItem(title);
  item.id = `${environment}/${id}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  if (description !== undefined) item.description = description;
  if (command !== undefined) item.command = { title: '', arguments: [row], ...command };
  return item;
}
