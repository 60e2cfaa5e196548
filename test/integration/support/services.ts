import type * as vscode from 'vscode';
import type { Services } from '../../../src/services/services';
import type { Storage } from '../../../src/storage';

interface Given extends Partial<Omit<Services, 'storage'>> {
  readonly storage?: Storage;
  /** What is kept for the workspace. */
  readonly state?: vscode.Memento;
}

/** The services that a single part of the extension uses; there are no others. */
export function servicesWith({ storage, state, ...others }: Given): Services {
  const given = {
    ...others,
    ...(storage !== undefined && { storage: { get: () => Promise.resolve(storage) } }),
    ...(state !== undefined && { context: { workspaceState: state } }),
  };
  return given as unknown as Services;
}
