import * as vscode from 'vscode';
import { checkAddress } from '../../api/model/addresses';
import { plainText } from '../../util/plainText';
import { checkDashboard, LONGEST_NAME, type Environment } from '../../services/environments/environmentModel';
import { t } from '../../util/text';

/** What people type when they set up an environment, checked as it is typed. */

type Checked = string | vscode.InputBoxValidationMessage | undefined;

/**
 * Checks an API address, and says what it will be used for.
 * @returns a text when it is refused
 */
export function checkApiAddress(text: string): Checked {
  const checked = checkAddress(text);
  if (!checked.ok) return refusal(checked.reason);
  return hint(t('Requests and top-ups go to {0}/…', checked.apiUrl));
}

/** Checks a files address; none is needed when the API's origin serves the files. */
export function checkFilesAddress(text: string, apiUrl: string): Checked {
  const api = checkAddress(apiUrl);
  const checked = text.trim() === '' && api.ok ? { ok: true as const, base: api.origin } : checkAddress(text);
  if (!checked.ok) return refusal(checked.reason);
  return hint(t('Uploads go to {0}/v1/files/upload', checked.base));
}

/** Checks the address of a dashboard: a web page, opened in the browser and never sent the key. */
export function checkDashboardAddress(text: string): Checked {
  if (text.trim() === '') return undefined;
  const checked = checkDashboard(text);
  if (!checked.ok) return refusal(checked.reason);
  return hint(t('Opened in your browser only. The API key is never sent there.'));
}

/**
 * Checks the name of an environment.
 * @param others the names that are taken
 */
export function checkName(text: string, others: readonly Environment[]): string | undefined {
  const name = text.trim();
  if (name === '') return t('A name has 1 to {0} characters.', String(LONGEST_NAME));
  if (name !== plainText(name, LONGEST_NAME)) {
    return t('A name has at most {0} characters, all of them visible.', String(LONGEST_NAME));
  }
  const same = others.find(
    (other) => other.name.localeCompare(name, undefined, { sensitivity: 'base' }) === 0,
  );
  return same === undefined ? undefined : t('An environment with this name already exists.');
}

function refusal(reason: string): string {
  return t('This cannot be used: {0}.', reason);
}

function hint(message: string): vscode.InputBoxValidationMessage {
  return { message, severity: vscode.InputBoxValidationSeverity.Info };
}
