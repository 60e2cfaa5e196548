import { createHash } from 'node:crypto';
import { ConfigurationError, errorFacts, type ErrorFacts, isPaymentsError } from '../api/model/errors';
import type { Service } from '../api/model/exchange';
import { isRead, onlyReads } from '../api/rules/methods';
import { type Lazy, lazily } from '../util/lazily';
import type { ClientOptions } from '../api/call/clientOptions';
import { CoolDown } from '../api/call/cooldown';
import type { PaymentsClient, Transport } from '../api';
import { type Caller, currentCaller } from './caller';
import type { EarlyServices } from './earlyServices';
import type { Identities } from './environments/identities';
import type { KeyVault } from './environments/keyVault';
import type { Addresses } from '../api/model/addresses';
import type { Environment } from './environments/environmentModel';
import type { LocalSandboxControl } from '../sandbox/control';
import type { RetirableTransport } from '../network/transports';
import { t } from '../util/text';

/** An environment that has addresses. */
export type WithAddresses = Environment & { readonly addresses: Addresses };

/** An environment that can be used: it has addresses, and a key for them. */
export type Reachable = WithAddresses & {
  /** Identifies the account behind it; see environments/identities.ts. */
  readonly identity: string | undefined;
  /** Distinguishes its key from another one, and holds nothing of it. */
  readonly keyMark: string;
};

/** A client for one environment. It stays with that environment, whichever is active later. */
export interface Connection {
  readonly environment: Reachable;
  /** Identifies the account behind its addresses at this moment: the Local Sandbox may be reset. See environments/identities.ts. */
  readonly identity: string | undefined;
  /** Its window is closing: nothing more is sent. */
  readonly isClosed: boolean;
  readonly client: PaymentsClient;
}

/** Everything that connections need from the rest. */
export interface ConnectionParts extends Pick<EarlyServices, 'environments' | 'settings'> {
  readonly identities: Identities;
  readonly keys: KeyVault;
  readonly sandbox: LocalSandboxControl;
  /** Makes the transport for the network settings as they are now. */
  readonly createTransport: () => Promise<RetirableTransport>;
  /** Goes to every client as it is. */
  readonly client: Pick<
    ClientOptions,
    'userAgent' | 'onBegin' | 'onWrite' | 'onExchange' | 'onUnexpected' | 'isDescribed'
  >;
}

/** Opens connections. The whole window shares one transport and one cool-down. */
export class Connections {
  readonly #parts: ConnectionParts;
  /** Also knows which environments are held back, because the service asked to wait for longer than a minute. */
  readonly cooldown = new CoolDown();
  /** For clients: whatever was made last, also when it is replaced in the middle of their work. */
  readonly #wire: Transport = {
    send: async (request, hooks) => {
      if (this.#closed) throw new Error('The window is closing');
      return (await this.#transport.get()).send(request, hooks);
    },
    close: () => this.close(),
  };
  readonly #made: RetirableTransport[] = [];
  #transport = this.#toBeMade();
  #closed = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /**
   * Checks that an environment can be used, and opens a connection to it.
   * @param id of the environment; the active one when undefined
   * @throws ConfigurationError when there is no such environment, no address or no key
   */
  async open(id?: string): Promise<Connection> {
    const { environment, apiKey } = await this.#withKey(id);
    const { maxRetries } = this.#parts.settings.values;
    const { identities } = this.#parts;
    const client = await this.#client(environment, apiKey, maxRetries);
    const isClosed = (): boolean => this.#closed;
    return {
      environment,
      client,
      get identity() {
        return identities.at(environment);
      },
      get isClosed() {
        return isClosed();
      },
    };
  }

  /** A client with addresses and a key that are typed but not kept yet, for trying them: nothing is repeated. */
  try(environment: WithAddresses, apiKey: string): Promise<PaymentsClient> {
    return this.#client(environment, apiKey, 0);
  }

  async #client(environment: WithAddresses, apiKey: string, maxRetries: number): Promise<PaymentsClient> {
    const { identities, keys, settings, sandbox, client } = this.#parts;
    const caller = currentCaller();
    // Refuses at once where nothing may be done; what may be done at which address is asked before each attempt.
    caller?.accessTo(environment);
    const { PaymentsClient } = await import('../api');
    return new PaymentsClient({
      ...client,
      environment: environment.id,
      environmentName: environment.name,
      get identity() {
        return identities.at(environment);
      },
      get scenario() {
        return environment.type === 'local' ? sandbox.trial : undefined;
      },
      environmentType: environment.type,
      apiUrl: environment.addresses.apiUrl,
      filesUrl: environment.addresses.filesUrl,
      apiKey,
      otherKeys: await keys.every(),
      transport: this.#wire,
      cooldown: this.cooldown,
      timeoutMs: settings.values.timeoutSeconds * 1000,
      maxRetries,
      refuses: (method, service) => this.#refusal(environment, method, service, caller),
      ...(caller !== undefined && { origin: caller.origin, signal: caller.signal }),
    });
  }

