/** The thread in which documents are read and answers checked. It can be ended at any time. */
import { parentPort, workerData } from 'node:worker_threads';
import { setTexts, type Texts } from '../../util/text';
import { serveTasks } from './serveTasks';

setTexts(workerData as Texts);

if (parentPort !== null) serveTasks(parentPort);
