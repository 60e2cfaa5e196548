import assert from 'node:assert/strict';
import { detailsView } from '../../../../src/files/details/model/detailsView';
import type { DetailsModel } from '../../../../src/files/details/model/source';
import { freshnessText } from '../../../../src/files/details/webview/freshness';
import { model, viewContext } from './support';

function textOf(change: Partial<DetailsModel>): string {
  const { fetchedAt: _never, ...unfetched } = model();
  const { view } = detailsView({ ...unfetched, ...change }, viewContext);
  return freshnessText(view, 120_000);
}

describe('when the details were fetched', () => {
  it('is said where they were, and that they were not', () => {
    assert.equal(textOf({ state: 'fresh', fetchedAt: 60_000 }), 'Fetched 1 minute ago');
    assert.equal(textOf({ state: 'stale' }), 'Not fetched yet');
    assert.equal(textOf({ state: 'loading' }), 'Loading file details…');
    assert.equal(textOf({ state: 'loading', fetchedAt: 60_000 }), 'Refreshing…');
  });

  it('is not said to be outstanding after an answer that there is no such file, or another failure', () => {
    for (const state of ['gone', 'failed', 'upload'] as const) assert.equal(textOf({ state }), '');
  });
});
