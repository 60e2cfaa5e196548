import { rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { COMPANIONS, moveAside, renameTogether } from '../../util/files';

/**
 * Gives a database another name beside the old one, with what belongs to it.
 * @param number of the file that is meant, see `fileNumber`
 * @param label what the new name says of it
 * @returns the new path, or undefined when another window was first
 * @throws the system's error when it cannot be renamed
 */
export function setAside(file: string, number: bigint | undefined, label: string): string | undefined {
  const extension = extname(file);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(dirname(file), `${basename(file, extension)}.${label}-${stamp}${extension}`);
  return moveAside(file, number, aside) ? aside : undefined;
}

/** Takes that back: where the new file could not be made, nothing of it is kept. */
export function putBack(aside: string, file: string): void {
  for (const name of [file, ...COMPANIONS.map((companion) => file + companion)])
    rmSync(name, { force: true });
  renameTogether(aside, file, [...COMPANIONS, '']);
}
