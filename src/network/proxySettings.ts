import type { UndiciTransportOptions } from '../api';

/** The editor's own settings that matter: with `off` for `http.proxySupport`, extensions use no proxy at all. */
export const EDITOR_SETTINGS = [
  'proxySupport',
  'proxy',
  'noProxy',
  'proxyAuthorization',
  'proxyStrictSSL',
  'systemCertificates',
] as const;

/** Each as far as the user set it. */
export type EditorSettings = Readonly<Partial<Record<(typeof EDITOR_SETTINGS)[number], unknown>>>;

/**
 * Settings win over the environment; among its variables, those for https over those for http, and upper case over
 * lower case, as in the editor itself.
 */
export function proxyOptions(
  settings: EditorSettings,
  env: Readonly<Record<string, string | undefined>>,
): Omit<UndiciTransportOptions, 'ca'> {
  if (settings.proxySupport === 'off') return {};
  const variable = (...names: readonly string[]): string =>
    names
      .flatMap((name) => [env[name], env[name.toLowerCase()]])
      .map((value) => value?.trim() ?? '')
      .find((value) => value !== '') ?? '';
  const proxy = textOf(settings.proxy) || variable('HTTPS_PROXY', 'HTTP_PROXY');
  if (proxy === '') return {};
  const noProxy = [...hostsOf(settings.noProxy), ...hostsOf(variable('NO_PROXY'))].join(',');
  const proxyAuthorization = textOf(settings.proxyAuthorization);
  return {
    proxy,
    ...(noProxy !== '' && { noProxy }),
    ...(proxyAuthorization !== '' && { proxyAuthorization }),
    ...(settings.proxyStrictSSL === false && { proxyStrictSSL: false }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function hostsOf(value: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.flatMap((entry) => textOf(entry).split(/[,\s]+/)).filter((entry) => entry !== '');
}
