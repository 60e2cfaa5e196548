import * as vscode from 'vscode';
import { CancelledError, errorFacts, isPaymentsError, PaymentsError } from '../api/model/errors';
import { type Failure, type Ids, knownIds } from '../commands/outcome';
import { t } from '../util/text';

/**
 * Turns whatever was thrown into a command's outcome.
 * @param error anything; what is not ours becomes a plain sentence, its stack goes to the log only
 */
export function failureOf(error: unknown): Failure {
  if (isPaymentsError(error)) return { ok: false, error: errorFacts(error), ...knownIds(error) };
  if (error instanceof vscode.CancellationError) return failureOf(new CancelledError());
  const isFile = error instanceof vscode.FileSystemError || isSystemError(error);
  return {
    ok: false,
    error: isFile
      ? { kind: 'preflight', message: fileWords(error) }
      : {
          kind: 'configuration',
          message: t('An unexpected error occurred. See the Payments API log for details, then try again.'),
        },
  };
}

/**
 * Does work with an answer that came. What goes wrong then has the ids of that request.
 * @throws PaymentsError and nothing else
 */
export async function afterAnswer<T>(
  { requestId, exchangeId }: Ids,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new PaymentsError(failureOf(cause).error, { requestId, exchangeId, cause });
  }
}

/** The disk is full, or its user has what they may have of it. */
const NO_ROOM = /ENOSPC|EDQUOT/;

function fileWords({ message }: Error): string {
  // The editor's own errors hold it in the middle.
  if (NO_ROOM.test(message)) return t('The disk is full. Free some space, then try again.');
  const reason = message.replace(/^\w+ \(FileSystemError\): |\n.*/gs, '');
  return t('The file could not be read or written: {0}. Choose another file.', reason);
}

/** Whether Node's own file system refused, as for a folder that does not exist or a disk that is full. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && 'syscall' in error)) return false;
  // Where no room is left, Node does not say for which file. Errors of connections have no path either.
  return 'path' in error || NO_ROOM.test(error.message);
}
