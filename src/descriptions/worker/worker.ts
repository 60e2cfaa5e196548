/** The thread in which documents are read and answers checked. It can be ended at any time. */
import { parentPort, workerData } from 'node:worker_threads';
import { setLanguage } from '../../util/text';
import { serveTasks } from './serveTasks';
import type { WorkerStart } from './tasks';

const { language, texts } = workerData as WorkerStart;
setLanguage(language, (template, ...args) =>
  (texts[template] ?? template).replace(/\{(\d+)\}/g, (place, index: string) =>
    String(args[Number(index)] ?? place),
  ),
);

if (parentPort !== null) serveTasks(parentPort);
