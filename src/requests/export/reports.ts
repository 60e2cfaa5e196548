import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { extensionVersion } from '../../services/extensionVersion';
import type { Services } from '../../services/services';
import { emptySupportReport, supportBundle, supportReport, type ReportContext } from './supportReport';

/** Support reports, with the versions and addresses of this window. */
export class Reports {
  readonly #services: Pick<Services, 'context' | 'environments'>;

  constructor(services: Pick<Services, 'context' | 'environments'>) {
    this.#services = services;
  }

  on(exchange: Exchange): string {
    return supportReport(exchange, this.#contextOf(exchange));
  }

  /** Reports on several exchanges. */
  bundle(exchanges: readonly Exchange[]): string {
    const reported = exchanges.map((exchange) => ({ exchange, context: this.#contextOf(exchange) }));
    return supportBundle(reported, this.#origin, `${platform()} ${release()}, ${arch()}`);
  }

  /** The form for a request id that is not known here. */
  onUnknown(requestId: string): string {
    const { name, addresses } = this.#services.environments.active;
    const address = addresses?.apiUrl ?? 'none set';
    return emptySupportReport(requestId, { ...this.#origin, environmentName: name, address });
  }

  /** Where it was sent, which need not be where the environment is by now. */
  #contextOf({ environment, url }: Exchange): ReportContext {
    const known = this.#services.environments.all.find(({ id }) => id === environment);
    const address = URL.parse(url)?.origin ?? url;
    return { ...this.#origin, environmentName: known?.name ?? environment, address };
  }

  get #origin() {
    return {
      extensionVersion: extensionVersion(this.#services.context),
      editorVersion: `${vscode.env.appName} ${vscode.version}`,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  }
}
