import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import type { Environments } from '../../services/environments/environments';
import { extensionVersion } from '../../services/extensionVersion';
import type { Services } from '../../services/services';
import { emptySupportReport, supportBundle, supportReport, type ReportOrigin } from './supportReport';
import { t } from '../../util/text';

/** Support reports, with the versions and addresses of this window. */
export class Reports {
  readonly #environments: Environments;
  readonly #extensionVersion: string;

  constructor({ context, environments }: Services) {
    this.#environments = environments;
    this.#extensionVersion = extensionVersion(context);
  }

  on(exchange: Exchange): string {
    return supportReport(exchange, { ...this.#origin, ...this.#placeOf(exchange) });
  }

  /** Reports on several exchanges, under a cover with versions, environments and times. */
  bundle(exchanges: readonly Exchange[]): string {
    const places = exchanges.map((exchange) => {
      const { environmentName, address } = this.#placeOf(exchange);
      return `${environmentName} (${address})`;
    });
    const context = {
      ...this.#origin,
      system: `${platform()} ${release()}, ${arch()}`,
      environments: [...new Set(places)],
    };
    return supportBundle(
      exchanges,
      exchanges.map((exchange) => this.on(exchange)),
      context,
    );
  }

  /** The form for a request id that is not known here. */
  onUnknown(requestId: string): string {
    const { name, addresses } = this.#environments.active;
    const address = addresses?.apiUrl ?? t('none set');
    return emptySupportReport(requestId, { ...this.#origin, environmentName: name, address });
  }

  /** Where it was sent, which need not be where the environment is by now. */
  #placeOf({ environment, url }: Exchange) {
    const { name: environmentName = environment } =
      this.#environments.all.find(({ id }) => id === environment) ?? {};
    return { environmentName, address: URL.parse(url)?.origin ?? url };
  }

  get #origin(): ReportOrigin {
    return {
      extensionVersion: this.#extensionVersion,
      editorVersion: `${vscode.env.appName} ${vscode.version}`,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  }
}
