import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ConfigurationError } from '../../../src/api/model/errors';
import type { Storage, StorageProblem } from '../../../src/storage';
import { answer, begin, environment, newExchange, newUpload, newWrite, type Place } from './support';

/** Why nothing can be written down. */
export const REFUSED = /list of known files and requests \(/;

/** An upload from beginning to end, and an exchange: what has to work whatever became of the file. */
export function assertWorks({ files, history }: Storage): void {
  const file = begin({ files }, 'works.pdf');
  files.startSending(file.key);
  files.finish(file.key, answer('file_works.pdf'));
  assert.equal(files.list({ environment, text: 'works.pdf' }).items[0]?.state, 'uploaded');
  history.add(newExchange('ex_works'), 10);
  assert.equal(history.findByRequestId('req_ex_works')?.id, 'ex_works');
}

/** No upload and no other write may be sent, and what is only read is not kept. */
export function assertRefused({ files, history }: Storage, says: RegExp): void {
  const before = [files.count({ environment }), history.count({ environment })];
  const refused = (error: unknown) => error instanceof ConfigurationError && says.test(error.message);
  assert.throws(() => files.beginBatch([newUpload('refused.pdf')]), refused);
  assert.throws(() => history.beginWrite(newWrite('ex_refused')), refused);
  assert.throws(() => history.add(newExchange('ex_refused'), 10), refused);
  assert.deepEqual([files.count({ environment }), history.count({ environment })], before);
}

/** Every message says what happened, what it means for uploads, and what to do, without a code or a stack. */
export function assertProblem(place: Place, kind: StorageProblem['kind'], says: RegExp): StorageProblem {
  const kinds = place.problems.map((problem) => problem.kind);
  assert.deepEqual(kinds, [kind]);
  const [problem] = place.problems;
  assert.ok(problem);
  assert.match(problem.message, says);
  assert.doesNotMatch(problem.message, /SQLITE|Error|errcode|\{|undefined/);
  return problem;
}

/** Fifty files and an exchange, from a window that has closed. */
export function filled(place: Place, count = 50): void {
  const storage = place.open();
  for (let n = 0; n < count; n += 1) {
    storage.files.keepDetails(environment, { fileId: `file_${n}.pdf`, details: { name: `old ${n}.pdf`, n } });
  }
  storage.history.add(newExchange('ex_old'), 10);
  storage.close();
}

/** Keeps the database from being written by anybody else. */
export function lock(place: Place): { release(): void } {
  const other = new DatabaseSync(place.file);
  other.exec('BEGIN IMMEDIATE');
  return {
    release() {
      other.exec('ROLLBACK');
      other.close();
    },
  };
}

/** Overwrites bytes of a file, as a failing disk may. */
export function overwrite(file: string, at: number, length: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(descriptor);
}

/** Damages the first page of an index or a table, as its name is in the schema. */
export function damage(file: string, name: string): void {
  const db = new DatabaseSync(file);
  const select = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?');
  const root = Number(select.get(name)?.['rootpage']);
  db.close();
  overwrite(file, (root - 1) * 4096, 4096);
}
