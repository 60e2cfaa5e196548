import { nodeFiles, type FileReader } from '../read/files';
import { Tasks, type FromWorker, type TaskError, type ToWorker } from './tasks';

/** Where tasks come from, and where their results go. */
export interface TaskPort {
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
  postMessage(message: FromWorker): void;
}

/** Does the tasks that come through a port, each as it comes. */
export function serveTasks(port: TaskPort): void {
  const files = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  let asked = 0;

  /** Files that only the editor can read, as in a virtual workspace. */
  const editorFiles: FileReader = {
    read: (uri, limit) =>
      new Promise((resolve, reject) => {
        asked += 1;
        files.set(asked, { resolve, reject });
        port.postMessage({ kind: 'read', id: asked, uri, limit });
      }),
  };
  const tasks = new Tasks((uri) => (uri.startsWith('file:') ? nodeFiles(uri) : editorFiles));

  async function run({ id, name, args }: ToWorker & { readonly kind: 'task' }): Promise<void> {
    try {
      const task = tasks[name].bind(tasks) as (...given: readonly unknown[]) => unknown;
      port.postMessage({ kind: 'done', id, value: await task(...args) });
    } catch (error) {
      port.postMessage({ kind: 'failed', id, error: asData(error) });
    }
  }

  port.on('message', (message) => {
    if (message.kind === 'task') void run(message);
    else {
      const waiting = files.get(message.id);
      files.delete(message.id);
      if (message.bytes !== undefined) waiting?.resolve(message.bytes);
      else waiting?.reject(Object.assign(new Error(message.error?.message), { code: message.error?.code }));
    }
  });
}

function asData(error: unknown): TaskError {
  const { name, message, line, files } = error as TaskError;
  return { name, message, ...(line !== undefined && { line }), ...(files && { files }) };
}
