import assert from 'node:assert/strict';
import { NewestRow } from '../../../src/ui/views/newestRow';

/** A view in which a row is drawn after an answer came: what is revealed. */
async function revealed({
  came = 'new',
  visible = true,
  selection = [],
  leaves = false,
  refuses = 0,
}: {
  readonly came?: string;
  readonly visible?: boolean;
  readonly selection?: readonly unknown[];
  /** Somebody leaves the view in the moment in which it is drawn. */
  readonly leaves?: boolean;
  /** How often the view has other rows already. */
  readonly refuses?: number;
}): Promise<unknown[]> {
  const calls: unknown[] = [];
  let refused = 0;
  const view = {
    visible,
    selection,
    reveal: (row: unknown, options: unknown) =>
      refused++ < refuses
        ? Promise.reject(new Error('gone'))
        : Promise.resolve(void calls.push([row, options])),
  };
  const newest = new NewestRow(() => {
    if (leaves) view.visible = false;
    return Promise.resolve();
  });
  newest.came('older');
  newest.came(came);
  // Twice: a row that was selected once is left alone.
  for (let times = 0; times < 2; times++) await newest.drawn(view, ['new', 'older'], (row) => row);
  return calls;
}

describe('the row of the newest answer', () => {
  const once = [['new', { select: true, focus: false }]];
  const cases: [string, Parameters<typeof revealed>[0], unknown[]][] = [
    ['is selected once, without the focus', {}, once],
    ['takes the selection from another row', { selection: ['older'] }, once],
    ['leaves several selected rows alone', { selection: ['older', 'oldest'] }, []],
    ['does not open a hidden view', { visible: false }, []],
    ['does not open a view that is left in this moment', { leaves: true }, []],
    ['is selected when it is drawn again, where the view was refreshed meanwhile', { refuses: 1 }, once],
    ['waits until it is drawn', { came: 'later' }, []],
  ];
  for (const [title, view, expected] of cases)
    it(title, async () => assert.deepEqual(await revealed(view), expected));
});
