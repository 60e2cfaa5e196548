import type { Environments } from '../../services/environments';
import type { FileRegistry } from '../../storage/types/storageTypes';
import type { FileContent } from '../records/fileContent';
import type { FileRecords } from '../records/fileRecords';
import type { DetailsTarget } from '../details/model/source';
import type { PrivateCopies } from '../records/privateCopies';
import type { FilesTree } from '../view/filesTree';

/** What the commands about files work with. */
export interface FileCommandParts {
  readonly environments: Environments;
  readonly registry: () => Promise<FileRegistry>;
  readonly records: FileRecords;
  readonly content: FileContent;
  readonly tree: FilesTree;
  readonly copies: () => PrivateCopies;
  /** Asks for the missing settings of an environment; resolves false when the user cancels. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
  /** Opens the details panel; before the record is fetched when the file is known. */
  readonly showPanel: (target: DetailsTarget, preview: boolean) => Promise<void>;
}
