import { checkAddress, type Addresses } from '../../api/model/addresses';
import { isObject } from '../../util/objects';
import type { EnvironmentType } from '../../api/model/exchange';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

/** One environment as the settings give it. */
export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly type: EnvironmentType;
  /** Absent while there is none, or while one is refused (`problem` says why). */
  readonly addresses?: Addresses;
  readonly dashboardUrl?: string;
  /** Why the dashboard's address is refused: the rest can be used without it. */
  readonly dashboardProblem?: string;
  /** Why it cannot be used: names the setting and the reason. */
  readonly problem?: string;
}

const LOCAL: Environment = { id: 'local', name: 'Local Sandbox', type: 'local' };
const builtIn: readonly Environment[] = [
  { id: 'sandbox', name: 'Sandbox', type: 'sandbox' },
  { id: 'production', name: 'Production', type: 'production' },
];

/** Headings, messages and the status bar hold the name of an environment. */
export const LONGEST_NAME = 60;

/**
 * Reads the setting `paymentsApi.environments`. Never throws: what is wrong with an entry is its `problem`.
 * @param setting the user's value, of any shape
 * @param local where the Local Sandbox listens, while it runs
 * @returns `local`, `sandbox` and `production` in this order, then the user's own
 */
export function readEnvironments(setting: unknown, local?: Addresses): [Environment, ...Environment[]] {
  const entries = new Map(isObject(setting) ? Object.entries(setting) : []);
  // An id that shows nothing could not be chosen, nor named in a message.
  const own = [...entries.keys()].filter(
    (id) => plainText(id) !== '' && [LOCAL, ...builtIn].every((environment) => environment.id !== id),
  );
  return [
    local === undefined ? LOCAL : { ...LOCAL, addresses: local },
    ...builtIn.map((base) => readEntry(base.id, base, entries.get(base.id))),
    ...own.map((id) => readEntry(id, undefined, entries.get(id))),
  ];
}

function readEntry(id: string, base: Environment | undefined, entry: unknown): Environment {
  const shown = plainText(id, LONGEST_NAME);
  const setting = `paymentsApi.environments → ${shown}`;
  // An environment of an unknown type is treated like production.
  const named = { id, name: base?.name ?? shown, type: base?.type ?? 'production' };
  if (id !== shown) {
    const problem = t(
      'The setting {0} has a name that cannot be shown as it is. Use a short one, of letters, digits, "-" and "_".',
      setting,
    );
    return { ...named, problem };
  }
  if (entry === undefined) return named;
  if (!isObject(entry)) return { ...named, ...needsApiUrl(setting) };

  const stated = entry['type'];
  const given = typeof entry['name'] === 'string' ? plainText(entry['name'], LONGEST_NAME) : '';
  const name = given === '' ? named.name : given;
  const type = base === undefined && stated === 'sandbox' ? stated : named.type;
  const environment = { id, name, type, ...readDashboard(setting, asText(entry['dashboardUrl'])) };
  if (base === undefined && stated !== type) {
    return {
      ...environment,
      problem: t('The setting {0} must state its type: "sandbox" or "production".', setting),
    };
  }
  return { ...environment, ...readAddresses(setting, asText(entry['apiUrl']), asText(entry['filesUrl'])) };
}

function readAddresses(
  setting: string,
  apiUrl: string,
  filesUrl: string,
): { addresses: Addresses } | { problem: string } | undefined {
  if (apiUrl === '') return filesUrl === '' ? undefined : needsApiUrl(setting);
  const api = checkAddress(apiUrl);
  if (!api.ok) return { problem: refusal(setting, 'apiUrl', api) };
  if (filesUrl === '') {
    return {
      addresses: { ...addressesOf(api, { base: api.origin, origin: api.origin }), isFilesDefault: true },
    };
  }
  const files = checkAddress(filesUrl);
  if (!files.ok) return { problem: refusal(setting, 'filesUrl', files) };
  return { addresses: addressesOf(api, files) };
}

function readDashboard(
  setting: string,
  url: string,
): Pick<Environment, 'dashboardUrl' | 'dashboardProblem'> | undefined {
  if (url === '') return undefined;
  const checked = checkDashboard(url);
  return checked.ok
    ? { dashboardUrl: checked.url }
    : { dashboardProblem: refusal(setting, 'dashboardUrl', checked) };
}

function refusal(setting: string, part: string, { reason }: { readonly reason: string }): string {
  return t('The setting {0} was refused: {1}.', `${setting} → ${part}`, reason);
}

function needsApiUrl(setting: string): { problem: string } {
  return { problem: t('The setting {0} must be an object with an apiUrl.', setting) };
}

function addressesOf(
  api: { readonly apiUrl: string; readonly origin: string },
  files: { readonly base: string; readonly origin: string },
): Addresses {
  return { apiUrl: api.apiUrl, filesUrl: files.base, apiOrigin: api.origin, filesOrigin: files.origin };
}

/**
 * An address as it is written; empty where there is none. What is no text becomes one that is no address: `String` would
 * take a list of one for it, and throw for some objects.
 */
function asText(value: unknown): string {
  const text = value ?? '';
  return typeof text === 'string' ? text.trim() : typeof text;
}

/** Checks the address of a dashboard. It is a web page: unlike a service, it may have a query and a fragment. */
export function checkDashboard(text: string) {
  const checked = checkAddress(text.replace(/[?#][^]*/, ''));
  return checked.ok ? ({ ok: true, url: new URL(text).href } as const) : checked;
}
