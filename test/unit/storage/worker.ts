import { dirname, join } from 'node:path';
import { openStorage } from '../../../src/storage';
import { answer, begin, beginAll, environment, newExchange, newUpload, newWrite } from './support';

/**
 * A window in a separate process: `node worker.js COMMAND FILE ...`. Prints one line for each thing done.
 */
const [command, file = '', ...args] = process.argv.slice(2);

function open(path = file) {
  return openStorage({
    file: path,
    // New databases of several windows at once take long on a busy disk.
    busyTimeoutMs: 20_000,
    onProblem: ({ kind, message }) => {
      // The test that damages the file looks for what becomes of it.
      if (kind === 'damaged' || kind === 'replaced') return;
      process.stderr.write(`${kind}: ${message}\n`);
      process.exitCode = 1;
    },
  });
}

const commands: Record<string, () => void> = {
  /** FILE NAME COUNT: uploads COUNT files and keeps their exchanges; then it still listens, and comes to its end. */
  write() {
    const [name = 'w', count = '1'] = args;
    const storage = open();
    storage.onDidChange(() => undefined);
    for (let n = 0; n < Number(count); n += 1) {
      const file = begin(storage, `${name}-${n}.pdf`);
      storage.files.startSending(file.key);
      storage.files.finish(file.key, answer(`file_${name}_${n}.pdf`));
      storage.history.add(newExchange(`ex_${name}_${n}`, { startedAt: Date.now() }), 100_000);
    }
    storage.files.beginBatch([newUpload('in flight.pdf')]);
  },
  /** FILE: begins forty uploads, then finishes one after the other, printing each id, for ever. */
  killed() {
    const storage = open();
    const begun = beginAll(
      storage,
      Array.from({ length: 40 }, (_, n) => newUpload(`batch-${n}.pdf`)),
    );
    for (const { key } of begun.slice(0, 20)) storage.files.startSending(key);
    for (const [n, { key }] of begun.slice(0, 10).entries()) {
      storage.files.finish(key, answer(`file_${n}.pdf`));
      process.stdout.write(`file_${n}.pdf\n`);
    }
    for (let n = 0; ; n += 1) {
      storage.files.keepDetails(environment, { fileId: `more_${n}.pdf`, details: { id: `more_${n}.pdf` } });
      process.stdout.write(`more_${n}.pdf\n`);
    }
  },
  /** FILE: has an upload and another write in flight, and stays. */
  busy() {
    const { files, history } = open();
    const file = begin({ files }, 'busy.pdf');
    files.startSending(file.key);
    history.beginWrite(newWrite('ex_topUp'));
    process.stdout.write(`${file.key}\n`);
    setInterval(() => undefined, 1000);
  },
  /**
   * FILE WINDOWS ROUNDS: opens databases, each at the moment when so many windows were in the one before, and begins the
   * same upload there. Prints the rounds in which it may send it.
   */
  meet() {
    const [windows = 1, rounds = 1] = args.map(Number);
    for (let round = 0; round < rounds; round += 1) {
      const storage = open(round === 0 ? file : join(dirname(file), String(round), 'payments-api.db'));
      const { files } = storage;
      files.keepDetails(environment, { fileId: `file_${process.pid}.pdf`, details: {} });
      const deadline = Date.now() + 60_000;
      const met = () => files.count({ environment, text: 'file_' });
      while (met() < windows && Date.now() < deadline)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      if (met() !== windows) process.exitCode = 1;
      const row = begin({ files }, 'same.pdf');
      if (files.startSending(row.key) === undefined) process.stdout.write(`${round}\n`);
      storage.close();
    }
  },
};

if (command !== undefined) commands[command]?.();
