import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../host/paths.mts';
import { DescriptionList } from '../../../src/services/descriptions/descriptionList';
import { startProxyServer } from '../../support/proxyServer';
import { buildDriver } from '../support/driver';
import { dialog, freshEditor, statusBarItem, type SharedWindow } from '../support/editor';
import { globalStorage } from '../support/registry';
import { describeLosses } from './losses';
import { describePrivacy } from './privacy';
import { describeProduction } from './production';
import { describeSettingUp } from './settingUp';
import { describeTrust } from './trust';
import { describeUnfinishedUploads } from './unfinishedUploads';

/** To open a window takes ten seconds of a processor, so one serves for trust, and for all who need accounts. */
describe('in a window with accounts', () => {
  let shared: SharedWindow;
  /** It wants a password. This machine is reached past it. */
  const proxy = startProxyServer({ authorization: 'Basic bWU6c2VjcmV0' });

  before(async () => {
    const editor = await freshEditor({ workspaceTrust: true, companions: [await buildDriver()] });
    // It was added elsewhere: the user's documents are those of every workspace.
    const description = pathToFileURL(join(root, 'sample/openapi.yaml')).toString();
    await new DescriptionList(join(globalStorage(editor.dataDir), 'api-descriptions')).add(description);
    const accounts = await Promise.all(environments);
    const window = await editor.openWindow({
      settings: {
        // Else the editor has no tools.
        'chat.disableAIFeatures': false,
        'http.proxy': (await proxy).url,
        'paymentsApi.environments': Object.fromEntries(accounts.map((each) => [each.name, each])),
        'paymentsApi.requests.maxRetries': 0,
        // Longer than these tests have: only cancelling can end a request.
        'paymentsApi.requests.timeoutSeconds': 600,
      },
      // High enough for all rows of the views.
      viewport: { width: 1280, height: 2100 },
    });
    shared = { editor, window };
    await dialog(window.page).getByRole('button', { name: 'No, I don' }).click();
    await statusBarItem(window.page, 'Restricted Mode').waitFor();
  });
  after(async () => (await proxy).close());

  const opened = (): SharedWindow => shared;
  describeTrust(opened);
  describeSettingUp(opened);
  const live = describeProduction(opened);
  const unfinished = describeUnfinishedUploads(opened);
  describeLosses(opened);
  // Last: it looks through all that the others left in files.
  const environments = [live, unfinished, describePrivacy(opened)];
});
