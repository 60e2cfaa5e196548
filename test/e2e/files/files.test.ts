import { sharedWindow, type SharedWindow } from '../support/editor';
import { describeDrop } from './drop';
import { describeRows } from './rows';
import { describeUploading } from './uploading';

/** What begins with a file, in one window. */
describe('files, through the window', () => {
  let shared: SharedWindow;

  before(async () => {
    // High enough for the rows of the Files view.
    shared = await sharedWindow({ viewport: { width: 1280, height: 1200 } });
  });

  const opened = (): SharedWindow => shared;
  // First: it takes files where there are none yet.
  describeDrop(opened);
  describeRows(opened);
  describeUploading(opened);
});
