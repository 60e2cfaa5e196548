import * as vscode from 'vscode';
import { t } from '../../util/text';
import { showDocument } from './showDocument';

const SCHEME = 'payments-api-text';
const LARGEST_KEPT = 20;

const texts = new Map<string, string>();
let provider: vscode.Disposable | undefined;

/** Opens a text that can be read and not changed. */
export async function openReadOnly({ subscriptions }: vscode.ExtensionContext, text: string): Promise<void> {
  if (provider === undefined) {
    provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ query }) => texts.get(query) ?? '',
    });
    subscriptions.push(provider);
  }
  const id = String(performance.now());
  texts.set(id, text);
  for (const oldest of [...texts.keys()].slice(0, -LARGEST_KEPT)) texts.delete(oldest);
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${t('What will be sent')}`, query: id });
  await showDocument(uri, { preview: true });
}
