import * as vscode from 'vscode';

/** Opens text in a new editor, in a language that may not be installed. */
export async function openText(language: 'json' | 'csv', content: string): Promise<void> {
  const languages = await vscode.languages.getLanguages();
  const document = await vscode.workspace.openTextDocument({
    content,
    language: languages.includes(language) ? language : 'plaintext',
  });
  await vscode.window.showTextDocument(document, { preview: false });
}
