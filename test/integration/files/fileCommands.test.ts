import assert from 'node:assert/strict';
import { createFileCommands } from '../../../src/files/commands/fileCommands';
import { FileRecords } from '../../../src/files/records/fileRecords';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { createTestServices, environmentAt } from '../../support/services';

describe('a failure of the details of a file', () => {
  it('has no message where the panel asks the service too, and shows it', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 404, { success: false, code: 'not_found', message: 'No', data: {} });
    });
    await using test = createTestServices(environmentAt(server.url));
    const { services } = test;
    const { files } = await services.storage.get();
    const records = new FileRecords(services.sender, () => Promise.resolve(files));
    const shown: string[] = [];
    const commands = createFileCommands(
      services,
      records,
      ({ fileId }) => Promise.resolve(void shown.push(fileId)),
      () => Promise.resolve(true),
    );
    const isShown = async (fileId: string) => {
      const error: unknown = await commands.showFileDetails(fileId, {}).catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      return 'isShown' in error;
    };
    files.keepDetails('sandbox', { fileId: 'file.pdf', details: {} });
    assert.equal(await isShown('file.pdf'), false, 'fetched a moment ago: the panel does not ask');
    // That it is not there was kept by now, and the panel asks again.
    assert.equal(await isShown('file.pdf'), true);
    assert.equal(await isShown('unknown.pdf'), false, 'no panel');
    assert.deepEqual(shown, ['file.pdf', 'file.pdf']);
  });
});
