import { ConfigurationError } from '../model/errors';
import { t } from '../../util/text';

export type KeyFault = 'missing' | 'characters' | 'prefix' | 'too-long';

const MAX_LENGTH = 4096;

/** What is wrong with a key, as a person typed it; undefined when nothing is. */
export function keyFault(text: string): KeyFault | undefined {
  const key = text.trim();
  if (key === '') return 'missing';
  // What a header can carry.
  if (!/^[\x20-\x7e]+$/.test(key)) return 'characters';
  if (/^(?:authorization\s*:|apikey\s|bearer\s)/i.test(key)) return 'prefix';
  return key.length > MAX_LENGTH ? 'too-long' : undefined;
}

/**
 * The key as it is sent.
 * @throws ConfigurationError when it is missing, or a header cannot carry it
 */
export function checkKey(apiKey: string, environment: string): string {
  const fault = keyFault(apiKey);
  if (fault === 'missing' || fault === 'characters') {
    const message = t(
      'The API key of the environment "{0}" is missing or has characters that cannot be sent. Enter it again.',
      environment,
    );
    throw new ConfigurationError(message);
  }
  return apiKey.trim();
}
