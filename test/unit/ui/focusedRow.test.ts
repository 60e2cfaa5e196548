import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Drawing, findFocusedRow } from '../../../src/ui/views/focusedRow';

/** What may come between a key and the editor, at one toggle of the selection. */
const EVENTS = [
  '',
  'lost',
  'fails',
  'newest before',
  'newest after',
  'other objects',
  'drawn',
  'no rows',
] as const;

type Example = [selected: number[], focus: number, between: (typeof EVENTS)[number][]];

/** A list as the editor keeps it: rows with ids, one with the focus, some selected. */
class List {
  readonly drawing = new Drawing();
  readonly toggle;
  selected: Set<number>;
  #rows: { readonly id: number }[] = [];
  #isEmpty = false;

  constructor(selected: readonly number[], focus: number, events: readonly (typeof EVENTS)[number][]) {
    this.selected = new Set(selected);
    this.#draw();
    const left = [...events];
    const flip = () => this.selected.delete(focus) || this.selected.add(focus);
    this.toggle = () => {
      const event = left.shift() ?? '';
      this.#isEmpty = false;
      if (event === 'newest before') this.selected = new Set([0]);
      if (event !== 'lost' && event !== 'fails') flip();
      if (event === 'newest after') this.selected = new Set([0]);
      if (['other objects', 'drawn', 'no rows'].includes(event)) this.#draw();
      if (['drawn', 'no rows'].includes(event)) this.drawing.steps += 1;
      this.#isEmpty = event === 'no rows';
      return event === 'fails' ? Promise.reject(new Error('Data tree node not found')) : Promise.resolve();
    };
  }

  /** With each refresh the same rows are other objects. */
  #draw() {
    this.#rows = [0, 1, 2].map((id) => ({ id }));
    for (const row of this.#rows) this.drawing.described(row, { id: `row ${row.id}` });
  }

  get selection() {
    return this.#isEmpty ? [] : this.#rows.filter(({ id }) => this.selected.has(id));
  }
}

describe('The row in focus', () => {
  it('is found with the rows selected with it, and nothing else is selected then, whatever comes in between', async () => {
    const events = fc.array(fc.constantFrom(...EVENTS), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.subarray([0, 1, 2]), fc.nat(2), events, async (selected, focus, between) => {
        const list = new List(selected, focus, between);
        const found = await findFocusedRow(list, list.drawing, list.toggle);
        const ids = (rows: readonly unknown[] = []) => rows.map((row) => (row as { id: number }).id);
        assert.deepEqual(ids([found?.focused]), [focus]);
        assert.deepEqual(ids(found?.selection), selected.includes(focus) ? selected : [focus]);
        assert.equal(list.selected.has(focus), selected.includes(focus));
      }),
      {
        numRuns: 100,
        examples: [
          ...EVENTS.map((event): Example => [[1], 2, [event]]),
          [[0, 1], 0, ['', 'no rows', '', 'newest before']],
        ],
      },
    );
  });

  it('is not selected by the search for it, where that is given up', async () => {
    const drawn = Array.from({ length: 1000 }, () => 'drawn' as const);
    const list = new List([1], 2, ['lost', ...drawn]);
    assert.equal(await findFocusedRow(list, list.drawing, list.toggle, 100), undefined);
    assert.deepEqual([...list.selected], [1]);
  });
});
