import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { extensionVersion } from '../../services/extensionVersion';
import type { Services } from '../../services/services';
import { emptySupportReport, supportBundle, supportReport, type ReportContext } from './supportReport';

export type Reports = ReturnType<typeof createReports>;

/** Support reports, with the versions and addresses of this window. */
export function createReports({ context, environments }: Pick<Services, 'context' | 'environments'>) {
  const origin = () => ({
    extensionVersion: extensionVersion(context),
    editorVersion: `${vscode.env.appName} ${vscode.version}`,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  /** Where it was sent, which need not be where the environment is by now. */
  const contextOf = ({ environment, url }: Exchange): ReportContext => {
    const known = environments.all.find(({ id }) => id === environment);
    const address = URL.parse(url)?.origin ?? url;
    return { ...origin(), environmentName: known?.name ?? environment, address };
  };

  return {
    on: (exchange: Exchange) => supportReport(exchange, contextOf(exchange)),
    /** Reports on several exchanges. */
    bundle: (exchanges: readonly Exchange[]) =>
      supportBundle(exchanges, contextOf, origin(), `${platform()} ${release()}, ${arch()}`),
    /** The form for a request id that is not known here. */
    onUnknown(requestId: string): string {
      const { name, addresses } = environments.active;
      const address = addresses?.apiUrl ?? 'none set';
      return emptySupportReport(requestId, { ...origin(), environmentName: name, address });
    },
  };
}
