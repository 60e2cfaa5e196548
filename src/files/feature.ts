import * as vscode from 'vscode';
import type { Handlers } from '../commands/commands';
import type { Done } from '../commands/outcome';
import type { UploadResult } from '../commands/commandTypes';
import type { Connections } from '../services/connections';
import type { Services } from '../services/services';
import type { Storage } from '../storage/types/storageTypes';
import { lazily } from '../util/lazily';
import type { ViewContent } from '../ui/views/views';
import type { Readiness } from '../ui/views/welcome';
import { FileContent } from './records/fileContent';
import { DetailsPanels } from './details/panels';
import { RegistryDetailsSource } from './details/detailsSource';
import { FilesDrop } from './view/drop';
import { DroppedFiles } from './check/droppedFiles';
import { createFileCommands } from './commands/fileCommands';
import { FileIdLinks } from './editor/fileIdLinks';
import type { FileIdProviders } from './editor/fileIdProviders';
import type { FileOfEnvironment } from './records/fileTarget';
import { PrivateCopies } from './records/privateCopies';
import { PurposeMemory } from './upload/purposeQuestion';
import { FileRecords } from './records/fileRecords';
import { goneDecorations } from './view/missingFileDecorations';
import { FilesTree } from './view/filesTree';
import { createUploadFiles, upload, type UploadParts, type UploadRequest } from './upload/uploadFiles';
import { UploadProgress } from './upload/uploadProgress';
import { createFilesViewCommands } from './commands/viewCommands';

export type FilesHandlers = Pick<Handlers, 'uploadFiles'> &
  ReturnType<typeof createFileCommands> &
  ReturnType<typeof createFilesViewCommands>;

export interface FilesParts {
  readonly services: Services;
  readonly connections: Connections;
  readonly storage: () => Promise<Storage>;
  /** The same, where anything was ever kept. */
  readonly usedStorage: () => Promise<Storage | undefined>;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
  /** What environments need before they can be used. */
  readonly readiness: Readiness;
}

export interface FilesFeature {
  readonly handlers: FilesHandlers;
  readonly view: ViewContent;
  /** The details panels, ready to take over restored ones. */
  readonly panels: () => Promise<DetailsPanels>;
  /** What the service said of a file, as JSON; undefined where nothing of it is known. */
  readonly rawJson: (file: FileOfEnvironment) => Promise<string | undefined>;
  readonly idProviders: FileIdProviders;
  /** Fetches a file's record and keeps what it says. */
  readonly fetch: FileRecords['fetch'];
  /** Uploads with what a request file says of it. */
  readonly upload: (request: UploadRequest) => Promise<Done<UploadResult[]>>;
  dispose(): void;
}

/** Files: upload, browse, details. */
export function createFilesFeature(parts: FilesParts): FilesFeature {
  const { services, connections, storage, usedStorage, setUp, readiness } = parts;
  const { environments, keys, settings, context, log } = services;
  const registry = async () => (await storage()).files;
  const records = new FileRecords(connections, registry);
  const content = new FileContent(connections, records, registry);
  const progress = new UploadProgress();
  const tree = new FilesTree({
    environments,
    storage,
    state: context.workspaceState,
    progress,
    readiness,
  });
  const dropped = new DroppedFiles();
  const source = lazily(
    async () => new RegistryDetailsSource(environments, await storage(), records, content),
  );
  const panels = lazily(async () => new DetailsPanels(context.extensionUri, await source.get()));
  const idLinks = new FileIdLinks(environments, usedStorage);

  let copies: PrivateCopies | undefined;

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
      copies: () => (copies ??= new PrivateCopies(context.globalStorageUri)),
      setUp,
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
    idProviders: idLinks,
    fetch: (file) => records.fetch(file),
    upload: (request) => upload(uploads, request),
    rawJson: async (file) => (await source.get()).rawJson(file),
    dispose() {
      registrations.dispose();
      copies?.dispose();
      void panels.loaded?.then((loaded) => {
        loaded.dispose();
      });
    },
  };
}
