import * as vscode from 'vscode';
import { ConfigurationError } from '../api/model/errors';
import { withActions } from './messages';
import { t } from '../util/text';

/**
 * A refusal to send what somebody else may have chosen: its message leads to the editor's own page about trust.
 * @param message what was not sent, and why
 */
export function notTrusted(message: string): ConfigurationError {
  return withActions(new ConfigurationError(message), [
    {
      title: t('Manage Workspace Trust…'),
      run: () => vscode.commands.executeCommand('workbench.trust.manage'),
    },
  ]);
}
