import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ChangePauses } from '../../../src/operations/changePauses';
import type { DescribedDocument } from '../../../src/services/descriptions/descriptions';

const as = (title: string, uri = 'file:///api.yaml') => ({ uri, title }) as DescribedDocument;

describe('What became of a document that is edited', () => {
  let reported: string[];
  let isReadable: boolean;
  let pauses: ChangePauses;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    [reported, isReadable] = [[], true];
    pauses = new ChangePauses(
      () => isReadable,
      ({ uri, title }) => reported.push(`${uri} ${title}`),
    );
  });
  afterEach(() => pauses.dispose());

  it('is reported once in a pause, of all that was saved until then, for each document', () => {
    pauses.changed(as('first'));
    mock.timers.tick(2900);
    pauses.changed(as('second'));
    pauses.changed(as('other', 'file:///b.yaml'));
    mock.timers.tick(2900);
    pauses.edited('file:///api.yaml');
    mock.timers.tick(2900);
    assert.deepEqual(reported, ['file:///b.yaml other']);
    mock.timers.tick(100);
    assert.deepEqual(reported, ['file:///b.yaml other', 'file:///api.yaml first']);
    pauses.edited('file:///api.yaml');
    pauses.changed(as('third'));
    mock.timers.tick(3000);
    assert.equal(reported.at(-1), 'file:///api.yaml third');
  });

  it('is not reported while it cannot be read, and of all of it later, without a timer until then', () => {
    pauses.changed(as('first'));
    isReadable = false;
    mock.timers.tick(3000);
    isReadable = true;
    mock.timers.tick(100_000);
    assert.deepEqual(reported, []);
    pauses.changed(as('half written'));
    mock.timers.tick(3000);
    assert.deepEqual(reported, ['file:///api.yaml first']);
  });
});
