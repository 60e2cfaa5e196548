import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readSavedState, readWebviewMessage } from '../../../../src/files/details/model/detailsProtocol';
import { DETAILS_ACTIONS } from '../../../../src/files/details/model/source';

describe('messages from the details webview', () => {
  it('are read when they are ours', () => {
    assert.deepEqual(readWebviewMessage({ type: 'ready' }), { type: 'ready' });
    for (const type of ['refresh', 'pin', 'preview']) {
      assert.deepEqual(readWebviewMessage({ type, showing: 3 }), { type, showing: 3 });
    }
    for (const action of DETAILS_ACTIONS) {
      const message = { type: 'action', showing: 3, action };
      assert.deepEqual(readWebviewMessage(message), message);
    }
    const copy = { type: 'copy', showing: 3, key: 'k'.repeat(1000) };
    // They hold nothing beside what they are made of.
    assert.deepEqual(readWebviewMessage({ ...copy, command: 'x', action: 'copyId' }), copy);
  });

  it('are ignored when anything about them is not ours', () => {
    const of = (type: string, given: object = {}) => ({ type, showing: 3, ...given });
    const actions = [undefined, 'workbench.action.terminal.new', 'constructor', ['copyId']];
    const unknownMessages: unknown[] = [
      ...[undefined, null, 'ready', [], [{ type: 'ready' }], {}, { type: 'READY' }, of('toString')],
      ...[undefined, '3', 1.5, Number.NaN].map((showing) => of('refresh', { showing })),
      ...actions.map((action) => of('action', { action })),
      ...[1, ['k'], 'k'.repeat(1001)].map((key) => of('copy', { key })),
      ...[{ type: 'refresh' }, { type: 'action', showing: 3 }],
    ];
    for (const message of unknownMessages)
      assert.equal(readWebviewMessage(message), undefined, JSON.stringify(message));
  });

  it('never throw, whatever came, and give only known types', () => {
    const types = ['ready', 'refresh', 'pin', 'preview', 'action', 'copy'];
    const type = fc.constantFrom(...types);
    const anything = fc.anything();
    const messages = fc.oneof(
      anything,
      fc.record({ type, showing: anything, action: anything, key: anything }),
    );
    fc.assert(
      fc.property(messages, (value) => {
        const message = readWebviewMessage(value);
        return message === undefined || types.includes(message.type);
      }),
    );
  });
});

describe('what a details webview kept over a reload', () => {
  it('names its file, and defaults the rest', () => {
    const file = { environment: 'local', fileId: 'f' };
    const whole = { ...file, pinned: true, rawOpen: true };
    assert.deepEqual(readSavedState(whole), whole);
    assert.deepEqual(readSavedState({ ...file, pinned: 'yes' }), { ...file, pinned: false, rawOpen: false });
  });

  it('names an upload that is no file of the service yet by its row, and says what was production', () => {
    for (const about of [
      { fileId: '', row: 7 },
      { fileId: 'f', isProduction: true },
    ]) {
      const state = { environment: 'mine', ...about, pinned: false, rawOpen: false };
      assert.deepEqual(readSavedState(state), state);
    }
  });

  it('is refused when it names no file', () => {
    const rows = [{ row: '7' }, { row: 0.5 }].map((row) => ({ fileId: '', ...row }));
    const ofLocal = [{}, { fileId: 1 }, { fileId: '' }, ...rows, { fileId: 'f', row: 7 }];
    const states = ofLocal.map((given) => ({ environment: 'local', ...given }));
    for (const state of [
      undefined,
      null,
      'f',
      {},
      { environment: '', fileId: 'f' },
      { environment: 5, fileId: 'f' },
      ...states,
    ])
      assert.equal(readSavedState(state), undefined, JSON.stringify(state));
  });
});
