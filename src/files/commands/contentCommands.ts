import * as vscode from 'vscode';
import type { Handlers } from '../../commands/commands';
import { optionsOf, refuse } from '../../commands/arguments';
import { showMessage } from '../../ui/messages';
import { openOutside } from '../../ui/openOutside';
import { withLateProgress } from '../../ui/progress';
import { isUsable, type ContentLink } from '../records/contentLinks';
import { askTarget } from '../records/fileContent';
import { requireFileTarget } from '../records/fileTarget';
import { flash } from './flash';
import type { FileCommandParts } from './fileCommandParts';

/** The commands about the content of a file. */
export function createContentCommands(
  parts: FileCommandParts,
): Pick<Handlers, 'copyContentLink' | 'openContent' | 'saveContent'> {
  const { environments, registry, content } = parts;

  return {
    async copyContentLink(file, options) {
      const link = await content.link(requireFileTarget(environments, file, options));
      await vscode.env.clipboard.writeText(link.url);
      const notice = copiedNotice(link, Date.now());
      if (notice === undefined) flash(vscode.l10n.t('Content link copied'));
      else showMessage(notice.level, notice.text);
      return { data: link.url, requestId: link.requestId, exchangeId: link.exchangeId };
    },

    async openContent(file, options) {
      const target = requireFileTarget(environments, file, options);
      const link = await content.link(target);
      if (!link.needsKey) {
        openOutside(link.url);
        return { data: link.url, requestId: link.requestId, exchangeId: link.exchangeId };
      }
      const { bytes, name, mimeType, requestId, exchangeId } = await withLateProgress(
        vscode.l10n.t('Opening {0}', link.name),
        (signal) => content.bytes(target, signal, link),
      );
      const known = (await registry()).get(target.environment, target.fileId)?.mimeType;
      const uri = await parts.copies().open(name, bytes, mimeType ?? known ?? '');
      return { data: uri.toString(), requestId, exchangeId };
    },

    async saveContent(file, options) {
      const target = requireFileTarget(environments, file, options);
      const given = optionsOf(options)['target'];
      if (given !== undefined && !(given instanceof vscode.Uri))
        throw refuse(vscode.l10n.t('The target must be a Uri.'));
      const name = (await registry()).get(target.environment, target.fileId)?.name ?? target.fileId;
      // Nobody chooses a place for a file that cannot be fetched.
      await content.check(target.environment);
      const uri = given ?? (await askTarget(name));
      const { bytes, requestId, exchangeId } = await withLateProgress(
        vscode.l10n.t('Saving {0}', name),
        (signal) => content.bytes(target, signal),
      );
      await vscode.workspace.fs.writeFile(uri, bytes);
      showMessage('info', vscode.l10n.t('Saved {0}.', name), [
        { title: vscode.l10n.t('Open'), run: () => vscode.commands.executeCommand('vscode.open', uri) },
      ]);
      return { data: { uri: uri.toString(), bytes: bytes.length }, requestId, exchangeId };
    },
  };
}

/** What somebody who copied a link has to know about it; undefined when it works as it is. */
export function copiedNotice(
  link: ContentLink & { readonly needsKey: boolean },
  now: number,
): { readonly level: 'info' | 'warning'; readonly text: string } | undefined {
  if (!isUsable(link, now)) {
    const text = vscode.l10n.t('The content link was copied, but the service says that it has expired.');
    return { level: 'warning', text };
  }
  if (!link.needsKey) return undefined;
  const text = vscode.l10n.t(
    'Content link copied. It is an address of the service itself: whoever opens it may have to send the API key, in the header Authorization.',
  );
  return { level: 'info', text };
}
