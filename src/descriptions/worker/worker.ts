/** The thread in which documents are read and answers checked. It can be ended at any time. */
import { parentPort, workerData } from 'node:worker_threads';
import { setLanguage } from '../../util/text';
import { nodeFiles, type FileReader } from '../read/files';
import { Tasks, type FromWorker, type TaskError, type ToWorker, type WorkerStart } from './tasks';

const { language, texts } = workerData as WorkerStart;
setLanguage(language, (template, ...args) =>
  (texts[template] ?? template).replace(/\{(\d+)\}/g, (place, index: string) =>
    String(args[Number(index)] ?? place),
  ),
);

const send = (message: FromWorker): void => {
  parentPort?.postMessage(message);
};

const files = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
let asked = 0;

/** Files that only the editor can read, as in a virtual workspace. */
const editorFiles: FileReader = {
  read: (uri, limit) =>
    new Promise((resolve, reject) => {
      asked += 1;
      files.set(asked, { resolve, reject });
      send({ kind: 'read', id: asked, uri, limit });
    }),
};

const tasks = new Tasks((uri) => (uri.startsWith('file:') ? nodeFiles(uri) : editorFiles));

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'task') void run(message);
  else {
    const waiting = files.get(message.id);
    files.delete(message.id);
    if (message.bytes !== undefined) waiting?.resolve(message.bytes);
    else waiting?.reject(Object.assign(new Error(message.error?.message), { code: message.error?.code }));
  }
});

async function run({ id, name, args }: ToWorker & { readonly kind: 'task' }): Promise<void> {
  try {
    const task = tasks[name].bind(tasks) as (...given: readonly unknown[]) => unknown;
    send({ kind: 'done', id, value: await task(...args) });
  } catch (error) {
    send({ kind: 'failed', id, error: asData(error) });
  }
}

function asData(error: unknown): TaskError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  return { name, message, ...('line' in error && typeof error.line === 'number' && { line: error.line }) };
}
