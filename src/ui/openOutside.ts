import * as vscode from 'vscode';

/**
 * Opens a web address outside the editor, exactly as given. Not awaited: the editor may ask whether to open it,
 * and a command's outcome must not hang on that.
 */
export function openOutside(url: string): void {
  // A Uri would lose which of its characters were escaped, and a signed link with them; text is taken as it is,
  // which the type does not tell (microsoft/vscode issues 85930 and 173239).
  const asGiven = url as unknown as vscode.Uri;
  void vscode.env.openExternal(asGiven).then(undefined, () => undefined);
}
