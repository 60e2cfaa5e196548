import { createHash } from 'node:crypto';
import type { ApiOperation } from '../../api/model/operations';
import type { TaskFailure } from '../../descriptions/worker/client';
import type { OperationKey } from '../../descriptions/worker/operationTasks';
import type { TaskArguments, TaskResult } from '../../descriptions/worker/tasks';
import type { Descriptions } from './descriptions';

type Question = 'parameters' | 'bodyPart' | 'checkRequest';
type Rest<Name extends Question> = TaskArguments<Name> extends [OperationKey, ...infer More] ? More : never;

/** Answers that are kept for one operation. More are asked for again. */
const MAX_KEPT = 500;

/** What descriptions say of operations while one writes a request. Answers are kept as long as the operation is. */
export class DescribedOperations {
  readonly #descriptions: Pick<Descriptions, 'worker' | 'documented'>;
  readonly #kept = new WeakMap<ApiOperation, Map<string, Promise<unknown>>>();
  /** A check of a request of theirs took too long. They are tried again when their document changes. */
  readonly #slow = new WeakSet<ApiOperation>();

  constructor(descriptions: Pick<Descriptions, 'worker' | 'documented'>) {
    this.#descriptions = descriptions;
  }

  /** @returns undefined where the description gives nothing, or takes too long */
  async ask<Name extends Question>(
    name: Name,
    operation: ApiOperation,
    ...rest: Rest<Name>
  ): Promise<TaskResult<Name> | undefined> {
    if (operation.source === 'local-sandbox' || this.#slow.has(operation)) return undefined;
    const kept = this.#kept.get(operation) ?? new Map<string, Promise<unknown>>();
    this.#kept.set(operation, kept);
    const asked = JSON.stringify([name, ...rest]);
    const key = asked.length > 500 ? createHash('sha256').update(asked).digest('hex') : asked;
    const found = kept.get(key) ?? this.#ask(name, operation, rest);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, found);
    return found as Promise<TaskResult<Name> | undefined>;
  }

  async #ask<Name extends Question>(name: Name, operation: ApiOperation, rest: Rest<Name>): Promise<unknown> {
    const { source, method, path } = operation;
    const args = [{ source, method, path }, ...rest] as unknown as TaskArguments<Name>;
    const { documented, worker } = this.#descriptions;
    try {
      if (source !== 'documented') return await worker.run(name, ...args);
      const tasks = await documented.get();
      return (tasks[name].bind(tasks) as (...given: readonly unknown[]) => unknown)(...args);
    } catch (error) {
      if ((error as TaskFailure).reason === 'too-slow') this.#slow.add(operation);
      return undefined;
    }
  }
}
