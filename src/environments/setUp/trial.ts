import type { Connections, WithAddresses } from '../../services/connections';
import { environmentTitle } from '../../ui/environmentTitle';
import { withLateProgress } from '../../ui/progress';
import { testConnection, type Trouble, type Verdict } from './testCall';
import type { Environment } from '../../services/environments/environmentModel';
import { openSetting, withRequestId } from '../../ui/messages';
import { askModal } from '../../ui/questions/confirm';
import { t } from '../../util/text';

/**
 * Tries addresses and a key that are typed but not kept yet, with requests that change nothing, and asks what to do when
 * they do not work: again is done here.
 * @returns `keep` also where it works; `undefined` when the question was dismissed
 */
export async function tryKeyAndAsk(
  connections: Connections,
  environment: WithAddresses,
  apiKey: string,
): Promise<{ verdict?: Verdict; next: 'keep' | 'key' | 'address' | 'cancelled' | undefined }> {
  const title = t('Testing {0} with a request that changes nothing', environmentTitle(environment));
  for (;;) {
    const client = await connections.try(environment, apiKey);
    let verdict: Verdict;
    try {
      verdict = await withLateProgress(title, (signal) =>
        testConnection(client, environment.addresses, signal),
      );
    } catch {
      // Every failure but a cancellation is a verdict.
      return { next: 'cancelled' };
    }
    if (verdict.kind === 'works') return { verdict, next: 'keep' };
    const next = await askAboutFailure(environment, verdict);
    if (next === 'again') continue;
    if (next !== 'settings') return { verdict, next };
    if (verdict.error.setting !== undefined) void openSetting(verdict.error.setting);
    return { verdict, next: 'keep' };
  }
}

/** Where to go on after a test call that failed; undefined is out. */
type AfterFailure = 'again' | 'settings' | 'address' | 'key' | 'keep' | undefined;

type Failed = Exclude<Verdict, { readonly kind: 'works' }>;

/** Says what a test call found, and asks what to do. The first choice fixes the problem. */
async function askAboutFailure(environment: Environment, verdict: Failed): Promise<AfterFailure> {
  const titles: Readonly<Record<NonNullable<AfterFailure>, string>> = {
    again: t('Try Again'),
    settings: t('Save and Open Settings'),
    address: t('Change Addresses'),
    key: t('Change Key'),
    keep: t('Save Anyway'),
  };
  const order = ORDER[verdict.kind].filter(
    (way) => way !== 'settings' || verdict.error.setting !== undefined,
  );
  const message = t('{0}: {1}', environmentTitle(environment), headlines[verdict.kind]());
  const detail = [
    withRequestId(verdict.error.facts.message, verdict.error.requestId),
    t('Nothing has been changed yet.'),
  ].join('\n\n');
  const chosen = await askModal(message, detail, ...order.map((way) => titles[way]));
  return order.find((way) => titles[way] === chosen);
}

const ORDER: Readonly<Record<Trouble, readonly NonNullable<AfterFailure>[]>> = {
  key: ['key', 'address', 'again', 'keep'],
  address: ['address', 'key', 'again', 'keep'],
  network: ['again', 'settings', 'address', 'keep'],
  proxy: ['settings', 'again', 'address', 'keep'],
  certificate: ['again', 'address', 'keep'],
  service: ['again', 'address', 'key', 'keep'],
};

const headlines: Readonly<Record<Trouble, () => string>> = {
  key: () => t('the service answers, but refuses the API key.'),
  address: () => t('the address answers, but not as this API does. It is probably wrong.'),
  network: () => t('the service could not be reached.'),
  proxy: () => t('a proxy blocks the way to the service.'),
  certificate: () => t('no secure connection to the service could be made.'),
  service: () => t('the service answers, but is not available now.'),
};
