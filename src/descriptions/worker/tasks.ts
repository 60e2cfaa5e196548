import type { ApiOperation } from '../../api/model/operations';
import { comparedText, compareTexts } from '../../bodies/comparedText';
import { layOutJson } from '../../bodies/jsonLayout';
import { changesBetween, type DescriptionChanges } from '../document/changes';
import type { Description } from '../document/describe';
import { readDescription } from '../document/readDescription';
import type { DescriptionFacts, Remark } from '../model/description';
import type { FileReader } from '../read/files';
import { misfitsOf } from '../sample/misfits';
import { OperationTasks } from './operationTasks';

/** What a document says, without its operations. */
export interface OpenedDescription {
  readonly facts: DescriptionFacts;
  readonly operations: number;
}

/** What the worker does. Its descriptions are those that were opened; another worker knows nothing of them. */
export class Tasks extends OperationTasks {
  readonly layOutJson = layOutJson;
  readonly comparedText = comparedText;
  readonly compareTexts = compareTexts;
  readonly #reader: (uri: string) => FileReader;
  /** Documents as they were when their changes were last reported. */
  readonly #reported = new Map<string, Description>();

  constructor(reader: (uri: string) => FileReader) {
    super();
    this.#reader = reader;
  }

  /** Reads a document, again if it is open already. */
  async open(uri: string): Promise<OpenedDescription> {
    const description = await readDescription(uri, this.#reader(uri));
    this.opened.set(uri, description);
    if (!this.#reported.has(uri)) this.#reported.set(uri, description);
    const { facts, operations } = description;
    return { facts, operations: operations.length };
  }

  /** Some of a document's operations, so that no message keeps who receives it busy for long. */
  rows(uri: string, from: number, count: number): readonly ApiOperation[] {
    return this.description(uri).operations.slice(from, from + count);
  }

  /** The examples of some operations that do not fit their schemas. */
  misfits(uri: string, from: number, count: number): readonly Remark[] {
    const { operations, resolver } = this.description(uri);
    return operations.slice(from, from + count).flatMap((operation) => misfitsOf(operation, resolver));
  }

  /** What became of the operations of a document since this was asked last, else since it was opened first. */
  changes(uri: string): DescriptionChanges {
    const now = this.description(uri);
    const before = this.#reported.get(uri) ?? now;
    this.#reported.set(uri, now);
    return changesBetween(before, now);
  }

  close(uri: string): void {
    this.opened.delete(uri);
    this.#reported.delete(uri);
  }
}

type TaskName = Exclude<keyof Tasks, symbol>;

/** What is asked of the worker, and what it answers or asks. */
export type ToWorker =
  | { readonly kind: 'task'; readonly id: number; readonly name: TaskName; readonly args: readonly unknown[] }
  | { readonly kind: 'file'; readonly id: number; readonly bytes?: Uint8Array; readonly error?: TaskError };

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: TaskError }
  | { readonly kind: 'read'; readonly id: number; readonly uri: string; readonly limit: number };

/** An error as it goes from one thread to the other. */
export interface TaskError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly line?: number;
  /** Of a document that is too large. */
  readonly files?: readonly string[];
}

export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
export type TaskArguments<Name extends TaskName> = Parameters<Tasks[Name]>;
export type { TaskName };
