import * as vscode from 'vscode';
import type { Handlers } from '../commands/commands';
import type { SetUpEnvironment } from '../commands/settingUp';
import type { Services } from '../services/services';
import { lazily } from '../util/lazily';
import type { ViewContent } from '../ui/views/views';
import type { Readiness } from '../ui/views/welcome';
import { FileContent, FileRecords } from './records/fileRecords';
import { DetailsPanels, type ShowPanel } from './details/panels';
import { DetailsSource } from './details/detailsSource';
import { filesDrop, DroppedFiles } from './view/drop';
import { createContentCommands, createFileCommands } from './commands/fileCommands';
import { createListCommands } from './commands/listCommands';
import { FileIdLinks } from './editor/fileIdLinks';
import type { FileIdProviders } from './editor/fileIdProviders';
import type { FileOfEnvironment } from './records/fileTarget';
import { PrivateCopies } from './records/privateCopies';
import { goneDecorations } from './view/fileItems';
import { FilesTree } from './view/filesTree';
import { createUploadFiles, upload, type UploadAsk, type UploadParts } from './upload/ask';
import { UploadProgress } from './upload/uploadProgress';
import { createFilesViewCommands } from './commands/viewCommands';

/**
 * Files: upload, browse, details.
 * @param readiness what environments need before they can be used
 */
export function createFilesFeature(services: Services, setUp: SetUpEnvironment, readiness: Readiness) {
  const { environments, context, connections, sender } = services;
  const { extensionUri } = context;
  const storage = () => services.storage.get();
  const registry = async () => (await storage()).files;
  const records = new FileRecords(sender, registry);
  const content = new FileContent(connections, records, registry);
  const progress = new UploadProgress();
  const tree = new FilesTree(services, progress, readiness);
  const dropped = new DroppedFiles();
  const isOnDesktop = context.extension.extensionKind === vscode.ExtensionKind.UI;
  const source = lazily(async () => new DetailsSource(services, await storage(), records, content));
  const panels = lazily(async () => new DetailsPanels({ extensionUri, source: await source.get() }));
  const idLinks = new FileIdLinks(environments, () => services.storage.ifUsed());

  const copies = new PrivateCopies(context.globalStorageUri);
  const showPanel: ShowPanel = async (...args) => (await panels.get()).show(...args);

  const uploads: UploadParts = { services, progress, setUp };

  const handlers = {
    uploadFiles: createUploadFiles(uploads),
    ...createFileCommands(services, records, showPanel, setUp),
    ...createContentCommands(services, content, copies, setUp),
    ...createListCommands(services, tree, showPanel),
    ...createFilesViewCommands(tree, records, uploads),
  } satisfies Partial<Handlers>;
  const registrations = vscode.Disposable.from(
    tree,
    dropped,
    copies,
    idLinks,
    vscode.window.registerFileDecorationProvider(goneDecorations),
  );
  return {
    handlers,
    view: { ...tree.content, drop: filesDrop(dropped, isOnDesktop) } satisfies ViewContent,
    /** The details panels, ready to take over restored ones. */
    panels: () => panels.get(),
    idProviders: idLinks satisfies FileIdProviders,
    /** Fetches a file's record and keeps what it says. */
    fetch: (file: FileOfEnvironment) => records.fetch(file),
    /** Uploads with what a request file says of it. */
    upload: (ask: UploadAsk) => upload(uploads, ask),
    /** What the service said of a file, as JSON; undefined where nothing of it is known. */
    rawJson: async (file: FileOfEnvironment) => (await source.get()).rawJson(file),
    dispose() {
      registrations.dispose();
      void panels.loaded?.then((loaded) => loaded.dispose());
    },
  };
}
