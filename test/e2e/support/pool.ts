import { vsix } from '../../host/paths.mts';
import { startEditor, type Editor, type EditorOptions } from '../../host/window.mts';

/** What is asked of an editor beside the extension in it. */
export type Wishes = Omit<EditorOptions, 'vsix'>;

/** The editors of this process, by their kind. */
interface Pool {
  /** Those that nobody uses now. */
  readonly free: Map<string, Editor>;
  /** Those that a test file was given, with how to give each back. */
  readonly lent: Map<Editor, () => Promise<void>>;
}

/** Each test file is a bundle with its own copy of this module, so the pool is on the global object. */
const shared = globalThis as { paymentsPool?: Pool };

function pool(): Pool {
  return (shared.paymentsPool ??= { free: new Map(), lent: new Map() });
}

/**
 * An editor with nothing in it but the extension: no file, no key, no setting, no window. It is the one that an
 * earlier test file with the same wishes used, cleaned, for that is much quicker than a new one.
 * `close()` gives it back; the end of the test file does so too.
 */
export async function freshEditor(wishes: Wishes = {}): Promise<Editor> {
  const { free, lent } = pool();
  const kind = JSON.stringify(wishes);
  const editor = free.get(kind) ?? (await startEditor({ vsix, ...wishes }));
  free.delete(kind);
  // Variables and companions are for one file: nobody else will want them.
  const isReusable = wishes.env === undefined && wishes.companions === undefined && !free.has(kind);
  const giveBack = async (): Promise<void> => {
    if (!lent.delete(borrowed)) return;
    if (isReusable && !free.has(kind)) {
      await editor.clean();
      free.set(kind, editor);
    } else {
      await editor.close();
    }
  };
  const borrowed: Editor = { ...editor, close: giveBack };
  lent.set(borrowed, giveBack);
  return borrowed;
}

/** Takes back the editors that a test file did not close. */
export async function takeBackEditors(): Promise<void> {
  for (const giveBack of [...pool().lent.values()]) await giveBack();
}

/** Ends all editors of this process. */
export async function endEditors(): Promise<void> {
  await takeBackEditors();
  for (const editor of pool().free.values()) await editor.close();
  pool().free.clear();
}
