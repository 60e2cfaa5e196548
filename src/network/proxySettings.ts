/** Which proxy the editor's settings and the environment name. Pure. */

/** The editor's own settings, each as far as the user set it. */
export interface EditorProxySettings {
  /** `http.proxySupport`: with `off`, extensions use no proxy at all. */
  readonly proxySupport?: unknown;
  readonly proxy?: unknown;
  readonly noProxy?: unknown;
  readonly proxyAuthorization?: unknown;
  readonly proxyStrictSSL?: unknown;
}

/** As the transport takes it. */
export interface ProxyOptions {
  readonly proxy?: string;
  /** Hosts reached directly, separated by commas. */
  readonly noProxy?: string;
  readonly proxyAuthorization?: string;
  /** Concerns the certificate of the proxy only, never of the service. */
  readonly proxyStrictSSL?: boolean;
}

/**
 * Settings win over the environment; among its variables, those for https over those for http, and upper case over
 * lower case, as in the editor itself.
 */
export function proxyOptions(
  settings: EditorProxySettings,
  env: Readonly<Record<string, string | undefined>>,
): ProxyOptions {
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