  /** What a caller may do there can change while a request is repeated, and so can what the environment is. */
  #refusal(
    environment: WithAddresses,
    method: string,
    service: Service,
    caller: Caller | undefined,
  ): ErrorFacts | undefined {
    const { id, name, type, addresses } = environment;
    try {
      const access = caller?.accessTo(environment, service);
      if (!isRead(method) && access === 'read') throw onlyReads(id, name);
    } catch (error) {
      if (isPaymentsError(error)) return errorFacts(error);
      throw error;
    }
    const now = this.#parts.environments.all.find((each) => each.id === id);
    const hasMoved =
      type === 'local'
        ? // Another editor's Local Sandbox, which has the same key, may have taken the port of this one since it ended.
          now?.addresses?.apiUrl !== addresses.apiUrl
        : // Nobody was asked about writes in production.
          !isRead(method) && now?.type === 'production' && type !== 'production';
    return hasMoved ? { kind: 'configuration', message: changedMeanwhile(name) } : undefined;
  }

  /**
   * Checks that an environment can be used, and opens nothing; the Local Sandbox is started if need be.
   * @param id of the environment; the active one when undefined
   * @throws ConfigurationError when there is no such environment, no address or no key
   */
  async ready(id?: string): Promise<Reachable> {
    return (await this.#withKey(id)).environment;
  }

  async #withKey(id?: string): Promise<{ readonly environment: Reachable; readonly apiKey: string }> {
    const located = await this.located(id);
    const apiKey = await this.#parts.keys.keyFor(located);
    const keyMark = createHash('sha256').update(apiKey).digest('hex');
    return { environment: { ...located, identity: this.#parts.identities.at(located), keyMark }, apiKey };
  }

  /** For how many more seconds the service of an environment asked to wait, while that is more than a call waits. */
  heldSeconds({ id, identity }: Reachable): number | undefined {
    return this.cooldown.heldSeconds(id, identity);
  }

  /** The environment with its addresses, with or without a key. @throws as `ready` */
  async located(id?: string): Promise<WithAddresses> {
    const { environments, sandbox } = this.#parts;
    const { id: known, type } = environments.get(id);
    if (type === 'local') await sandbox.ensure();
    const environment = environments.get(known);
    if (environment.addresses === undefined) throw notSetUp(environment);
    return { ...environment, addresses: environment.addresses };
  }

  /** The next call makes a transport for the settings of that moment; what is under way ends on the old one. */
  async renew(): Promise<void> {
    const transport = this.#transport.loaded;
    this.#transport = this.#toBeMade();
    (await transport?.catch(() => undefined))?.retire();
  }

  /** Ends every connection, and the requests on them: none survives its window. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#made.map((transport) => transport.close()));
  }

  #toBeMade(): Lazy<RetirableTransport> {
    return lazily(async () => {
      const transport = await this.#parts.createTransport();
      // The window may have closed in the meantime.
      if (this.#closed) await transport.close();
      this.#made.push(transport);
      return transport;
    });
  }
}

/** Of an environment that is not what it was when something was agreed to. */
export function changedMeanwhile(name: string): string {
  return t(
    'The address or the API key of {0} changed meanwhile, so nothing was sent. Send the request again.',
    name,
  );
}

function notSetUp(environment: Environment): ConfigurationError {
  return new ConfigurationError(
    environment.problem === undefined
      ? t(
          '{0} has no address yet. Set it up, or write it in the setting {1}. Nothing was sent.',
          environment.name,
          'paymentsApi.environments',
        )
      : t('{0} Nothing was sent.', environment.problem),
    { environment: environment.id, missing: 'address' },
  );
}
