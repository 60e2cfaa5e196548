import { freshEditor, type EditorWindow, type SharedWindow } from '../support/editor';
import { describeLosses } from '../stories/losses';
import { privacy } from '../stories/privacy';
import { production } from '../stories/production';
import { unfinishedUploads } from '../stories/unfinishedUploads';

/** To open a window takes ten seconds of a processor, so one serves for all that need environments of their own. */
describe('in a window with accounts', () => {
  const live = production();
  const unfinished = unfinishedUploads();
  const echo = privacy();
  const stories = [live, unfinished, echo];
  let editor: SharedWindow['editor'];
  let window: EditorWindow;

  before(async () => {
    const environments = await Promise.all(stories.map((story) => story.begin()));
    editor = await freshEditor();
    window = await editor.openWindow({
      settings: {
        'paymentsApi.environments': Object.assign({}, ...environments) as object,
        // Longer than these tests have: only cancelling can end a request.
        'paymentsApi.requests.timeoutSeconds': 600,
      },
    });
  });

  after(async () => {
    await editor.close();
    for (const story of stories) await story.end();
  });

  const opened = (): SharedWindow => ({ editor, window });
  live.tell(opened);
  unfinished.tell(opened);
  describeLosses(opened);
  // Last: it looks through all that the others left in files.
  echo.tell(opened);
});
