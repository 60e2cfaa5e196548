import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { ConfigurationError, type Lack } from '../../api/model/errors';
import { keyFault } from '../../api/rules/keyRules';
import { LOCAL_SANDBOX_KEY } from '../../sandbox/server/data/key';
import type { Environment } from './environmentModel';
import { listed, t } from '../../util/text';
import { parseJson } from '../../util/lenient';

/** An API key and the origins that it was given for. */
interface StoredKey {
  readonly apiKey: string;
  readonly apiOrigin: string;
  readonly filesOrigin: string;
}

/** What may be shown of a key. */
export type KeyState =
  | { readonly kind: 'none' }
  /** One was kept, and the editor cannot give it back. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'fixed' }
  | { readonly kind: 'set'; readonly lastFour?: string }
  | {
      readonly kind: 'address-changed';
      readonly lastFour?: string;
      /** The origins that it was given for. */
      readonly givenFor: string;
    };

const PREFIX = 'paymentsApi.apiKey.';
/** Remembers that a key was stored, and nothing of the key. This separates a lost key from one that was never entered. */
const KEPT = 'paymentsApi.keptKey.';

/**
 * API keys, one per environment, in SecretStorage only. A key is bound to the origins it was given for and
 * is handed out for no others.
 */
export class KeyVault implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #memory: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /**
   * Keys that were read to be sent, by the id of their environment: the editor takes milliseconds to decrypt one. What
   * changes them is reported; in case a report is lost, they are read again after the window was in the background.
   */
  readonly #read = new Map<string, Promise<StoredKey | 'none' | 'lost'>>();

  /** All keys, once all of them were read. */
  #every: Promise<readonly string[]> | undefined;

  /** Fires when a key was stored or removed, in this window or another. */
  readonly onDidChange = this.#changed.event;

  /** @param memory outlives the window, and is shared by all */
  constructor(secrets: vscode.SecretStorage, memory: vscode.Memento) {
    this.#secrets = secrets;
    this.#memory = memory;
    this.#listener = vscode.Disposable.from(
      secrets.onDidChange(({ key }) => {
        if (!key.startsWith(PREFIX)) return;
        this.#forget();
        this.#changed.fire();
      }),
      vscode.window.onDidChangeWindowState(() => this.#read.clear()),
    );
  }

  /**
   * Stores a key for the addresses that the environment has now, and reads it back.
   * @param apiKey as typed; surrounding white space is dropped
   * @throws ConfigurationError when the environment takes no key, has no address, the key cannot be sent in
   * a header, or the editor's secret storage did not keep it
   */
  async store(environment: Environment, apiKey: string): Promise<void> {
    const { addresses } = environment;
    if (environment.type === 'local' || addresses === undefined) throw this.refusal(environment);
    const problem = checkApiKey(apiKey);
    if (problem !== undefined) throw notPossible(environment, problem);

    const stored: StoredKey = {
      apiKey: apiKey.trim(),
      apiOrigin: addresses.apiOrigin,
      filesOrigin: addresses.filesOrigin,
    };
    try {
      await this.#secrets.store(PREFIX + environment.id, JSON.stringify(stored));
    } catch (cause) {
      throw notAvailable(environment, cause, 'key');
    }
    const kept = await this.#fetch(environment.id);
    if (typeof kept === 'string' || kept.apiKey !== stored.apiKey)
      throw notAvailable(environment, undefined, 'key');
    await this.#memory.update(KEPT + environment.id, true);
    this.#forget();
    this.#changed.fire();
  }

  /** Why an environment can have no key now: it takes none, or has no address to bind one to. */
  refusal(environment: Environment): ConfigurationError {
    const { type, name, problem } = environment;
    const own = t('{0} is part of this extension and needs no set-up. Choose another environment.', name);
    if (type === 'local') return new ConfigurationError(own, { environment: environment.id });
    const message =
      problem ?? t('{0} has no address yet. Set the address first: a key belongs to an address.', name);
    return notPossible(environment, message, 'address');
  }

  /**
   * Forgets the key of an environment, if it has one.
   * @throws ConfigurationError when the editor's secret storage did not do it
   */
  async remove(environment: Environment): Promise<void> {
    // First of all: once the key is gone, other windows look whether it was lost.
    const kept = this.#memory.get(KEPT + environment.id);
    await this.#memory.update(KEPT + environment.id, undefined);
    try {
      await this.#secrets.delete(PREFIX + environment.id);
      this.#forget();
    } catch (cause) {
      await this.#memory.update(KEPT + environment.id, kept);
      throw notAvailable(environment, cause);
    }
    this.#changed.fire();
  }

  /**
   * The stored key, whatever addresses it was given for. Only for the moment after the user has said, in a
   * question that names them, that it is meant for the addresses of this environment.
   * @param shown the key that the question was about: another window may have stored another one since
   * @throws ConfigurationError when there is none, or another one that was given for other origins
   */
  async confirmed(environment: Environment, shown: KeyState): Promise<string> {
    const stored = await this.#fetch(environment.id);
    if (typeof stored === 'string') throw noKey(environment, stored);
    const state = stateOf(stored, environment);
    if (state.kind !== 'set' && !isDeepStrictEqual(state, shown)) throw otherAddress(environment);
    return stored.apiKey;
  }

  /** The key as it may be shown: its last four characters, and only of keys of 12 or more. */
  async state(environment: Environment): Promise<KeyState> {
    if (environment.type === 'local') return { kind: 'fixed' };
    const stored = await this.#fetch(environment.id);
    return typeof stored === 'string' ? { kind: stored } : stateOf(stored, environment);
  }

  /**
   * The key, to be sent to the environment's own origins only.
   * @throws ConfigurationError when there is none, or when it was given for other origins
   */
  async keyFor(environment: Environment): Promise<string> {
    if (environment.type === 'local') return LOCAL_SANDBOX_KEY;
    const stored = await this.#readOnce(environment.id);
    if (typeof stored === 'string') throw noKey(environment, stored);
    if (!isBoundTo(stored, environment)) throw otherAddress(environment);
    return stored.apiKey;
  }

  /** Every key that is stored, also of environments that are gone: to keep them out of all that is kept. */
  every(): Promise<readonly string[]> {
    this.#every ??= this.#readAll();
    return this.#every;
  }

  async #readAll(): Promise<readonly string[]> {
    try {
      const ids = (await this.#secrets.keys()).filter((key) => key.startsWith(PREFIX));
      const stored = await Promise.all(ids.map((id) => this.#fetch(id.slice(PREFIX.length))));
      // One that cannot be read now may be read again, and no event tells of that.
      if (stored.some((one) => typeof one === 'string')) this.#every = undefined;
      return stored.flatMap((one) => (typeof one === 'string' ? [] : [one.apiKey]));
    } catch {
      // Without its secret storage the editor has no key to give either.
      this.#every = undefined;
      return [];
    }
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #forget(): void {
    this.#read.clear();
    this.#every = undefined;
  }

  /** A key that is there is read once; one that is not may come at any time. */
  #readOnce(id: string): Promise<StoredKey | 'none' | 'lost'> {
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    const reading = this.#fetch(id);
    this.#read.set(id, reading);
    void reading.then((stored) => {
      if (typeof stored === 'string' && this.#read.get(id) === reading) this.#read.delete(id);
    });
    return reading;
  }

  async #fetch(id: string): Promise<StoredKey | 'none' | 'lost'> {
    let text: string | undefined;
    try {
      text = await this.#secrets.get(PREFIX + id);
    } catch {
      // A secret that cannot be decrypted any more is a secret that must be entered again.
      return 'lost';
    }
    // Most editors forget, without a word, what they cannot decrypt.
    if (text === undefined) return this.#memory.get(KEPT + id) === true ? 'lost' : 'none';
    const stored = parseJson(text);
    return isStored(stored) ? stored : 'lost';
  }
}

