import type { ErrorFacts } from '../../../src/api/model/errors';
import type { UploadResult } from '../../../src/commands/table/commandTypes';

/** Where the order lies in the workspace, and where the report is left. */
export const ORDER_FILE = 'order.json';
export const REPORT_FILE = 'report.json';
/** Holds the calls of tools, where those are ordered. Their report is what each returned, as text. */
export const TOOLS_FILE = 'tools.json';
/** Holds what the user's settings are to be, where that is ordered. The report is empty. */
export const SETTINGS_FILE = 'wanted-settings.json';

export interface ToolCall {
  readonly tool: string;
  readonly input: object;
}

/** What the driver of one window is to do. */
export interface Order {
  /** Begins the names of this window's files. */
  readonly window: string;
  readonly operations: number;
  readonly inFlight: number;
  /** Into how many parts the work is cut; memory is measured after each. */
  readonly parts: number;
}

/** One call of a command and what it came to. */
export interface Done {
  readonly command: string;
  /** What it was about: the name of a file to upload, the id of another, or an amount. */
  readonly about?: string;
  readonly ok: boolean;
  readonly kind?: ErrorFacts['kind'];
  /** Of an upload that was let through. */
  readonly status?: UploadResult['status'];
  readonly fileId?: string;
}

export interface Report {
  readonly done: readonly Done[];
  /** Bytes in use after each part. */
  readonly heap: readonly number[];
  readonly milliseconds: number;
}

/** The file that a window uploads in an operation, if that is one that uploads. */
export function fileName(window: string, index: number): string {
  return `${window}-${index}-${isForgotten(index) ? 'forgotten' : 'kept'}.pdf`;
}

export function isUpload(index: number): boolean {
  return index % 2 === 0;
}

/** In this one, the service goes away while it answers an upload. */
export function isInterruption(index: number): boolean {
  return index === 51;
}

/** Some files are forgotten once they are uploaded, and nothing else is done with those. */
function isForgotten(index: number): boolean {
  return index % 20 === 0;
}
