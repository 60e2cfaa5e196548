import * as vscode from 'vscode';
import { refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { notTrusted } from '../../ui/trust';
import { parseExactly } from '../../util/exactJson';
import { readDraft, type RequestDraft } from './requestInput';
import { REQUEST_FILE } from '../exchange/requestUris';

/** Request files of versions before 0.2.0: JSON that says what to send. New ones are `.http` files. */

/** What a request file asks for. */
export interface DraftFile {
  readonly draft: RequestDraft;
  /** Id of an environment; the active one when undefined. */
  readonly environment: string | undefined;
}

/** A draft in a file. */
export interface PlacedDraft extends DraftFile {
  /** Address of the file. */
  readonly file: string;
}

/**
 * Reads the request file in an editor.
 * @param given the file's address, as a title button hands it over; the one in front when it is none
 * @throws PreflightError when there is none, or it cannot be sent as it is; ConfigurationError in a
 * workspace that is not trusted
 */
export async function readDraftFile(given: unknown): Promise<PlacedDraft> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (uri?.path.endsWith(REQUEST_FILE) !== true) {
    throw refuse(vscode.l10n.t('Open a request file first: its name ends in {0}.', REQUEST_FILE));
  }
  // Whoever wrote the files of a workspace that is not trusted decides on no request either.
  if (!vscode.workspace.isTrusted && uri.scheme !== 'untitled') {
    throw notTrusted(
      vscode.l10n.t(
        'This workspace is not trusted, so its request files are not sent. Trust the workspace first, or write the request yourself.',
      ),
    );
  }
  const document = await vscode.workspace.openTextDocument(uri);
  return { ...parseDraftFile(document.getText()), file: uri.toString() };
}

/** @throws PreflightError when the text is not a request that can be sent */
export function parseDraftFile(text: string): DraftFile {
  const file = parseExactly(text);
  if (file === undefined) {
    throw refuse(
      vscode.l10n.t('The request is not valid JSON yet. Correct what is underlined, then send it.'),
    );
  }
  if (!isObject(file))
    throw refuse(vscode.l10n.t('A request file contains one object with method and path.'));
  const { method, path, query, body, environment } = file;
  if (environment !== undefined && typeof environment !== 'string') {
    throw refuse(vscode.l10n.t('The environment of a request must be the id of an environment.'));
  }
  return { draft: readDraft({ method, path, query: plain(query), body }), environment };
}

/** Numbers of a query as numbers again: only numbers of a body keep their exact text. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
