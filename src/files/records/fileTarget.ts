import { fileIdSegment } from '../../api/model/addresses';
import { NotFoundError, invalidArgument } from '../../api/model/errors';
import { environmentOf, refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import type { Environments } from '../../services/environments/environments';
import type { KnownFile } from '../../storage/types/storageTypes';
import { t } from '../../util/text';

/** A file of an environment, as a command means it. */
export interface FileOfEnvironment {
  readonly environment: string;
  readonly fileId: string;
}

/**
 * Reads the file that a command was called with: a file id, or a row of the Files view.
 * @param environments the active one is taken when none is named
 * @param value the command's first argument
 * @param options the command's options; `environment` counts for an id only, a row has its own
 * @returns undefined when no file was named
 * @throws PreflightError when it is something else; NotFoundError for a row without an id, or an unknown environment
 */
export function readFileTarget(
  environments: Environments,
  value: unknown,
  options: unknown,
): FileOfEnvironment | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') {
    const fileId = value.trim();
    // What is no id is refused before anything is asked.
    fileIdSegment(fileId);
    return { environment: environments.get(environmentOf(options)).id, fileId };
  }
  if (isObject(value) && isObject(value['file'])) {
    const { environment, fileId, name } = value['file'];
    if (typeof environment === 'string' && typeof fileId === 'string')
      return { environment: environments.get(environment).id, fileId };
    throw new NotFoundError(
      t('{0} has no file id: it was not uploaded.', typeof name === 'string' ? plainText(name, 100) : ''),
    );
  }
  throw invalidArgument('fileId', 'string');
}

/** As `readFileTarget`, where a file must be named. */
export function requireFileTarget(
  environments: Environments,
  value: unknown,
  options: unknown,
): FileOfEnvironment {
  const target = readFileTarget(environments, value, options);
  if (target === undefined)
    throw refuse(t('Choose a file first: give its id, or select it in the Files view.'));
  return target;
}

/** The rows that a menu of the Files view was called on: the one clicked, or all selected. */
export function selectedFiles(clicked: unknown, selection: unknown): KnownFile[] {
  const rows = Array.isArray(selection) && selection.length > 0 ? (selection as unknown[]) : [clicked];
  return rows.flatMap((row) => (isRow(row) ? [row.file] : []));
}

function isRow(value: unknown): value is { readonly file: KnownFile } {
  return isObject(value) && isObject(value['file']) && typeof value['file']['key'] === 'number';
}
