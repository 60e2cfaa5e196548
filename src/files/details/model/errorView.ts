import type { ErrorFacts } from '../../../api/model/errors';
import { visible } from '../../../util/visible';

/** A refused key, or an unusable environment, is corrected there ("A missing or invalid key yields HTTP 401"). */
export function needsSetUp(error: ErrorFacts | undefined): boolean {
  return error?.status === 401 || error?.kind === 'configuration';
}

/** What is wrong with each field, a line each. */
export function fieldLines(error: ErrorFacts | undefined): string[] {
  return (error?.fields ?? []).map(({ fieldName, message }) => `${visible(fieldName)}: ${visible(message)}`);
}
