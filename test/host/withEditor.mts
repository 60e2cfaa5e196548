import { packageExtension } from './build.mts';
import { startEditor, type Editor } from './editor/window.mts';
import { screenshot } from './editor/workbench.mts';

/**
 * Works in an editor with the packaged extension, which it makes before.
 * @param failed the name of the pictures that are left where the work fails
 */
export async function withEditor(failed: string, work: (editor: Editor) => Promise<void>): Promise<void> {
  await packageExtension();
  const editor = await startEditor();
  try {
    await work(editor);
  } catch (error) {
    for (const { page } of editor.windows)
      console.log(`It looked like this: ${await screenshot(page, failed)}`);
    throw error;
  } finally {
    await editor.close();
  }
}
