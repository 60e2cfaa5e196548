import type { AnswerChecks } from './descriptions/answerChecks';
import type { Descriptions } from './descriptions/descriptions';
import type { LocalSandboxControl } from '../sandbox/control';
import type { Connections } from './connections';
import type { EarlyServices } from './earlyServices';
import type { KeyVault } from './environments/keyVault';
import type { Operations } from './descriptions/operations';
import type { Sender } from './sender';
import type { StorageService } from './storage';
import type { WriteRules } from './writeRules';

/** What every feature uses: the one context. It holds nothing of a feature. */
export interface Services extends EarlyServices {
  readonly keys: KeyVault;
  readonly sandbox: LocalSandboxControl;
  readonly storage: StorageService;
  readonly connections: Connections;
  readonly operations: Operations;
  readonly writeRules: WriteRules;
  readonly sender: Sender;
  readonly descriptions: Descriptions;
  readonly checks: AnswerChecks;
}
