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
    const copy = { type: 'copy', showing: 3, key: 'contentLink.url' };
    assert.deepEqual(readWebviewMessage(copy), copy);
  });

  it('are ignored when anything about them is not ours', () => {
    const unknownMessages: unknown[] = [
      undefined,
      null,
      'ready',
      [],
      [{ type: 'ready' }],
      {},
      { type: 'READY' },
      { type: 'refresh' },
      { type: 'refresh', showing: '3' },
      { type: 'refresh', showing: 1.5 },
      { type: 'refresh', showing: Number.NaN },
      { type: 'action', showing: 3 },
      { type: 'action', showing: 3, action: 'workbench.action.terminal.new' },
      { type: 'action', showing: 3, action: 'constructor' },
      { type: 'action', showing: 3, action: ['copyId'] },
      { type: 'copy', showing: 3, key: 1 },
      { type: 'copy', showing: 3, key: 'k'.repeat(1001) },
      { type: 'toString', showing: 3 },
    ];
    for (const message of unknownMessages)
      assert.equal(readWebviewMessage(message), undefined, JSON.stringify(message));
  });

  it('hold nothing beside what they are made of', () => {
    const message = { type: 'refresh', showing: 3, command: 'x', __proto__: { evil: true } };
    assert.deepEqual(Object.keys(readWebviewMessage(message) ?? {}), ['type', 'showing']);
  });

  it('never throw, whatever came, and give only known types', () => {
    const types = ['ready', 'refresh', 'pin', 'preview', 'action', 'copy'];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record({
            type: fc.constantFrom(...types),
            showing: fc.anything(),
            action: fc.anything(),
            key: fc.anything(),
          }),
        ),
        (value) => {
          const message = readWebviewMessage(value);
          return message === undefined || types.includes(message.type);
        },
      ),
    );
  });
});

describe('what a details webview kept over a reload', () => {
  it('names its file, and defaults the rest', () => {
    assert.deepEqual(readSavedState({ environment: 'local', fileId: 'f', pinned: true, rawOpen: true }), {
      environment: 'local',
      fileId: 'f',
      pinned: true,
      rawOpen: true,
    });
    assert.deepEqual(readSavedState({ environment: 'local', fileId: 'f', pinned: 'yes' }), {
      environment: 'local',
      fileId: 'f',
      pinned: false,
      rawOpen: false,
    });
  });

  it('says that its environment was production, which may have left the settings since', () => {
    const state = { environment: 'mine', fileId: 'f', isProduction: true, pinned: false, rawOpen: false };
    assert.deepEqual(readSavedState(state), state);
  });

  it('names an upload that is no file of the service yet by its row', () => {
    const state = { environment: 'local', fileId: '', row: 7, pinned: false, rawOpen: false };
    assert.deepEqual(readSavedState(state), state);
  });

  it('is refused when it names no file', () => {
    for (const state of [
      undefined,
      null,
      'f',
      {},
      { environment: 'local' },
      { environment: '', fileId: 'f' },
      { environment: 'local', fileId: 1 },
      { environment: 'local', fileId: '' },
      { environment: 'local', fileId: '', row: '7' },
      { environment: 'local', fileId: '', row: 0.5 },
      { environment: 'local', fileId: 'f', row: 7 },
    ]) {
      assert.equal(readSavedState(state), undefined);
    }
  });
});
