import { CancelledError } from '../../api/model/errors';

/** What a command ends with when the user called it off. @param message says what was left undone */
export function cancelled(message: string): CancelledError {
  return new CancelledError({ message });
}
