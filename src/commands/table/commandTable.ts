import { ANSWER_COMMANDS } from './answers';
import { ENVIRONMENT_COMMANDS } from './environments';
import { FILE_COMMANDS } from './files';
import { OPERATION_COMMANDS } from './operations';
import { REQUEST_COMMANDS } from './requests';

/**
 * Every command. The compiler checks handlers and calls against it, `npm run manifest` writes the manifest from it, and
 * nothing reads it at run time: it is too large to be loaded on activation.
 */
export const COMMANDS = {
  ...FILE_COMMANDS,
  ...OPERATION_COMMANDS,
  ...REQUEST_COMMANDS,
  ...ANSWER_COMMANDS,
  ...ENVIRONMENT_COMMANDS,
} as const;
