import * as vscode from 'vscode';
import { showMessage } from './messages';
import { t } from '../util/text';

/**
 * Opens a web address outside the editor, exactly as given. Not awaited: the editor may ask whether to open it,
 * and a command's outcome must not hang on that. A later failure is shown as a message.
 */
export function openOutside(url: string, show: (message: string) => void = showError): void {
  // A Uri would lose which of its characters were escaped, and a signed link with them; text is taken as it is,
  // which the type does not show (microsoft/vscode issues 85930 and 173239).
  const asGiven = url as unknown as vscode.Uri;
  // False is no failure: the user may have answered that it should not be opened.
  void vscode.env
    .openExternal(asGiven)
    .then(undefined, () =>
      show(t('The editor could not open the address of {0} in the browser.', hostOf(url))),
    );
}

/** A link may grant access by its path and query: a message names no more than the host. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

function showError(message: string): void {
  showMessage('error', message);
}
