import { createRedactor, type Redactor } from '../../api/model/redact';
import type { KeyVault } from './keyVault';

/**
 * Takes out every key that is stored now, for what leaves the editor once more: what is kept is without the keys of its time,
 * and a service may have given in an answer the key that was stored after it.
 */
export async function redactorOf(keys: Pick<KeyVault, 'every'>): Promise<Redactor> {
  return createRedactor(await keys.every());
}
