import * as vscode from 'vscode';
import { invalidArgument } from '../../api/model/errors';
import type { Handlers } from '../../commands/commands';
import { optionsOf } from '../../commands/arguments';
import { settingUp, type SetUpEnvironment } from '../../commands/settingUp';
import type { Services } from '../../services/services';
import { afterAnswer } from '../../ui/failures';
import { openAction, showMessage } from '../../ui/messages';
import { openOutside } from '../../ui/openOutside';
import { withLateProgress } from '../../ui/progress';
import { askSaveTarget } from '../../ui/questions/saveTarget';
import { isUsable, type ContentLink } from '../records/contentLinks';
import type { FileContent } from '../records/fileContent';
import { requireFileTarget, type FileOfEnvironment } from '../records/fileTarget';
import type { PrivateCopies } from '../records/privateCopies';
import { flash } from '../../ui/flash';
import { plainText } from '../../util/plainText';

/** The commands about the content of a file. */
export function createContentCommands(
  { environments, storage }: Services,
  content: FileContent,
  copies: () => PrivateCopies,
  setUp: SetUpEnvironment,
) {
  const withSetUp = settingUp(setUp);
  const linkOf = (target: FileOfEnvironment) =>
    withLateProgress(vscode.l10n.t('Fetching {0}', plainText(target.fileId, 100)), (signal) =>
      content.link(target, signal),
    );
  return {
    copyContentLink: withSetUp(async (file, options) => {
      const link = await linkOf(requireFileTarget(environments, file, options));
      await vscode.env.clipboard.writeText(link.url);
      const notice = copiedNotice(link, Date.now());
      if (notice === undefined) flash(vscode.l10n.t('Content link copied'));
      else showMessage(notice.level, notice.text);
      return { data: link.url, requestId: link.requestId, exchangeId: link.exchangeId };
    }),

    openContent: withSetUp(async (file, options) => {
      const target = requireFileTarget(environments, file, options);
      const link = await linkOf(target);
      if (!link.needsKey) {
        openOutside(link.url);
        return { data: link.url, requestId: link.requestId, exchangeId: link.exchangeId };
      }
      const { bytes, name, mimeType, requestId, exchangeId } = await withLateProgress(
        vscode.l10n.t('Opening {0}', plainText(link.name, 100)),
        (signal) => content.bytes(target, signal, link),
      );
      const known = (await storage.get()).files.get(target.environment, target.fileId)?.mimeType;
      const uri = await afterAnswer({ requestId, exchangeId }, () =>
        copies().open(name, bytes, mimeType ?? known ?? ''),
      );
      return { data: uri.toString(), requestId, exchangeId };
    }),

    saveContent: withSetUp(async (file, options) => {
      const target = requireFileTarget(environments, file, options);
      const given = optionsOf(options)['target'];
      if (given !== undefined && !(given instanceof vscode.Uri))
        throw invalidArgument('target', 'vscode.Uri');
      const name = (await storage.get()).files.get(target.environment, target.fileId)?.name ?? target.fileId;
      // Nobody chooses a place for a file that cannot be fetched.
      await content.check(target.environment);
      const uri = given ?? (await askSaveTarget(vscode.l10n.t('Save content as'), name));
      const { bytes, requestId, exchangeId } = await withLateProgress(
        vscode.l10n.t('Saving {0}', plainText(name, 100)),
        (signal) => content.bytes(target, signal),
      );
      await afterAnswer({ requestId, exchangeId }, () => vscode.workspace.fs.writeFile(uri, bytes));
      showMessage('info', vscode.l10n.t('Saved {0}.', plainText(name, 100)), [openAction(uri)]);
      return { data: { uri: uri.toString(), bytes: bytes.length }, requestId, exchangeId };
    }),
  } satisfies Partial<Handlers>;
}

/** What somebody who copied a link has to know about it; undefined when it works as it is. */
export function copiedNotice(
  link: ContentLink & { readonly needsKey: boolean },
  now: number,
): { readonly level: 'info' | 'warning'; readonly text: string } | undefined {
  if (link.expiresAt !== undefined && !isUsable(link, now)) {
    const text = vscode.l10n.t('The content link was copied, but the service says that it has expired.');
    return { level: 'warning', text };
  }
  if (!link.needsKey) return undefined;
  const text = vscode.l10n.t(
    'Content link copied. It is an address of the service itself: whoever opens it may have to send the API key, in the header Authorization.',
  );
  return { level: 'info', text };
}