/** The origins that a key is bound to, as text. */
export function boundTo({ apiOrigin, filesOrigin }: Omit<StoredKey, 'apiKey'>): string {
  return listed([...new Set([apiOrigin, filesOrigin])]);
}

/** What may be shown of a key: its last four characters, and only of keys of 12 or more. */
export function lastFourOf(apiKey: string): { readonly lastFour?: string } {
  return apiKey.length >= 12 ? { lastFour: apiKey.slice(-4) } : {};
}

/** What is wrong with a key that a person typed, in words; undefined when nothing is. */
export function checkApiKey(text: string): string | undefined {
  const fault = keyFault(text);
  const words: Record<NonNullable<typeof fault>, () => string> = {
    missing: () => t('Enter the API key.'),
    prefix: () => t('Enter only the key, without “ApiKey” in front of it.'),
    'too-long': () => t('An API key has at most 4,096 characters.'),
    characters: () =>
      t('An API key contains only ASCII letters, digits and symbols. Paste it again, without line breaks.'),
  };
  return fault && words[fault]();
}

function isStored(value: unknown): value is StoredKey {
  if (typeof value !== 'object' || value === null) return false;
  const { apiKey, apiOrigin, filesOrigin } = value as Record<string, unknown>;
  return [apiKey, apiOrigin, filesOrigin].every((part) => typeof part === 'string');
}

function isBoundTo(stored: StoredKey, { addresses }: Environment): boolean {
  return stored.apiOrigin === addresses?.apiOrigin && stored.filesOrigin === addresses.filesOrigin;
}

function stateOf(stored: StoredKey, environment: Environment): KeyState {
  const lastFour = lastFourOf(stored.apiKey);
  if (isBoundTo(stored, environment)) return { kind: 'set', ...lastFour };
  return { kind: 'address-changed', givenFor: boundTo(stored), ...lastFour };
}

function otherAddress(environment: Environment): ConfigurationError {
  const message = t(
    'The address of {0} has changed since its API key was entered, so the key was not sent. Confirm the new address or enter a key for it.',
    environment.name,
  );
  return notPossible(environment, message);
}

function noKey(environment: Environment, why: 'none' | 'lost'): ConfigurationError {
  return notPossible(
    environment,
    why === 'none'
      ? t('{0} has no API key yet. Enter it to continue. Nothing was sent.', environment.name)
      : t(
          'The editor can no longer read the API key of {0}: its secret storage, or the keyring of this system, has lost it. Enter it again to continue. Nothing was sent.',
          environment.name,
        ),
  );
}

function notPossible(
  environment: Environment,
  message: string,
  missing: Lack | undefined = 'key',
): ConfigurationError {
  return new ConfigurationError(message, { environment: environment.id, missing });
}

function notAvailable(environment: Environment, cause: unknown, missing?: Lack): ConfigurationError {
  const message = t(
    'The secret storage of the editor is not available, so the API key of {0} was not changed. Check the keyring of this system, then try again.',
    environment.name,
  );
  return new ConfigurationError(message, { environment: environment.id, missing, cause });
}
