import * as vscode from 'vscode';
import type { Handlers } from '../commands';
import type { Connections } from '../connections';
import type { Ground } from '../ground';
import type { Storage } from '../storage/types';
import { lazily } from '../ui/lazily';
import type { ViewContent } from '../ui/views';
import { FileContent } from './content';
import { DetailsPanels } from './details/panels';
import { RegistryDetailsSource } from './detailsSource';
import { FilesDrop } from './drop';
import { DroppedFiles } from './droppedFiles';
import { createFileCommands } from './fileCommands';
import { FileIdLinks } from './fileIdLinks';
import type { FileOfEnvironment } from './fileTarget';
import { PurposeMemory } from './purposeQuestion';
import { FileRecords } from './records';
import { goneDecorations } from './goneFiles';
import { FilesTree } from './tree';
import { createUploadFiles, type UploadParts } from './uploadFiles';
import { UploadProgress } from './uploadProgress';
import { createFilesViewCommands } from './viewCommands';

export type FilesHandlers = Pick<Handlers, 'uploadFiles'> &
  ReturnType<typeof createFileCommands> &
  ReturnType<typeof createFilesViewCommands>;

export interface FilesParts {
  readonly ground: Ground;
  readonly connections: Connections;
  readonly storage: () => Promise<Storage>;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
}

export interface FilesFeature {
  readonly handlers: FilesHandlers;
  readonly view: ViewContent;
  /** The details panels, ready to take over restored ones. */
  readonly panels: () => Promise<DetailsPanels>;
  /** What the service said of a file, as JSON; undefined where nothing of it is known. */
  readonly rawJson: (file: FileOfEnvironment) => Promise<string | undefined>;
  dispose(): void;
}

/** Files: upload, browse, details. */
export function createFilesFeature({ ground, connections, storage, setUp }: FilesParts): FilesFeature {
  const { environments, keys, settings, context, log } = ground;
  const registry = async () => (await storage()).files;
  const records = new FileRecords(connections, registry);
  const content = new FileContent(connections, records, registry);
  const progress = new UploadProgress();
  const tree = new FilesTree({ environments, storage, state: context.workspaceState, progress });
  const dropped = new DroppedFiles();
  const source = lazily(
    async () => new RegistryDetailsSource(environments, await storage(), records, content),
  );
  const panels = lazily(async () => new DetailsPanels(context.extensionUri, await source.get()));
  const idLinks = new FileIdLinks(environments, settings, storage);

  const uploads: UploadParts = {
    connections,
    environments,
    keys,
    settings,
    purposes: new PurposeMemory(context.workspaceState),
    log,
    progress,
    storage,
    setUp,
  };

  const handlers: FilesHandlers = {
    uploadFiles: createUploadFiles(uploads),
    ...createFileCommands({
      environments,
      registry,
      records,
      content,
      tree,
      showPanel: async (target, preview) => {
        (await panels.get()).show(target, { preview });
      },
    }),
    ...createFilesViewCommands(tree, records, uploads),
  };
  const registrations = vscode.Disposable.from(
    tree,
    progress,
    dropped,
    idLinks,
    vscode.window.registerFileDecorationProvider(goneDecorations),
  );
  return {
    handlers,
    view: { ...tree.content, drop: new FilesDrop(dropped) },
    panels: () => panels.get(),
    rawJson: async (file) => (await source.get()).rawJson(file),
    dispose() {
      registrations.dispose();
      void panels.loaded?.then((loaded) => {
        loaded.dispose();
      });
    },
  };
}
