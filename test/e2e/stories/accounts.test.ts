import { startProxyServer } from '../../support/proxyServer';
import { useSettings } from '../support/driver';
import { sharedWindow, type SharedWindow } from '../support/editor';
import { describeLosses } from './losses';
import { describePrivacy } from './privacy';
import { describeProduction } from './production';
import { describeSettingUp } from './settingUp';
import { describeUnfinishedUploads } from './unfinishedUploads';

describe('with accounts', () => {
  let shared: SharedWindow;
  /** It wants a password. This machine is reached past it. */
  const proxy = startProxyServer({ authorization: 'Basic bWU6c2VjcmV0' });

  before(async () => {
    const accounts = await Promise.all(environments);
    // High enough for all rows of the views.
    shared = await sharedWindow({ viewport: { width: 1280, height: 2100 } });
    await useSettings(shared.window, {
      'http.proxy': (await proxy).url,
      'paymentsApi.environments': Object.fromEntries(accounts.map((each) => [each.name, each])),
      'paymentsApi.requests.maxRetries': 0,
      // Longer than these tests have: only cancelling can end a request.
      'paymentsApi.requests.timeoutSeconds': 600,
    });
  });
  after(async () => (await proxy).close());

  const opened = (): SharedWindow => shared;
  describeSettingUp(opened);
  const live = describeProduction(opened);
  const unfinished = describeUnfinishedUploads(opened);
  describeLosses(opened);
  // Last: it looks through all that the others left in files.
  const environments = [live, unfinished, describePrivacy(opened)];
});
