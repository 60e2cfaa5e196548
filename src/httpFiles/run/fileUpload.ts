import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Reachable } from '../../services/connections';
import type { Permit } from '../../services/sender';

/** An upload that a request file asks for. It takes the way of every upload. */
export interface FileUpload {
  readonly uri: vscode.Uri;
  /** The name that is sent; the file's own when undefined. */
  readonly name: string | undefined;
  readonly purpose: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it was when its run began: it goes nowhere else. */
  readonly environment: Reachable;
  readonly isPerson: boolean;
  /** Ends it, beside Cancel. */
  readonly signal?: AbortSignal | undefined;
  /** Takes what the progress says, where one with Cancel is shown already: none of its own is shown then. */
  readonly report?: ((message: string) => void) | undefined;
  /** What was agreed to already, so that nobody is asked again: nothing else may be sent. */
  readonly agreed?: AgreedUpload | undefined;
}

/** A file with these bytes. */
export interface AgreedUpload extends Pick<Permit, 'despiteHold'> {
  readonly sha256: string;
}

/** What the person read of the upload in that plan. */
export function agreedUpload({ plan, despiteHold }: Permit): AgreedUpload {
  const bytes = plan.body?.bytes ?? new Uint8Array();
  return { despiteHold: despiteHold === true, sha256: createHash('sha256').update(bytes).digest('hex') };
}
