import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';

/** What is asked of the file system. */
export interface FileAccess {
  /** The path without symbolic links, in the spelling of the disk. Rejects where there is none. */
  readonly realpath: (path: string) => Promise<string>;
  readonly isFile: (path: string) => Promise<boolean>;
}

/** A file inside the workspace. */
export interface FoundFile {
  readonly ok: true;
  /** Where to open it. */
  readonly path: string;
  /** Without symbolic links: what was agreed to. */
  readonly real: string;
  /** As it was named, and what a link leads to: for a person. */
  readonly shown: string;
}

export type FileCheck =
  | FoundFile
  | { readonly ok: false; /** Completes "… was refused: ". */ readonly reason: string };

const no = (reason: string): FileCheck => ({ ok: false, reason });

/**
 * Finds a file that an agent named, inside the folders of the workspace only. Symbolic links are followed first, and
 * what they lead to is what counts: it must be inside, and nothing on the way may be hidden.
 * @param text a path relative to one of the folders, or an absolute one inside them
 * @param folders absolute paths of the workspace's folders
 */
export async function findWorkspaceFile(
  text: string,
  folders: readonly string[],
  files: FileAccess,
): Promise<FileCheck> {
  const fault = faultOf(text);
  if (fault !== undefined) return no(fault);
  if (folders.length === 0) return no('no folder of a workspace is open on this disk');
  let refusal = no('there is no such file in the workspace');
  for (const folder of folders) {
    const check = await findIn(text, folder, files);
    if (check === undefined) continue;
    if (check.ok) return check;
    refusal = check;
  }
  return refusal;
}

/** @returns undefined where the folder has no such file */
async function findIn(text: string, folder: string, files: FileAccess): Promise<FileCheck | undefined> {
  const path = resolve(folder, normalize(text));
  let real: string;
  let realFolder: string;
  try {
    realFolder = await files.realpath(folder);
    real = await files.realpath(path);
  } catch {
    return undefined;
  }
  const inside = relative(realFolder, real);
  if (isOutside(inside)) return no('it is outside the folders of the workspace');
  const named = relative(folder, path);
  if (isHidden(inside) || (!isOutside(named) && isHidden(named))) {
    return no('it is hidden, or in a hidden folder');
  }
  if (!(await files.isFile(real))) return no('it is not a file');
  const isAsNamed = real === path || inside === named;
  // By the way of the workspace: the real path of a mapped drive is on another computer, which the editor refuses.
  return { ok: true, path: join(folder, inside), real, shown: isAsNamed ? text : `${text} → ${real}` };
}

/** Whether a path from a folder leaves it, also to another drive. */
function isOutside(path: string): boolean {
  return isAbsolute(path) || path.split(sep)[0] === '..';
}

function faultOf(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return 'a path holds no control characters';
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) return 'give a path, not an address';
  if (/^[/\\]{2}/.test(text)) return 'give a path of this disk, not of another machine';
  if (text.startsWith('~')) return 'give a path in the workspace';
  if (text.split(/[/\\]/).includes('..')) return 'a path holds no ".."';
  return undefined;
}

function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((segment) => segment.startsWith('.'));
}
