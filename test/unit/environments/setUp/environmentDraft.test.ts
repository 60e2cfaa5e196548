import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  draftOf,
  environmentOf,
  freeId,
  isOwn,
  newDraft,
  withDraft,
} from '../../../../src/environments/setUp/environmentDraft';
import { readEnvironments, type Environment } from '../../../../src/services/environments/environmentModel';

function environment(id: string, entries: Readonly<Record<string, unknown>>): Environment {
  const found = readEnvironments(entries).find((one) => one.id === id);
  assert.ok(found);
  return found;
}

describe('a draft of an environment', () => {
  it('begins with what the settings say, valid or not', () => {
    const more = { filesUrl: 7, dashboardUrl: 'https://d.test' };
    const entries = { sandbox: { apiUrl: ' http://refused.test ', ...more }, production: { filesUrl: 'f' } };
    const { type, name: _name, ...draft } = draftOf(environment('sandbox', entries), entries);
    const texts = { apiUrl: 'http://refused.test', filesUrl: '', dashboardUrl: 'https://d.test' };
    assert.deepEqual({ type, ...draft }, { type: 'sandbox', id: 'sandbox', isNew: false, ...texts });
    assert.equal(draftOf(environment('production', entries), entries).filesUrl, 'f');
    assert.equal(draftOf(environment('local', entries), entries).type, undefined);
  });

  it('asks for the type where an own environment states none', () => {
    const entries = { mine: { apiUrl: 'https://m.test' } };
    assert.equal(draftOf(environment('mine', entries), entries).type, undefined);
  });

  it('changes its own entry alone, and keeps what else the user wrote there', () => {
    const entries = { sandbox: { apiUrl: 'https://old.test', name: 'Test bench' }, other: { x: 1 } };
    const draft = { ...draftOf(environment('sandbox', entries), entries), apiUrl: 'https://new.test' };
    assert.deepEqual(withDraft(draft, entries), {
      sandbox: { apiUrl: 'https://new.test', name: 'Test bench' },
      other: { x: 1 },
    });
  });

  it('takes away what was emptied', () => {
    const entries = { sandbox: { apiUrl: 'https://a.test', filesUrl: 'https://f.test' } };
    const draft = { ...draftOf(environment('sandbox', entries), entries), filesUrl: '' };
    assert.deepEqual(withDraft(draft, entries), { sandbox: { apiUrl: 'https://a.test' } });
  });

  it('keeps the name and the type that its entry states by now: they may have changed since it began', () => {
    const entries = { mine: { apiUrl: 'https://m.test', type: 'sandbox', name: 'Mine' } };
    const draft = draftOf(environment('mine', entries), entries);
    const now = { mine: { apiUrl: 'https://m.test', type: 'production', name: 'Real money' } };
    assert.deepEqual(withDraft({ ...draft, apiUrl: 'https://new.test' }, now), {
      mine: { apiUrl: 'https://new.test', type: 'production', name: 'Real money' },
    });
    const invalid = { mine: { apiUrl: 'https://m.test', type: 'neither', name: ' ' } };
    assert.deepEqual(withDraft(draft, invalid), entries);
  });

  it('of a new one takes nothing over from one that was there under its id', () => {
    const draft = { ...newDraft('Mine', {}), type: 'sandbox', apiUrl: 'https://new.test' } as const;
    const there = { mine: { apiUrl: 'https://m.test', type: 'production', name: 'Other' } };
    const made = { name: 'Mine', type: 'sandbox', apiUrl: 'https://new.test' };
    assert.deepEqual(withDraft(draft, there)['mine'], made);
    const more = { filesUrl: 'https://f.test', dashboardUrl: 'https://d.test' };
    assert.deepEqual(withDraft({ ...draft, ...more }, {})['mine'], { ...made, ...more });
    assert.deepEqual(withDraft(newDraft('Mine', {}), {})['mine'], { name: 'Mine', apiUrl: '' });
  });

  it('of a new one is what the settings then give', () => {
    const draft = newDraft('Second account', {});
    draft.type = 'production';
    draft.apiUrl = 'https://two.test';
    const { id, name, type, addresses } = environmentOf(draft, {});
    assert.deepEqual([id, name, type], ['second-account', 'Second account', 'production']);
    assert.equal(addresses?.apiUrl, 'https://two.test/v1');
  });
});

describe('the id of a new environment', () => {
  it('is never one that is taken, nor one of the three', () => {
    assert.equal(freeId('Production', {}), 'production-2');
    assert.equal(freeId('Über Öl', {}), 'uber-ol');
    assert.equal(freeId('日本', {}), 'environment');
    assert.deepEqual(
      [`${'a'.repeat(39)} b`, 'a'.repeat(50)].map((name) => freeId(name, {}).length),
      [39, 40],
    );
    assert.equal(freeId('A', { a: {}, 'a-2': {} }), 'a-3');
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, taken) => {
        const entries = Object.fromEntries(taken.map((id) => [id, {}]));
        const id = freeId(name, entries);
        assert.match(id, /^[a-z\d]+(?:-[a-z\d]+)*$/);
        assert.ok(isOwn(id) && !Object.hasOwn(entries, id));
      }),
    );
  });
});
