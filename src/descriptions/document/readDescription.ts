import { describe, type Description } from './describe';
import type { FileReader } from '../read/files';
import { loadFiles } from '../read/loadFiles';

export type { Description } from './describe';

/**
 * Reads an API description: OpenAPI 3.0 to 3.2 or Swagger 2.0, in JSON or YAML 1.2.
 * @param uri address of its file
 * @throws DescriptionError where it cannot be read at all
 */
export async function readDescription(uri: string, reader: FileReader): Promise<Description> {
  return describe(uri, await loadFiles(uri, reader));
}
