/** What the tests about requests have in common. */
import * as vscode from 'vscode';
import { eventually } from '../../host/editor/waiting.mts';

/** A list of the Local Sandbox to page through. */
export const SAMPLES = '/local-sandbox/samples';

interface PageBody {
  readonly data: {
    readonly records: readonly { readonly id: string }[];
    readonly paging: { readonly totalCount: number };
  };
}

/** The ids of a page, as a command gives it. */
export function idsOf(body: unknown): string[] {
  return (body as PageBody).data.records.map(({ id }) => id);
}

/** An envelope of a service that did as it was asked. */
export function envelope(data: unknown = {}) {
  return { success: true, message: 'Done', data };
}

/**
 * What can be clicked above the lines of a document. The editor forgets the commands a tenth of a second after it has
 * answered: where the answer takes longer to arrive, it comes without them, and is asked for again.
 */
export function codeLenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  return eventually(
    async () => vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 50),
    (lenses) => lenses.every(({ command }) => command !== undefined),
  );
}

/** The clickable text above the lines of a document. */
export async function lensTitles(uri: vscode.Uri): Promise<string[]> {
  return (await codeLenses(uri)).map(({ command }) => command?.title ?? '');
}

/** A request of an `.http` file that uploads the file at a path, under a name. @param headers each with its line end */
export const uploadRequest = (path: string, name = 'a.pdf', purpose = 'payment_evidence', headers = '') =>
  `POST {{filesUrl}}/v1/files/upload\n${headers}Content-Type: multipart/form-data; boundary=b\n
--b\nContent-Disposition: form-data; name="purpose"\n\n${purpose}
--b\nContent-Disposition: form-data; name="file"; filename="${name}"\n\n< ${path}\n--b--\n`;
