import * as vscode from 'vscode';
import { ConfigurationError } from '../api/errors';
import { LOCAL_SANDBOX_KEY } from '../sandbox/server/key';
import type { Environment } from './model';

/** An API key and the origins that it was given for. */
interface StoredKey {
  readonly apiKey: string;
  readonly apiOrigin: string;
  readonly filesOrigin: string;
}

/** What may be shown of a key. */
export type KeyState =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed' }
  | { readonly kind: 'set'; readonly lastFour?: string }
  | { readonly kind: 'address-changed'; readonly lastFour?: string };

const PREFIX = 'paymentsApi.apiKey.';

/**
 * API keys, one per environment, in SecretStorage only. A key is bound to the origins it was given for and
 * is handed out for no others.
 */
export class KeyVault implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;

  /** Fires when a key was stored or removed, in this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.#listener = secrets.onDidChange(({ key }) => {
      if (key.startsWith(PREFIX)) this.#changed.fire();
    });
  }

  /**
   * Stores a key for the addresses that the environment has now, and reads it back.
   * @param apiKey as typed; surrounding white space is dropped
   * @throws ConfigurationError when the environment takes no key, has no address, the key cannot be sent in
   * a header, or the editor's secret storage did not keep it
   */
  async store(environment: Environment, apiKey: string): Promise<void> {
    const { addresses, name } = environment;
    if (environment.type === 'local') {
      throw new ConfigurationError({
        message: vscode.l10n.t('{0} has a key of its own and needs none from you.', name),
      });
    }
    if (addresses === undefined) {
      throw new ConfigurationError({
        message:
          environment.problem ??
          vscode.l10n.t('{0} has no address yet. Set it first: a key is bound to its address.', name),
      });
    }
    const problem = checkApiKey(apiKey);
    if (problem !== undefined) throw new ConfigurationError({ message: problem });

    const stored: StoredKey = {
      apiKey: apiKey.trim(),
      apiOrigin: addresses.apiOrigin,
      filesOrigin: addresses.filesOrigin,
    };
    try {
      await this.#secrets.store(PREFIX + environment.id, JSON.stringify(stored));
    } catch (cause) {
      throw notKept(cause);
    }
    if ((await this.#read(environment.id))?.apiKey !== stored.apiKey) throw notKept(undefined);
    this.#changed.fire();
  }

  async remove(environment: Environment): Promise<void> {
    await this.#secrets.delete(PREFIX + environment.id);
    this.#changed.fire();
  }

  /** Confirms the addresses that the environment has now for the key that it already has. */
  async rebind(environment: Environment): Promise<void> {
    const stored = await this.#read(environment.id);
    if (stored === undefined) throw noKey(environment);
    await this.store(environment, stored.apiKey);
  }

  /** The key as it may be shown: its last four characters, and only of keys of 12 or more. */
  async state(environment: Environment): Promise<KeyState> {
    if (environment.type === 'local') return { kind: 'fixed' };
    const stored = await this.#read(environment.id);
    if (stored === undefined) return { kind: 'none' };
    const lastFour = stored.apiKey.length >= 12 ? { lastFour: stored.apiKey.slice(-4) } : {};
    return { kind: isBoundTo(stored, environment) ? 'set' : 'address-changed', ...lastFour };
  }

  /**
   * The key, to be sent to the environment's own origins only.
   * @throws ConfigurationError when there is none, or when it was given for other origins
   */
  async keyFor(environment: Environment): Promise<string> {
    if (environment.type === 'local') return LOCAL_SANDBOX_KEY;
    const stored = await this.#read(environment.id);
    if (stored === undefined) throw noKey(environment);
    if (!isBoundTo(stored, environment)) {
      throw new ConfigurationError({
        message: vscode.l10n.t(
          'The address of {0} has changed since its API key was entered, so the key was not sent. Confirm the new address or enter a key for it.',
          environment.name,
        ),
      });
    }
    return stored.apiKey;
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  async #read(id: string): Promise<StoredKey | undefined> {
    let text: string | undefined;
    try {
      text = await this.#secrets.get(PREFIX + id);
    } catch {
      // A secret that cannot be decrypted any more is a secret that must be entered again.
      return undefined;
    }
    return text === undefined ? undefined : parseStored(text);
  }
}

/**
 * Whether a header can carry the key.
 * @returns what is wrong, or undefined
 */
export function checkApiKey(text: string): string | undefined {
  const key = text.trim();
  if (key === '') return vscode.l10n.t('Enter the API key.');
  if (key.length > 4096) return vscode.l10n.t('An API key of more than 4,096 characters cannot be right.');
  if (!/^[\x20-\x7e]+$/.test(key)) {
    return vscode.l10n.t(
      'An API key can hold ASCII letters, digits and signs only. Paste it again, without line breaks.',
    );
  }
  return undefined;
}

function parseStored(text: string): StoredKey | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStored(value: unknown): value is StoredKey {
  if (typeof value !== 'object' || value === null) return false;
  const { apiKey, apiOrigin, filesOrigin } = value as Record<string, unknown>;
  return [apiKey, apiOrigin, filesOrigin].every((part) => typeof part === 'string');
}

function isBoundTo(stored: StoredKey, { addresses }: Environment): boolean {
  return stored.apiOrigin === addresses?.apiOrigin && stored.filesOrigin === addresses.filesOrigin;
}

function noKey(environment: Environment): ConfigurationError {
  return new ConfigurationError({
    message: vscode.l10n.t('{0} has no API key yet. Enter it to go on; nothing was sent.', environment.name),
  });
}

function notKept(cause: unknown): ConfigurationError {
  return new ConfigurationError(
    {
      message: vscode.l10n.t(
        'The editor could not keep the API key: its secret storage is not available. Check the keyring of this system, then enter the key again.',
      ),
    },
    { cause },
  );
}
