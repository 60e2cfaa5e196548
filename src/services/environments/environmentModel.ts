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
  const named = { id, name: base?.name ?? shown, type: base?.type ?? 'sandbox' };
  if (id !== shown) {
    const problem = t(
      'The setting {0} has a name that cannot be shown as it is. Use a short one, of letters, digits, "-" and "_".',
      setting,
    );
    return { ...named, type: 'production', problem };
  }
  if (entry === undefined) return named;
  if (!isObject(entry)) return { ...named, ...needsApiUrl(setting) };

  const stated = entry['type'];
  const given = typeof entry['name'] === 'string' ? plainText(entry['name'], LONGEST_NAME) : '';
  const name = given === '' ? named.name : given;
  // An environment of an unknown type is treated like production.
  const type = base?.type ?? (stated === 'sandbox' ? 'sandbox' : 'production');
  const dashboard = typeof entry['dashboardUrl'] === 'string' ? webAddress(entry['dashboardUrl']) : undefined;
  const environment = { id, name, type, ...(dashboard !== undefined && { dashboardUrl: dashboard }) };
  if (base === undefined && stated !== type) {
    return {
      ...environment,
      problem: t('The setting {0} must state its type: "sandbox" or "production".', setting),
    };
  }
  return { ...environment, ...readAddresses(setting, entry['apiUrl'], entry['filesUrl']) };
}

function readAddresses(
  setting: string,
  apiUrl: unknown,
  filesUrl: unknown,
): { addresses: Addresses } | { problem: string } | undefined {
  if (isMissing(apiUrl)) return isMissing(filesUrl) ? undefined : needsApiUrl(setting);
  const refused = (part: string, { reason }: { readonly reason: string }) => ({
    problem: t('The setting {0} was refused: {1}.', `${setting} → ${part}`, reason),
  });
  const api = checkAddress(asText(apiUrl));
  if (!api.ok) return refused('apiUrl', api);
  if (isMissing(filesUrl)) {
    return {
      addresses: { ...addressesOf(api, { base: api.origin, origin: api.origin }), isFilesDefault: true },
    };
  }
  const files = checkAddress(asText(filesUrl));
  if (!files.ok) return refused('filesUrl', files);
  return { addresses: addressesOf(api, files) };
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

/** What is no text becomes one that is no address: `String` would take a list of one for it, and throw for some objects. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The address of a dashboard, which is a web page: http or https, with whatever path. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:/.test(url.protocol) ? url.href : undefined;
}
