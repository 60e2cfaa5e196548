import { getCACertificates } from 'node:tls';

let trusted: string[] | undefined;

/**
 * The certificates to trust, in PEM: built-in ones, NODE_EXTRA_CA_CERTS, and, unless the user has
 * turned them off, the system's, where companies keep their own. Reading the system's takes a while, so this is
 * called at the first secure connection and remembered.
 */
export function trustedCertificates(withSystem: boolean): string[] {
  if (!withSystem) return [...new Set([...read('default'), ...read('extra')])];
  trusted ??= [...new Set([...read('default'), ...read('extra'), ...read('system')])];
  return trusted;
}

function read(store: 'default' | 'extra' | 'system'): string[] {
  try {
    return getCACertificates(store);
  } catch {
    // A store that cannot be read must not take the others with it.
    return [];
  }
}
