import * as vscode from 'vscode';

/** What the explorer and the tabs drag: URIs, a line each (RFC 2483: CRLF, comments begin with #). */
export async function droppedUris(data: vscode.DataTransfer): Promise<vscode.Uri[]> {
  const text = (await data.get('text/uri-list')?.asString()) ?? '';
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap(readUri);
}

/** Whoever drags writes the list: a line that is no URI is passed over. */
function readUri(line: string): vscode.Uri[] {
  try {
    return [vscode.Uri.parse(line, true)];
  } catch {
    return [];
  }
}
