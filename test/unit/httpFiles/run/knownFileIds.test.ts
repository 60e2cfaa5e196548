import assert from 'node:assert/strict';
import { knownFileIds } from '../../../../src/httpFiles/run/knownFileIds';
import { inWindow } from '../../storage/support';

describe('A prompt of a request file', () => {
  inWindow('offers the files of the environment, by its name or its place', (storage) => {
    storage.files.keepDetails('local', { fileId: 'file_1.pdf', details: { name: 'one.pdf' } });
    storage.files.keepDetails('sandbox', { fileId: 'file_2.pdf', details: { name: 'two.pdf' } });
    const offered = (name: string, url: string) => knownFileIds(storage, 'local', { name }, { url });
    const one = [{ value: 'file_1.pdf', description: 'one.pdf' }];
    for (const name of ['file_id', 'fileId']) assert.deepEqual(offered(name, '{{apiUrl}}/links'), one);
    for (const name of ['profile_id', 'file_ids']) assert.deepEqual(offered(name, '{{apiUrl}}/links'), []);
    assert.deepEqual(knownFileIds(undefined, 'local', { name: 'file_id' }, { url: '' }), []);
    assert.deepEqual(offered('which', '{{apiUrl}}/files/{{which}}'), one);
    assert.deepEqual(offered('amount', '{{apiUrl}}/files?above={{amount}}'), []);
  });
});
