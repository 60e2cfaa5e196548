import type { Direction, Resolver } from '../model/description';

/** What making an example needs beside the schema. */
export interface SampleContext {
  readonly resolver: Resolver;
  readonly direction: Direction;
  /** When to stop looking for an example (`performance.now()`); a second from now unless given. */
  readonly deadline?: number;
}

/** A value that was made. */
export interface Made {
  readonly value: unknown;
  /** The description has examples, and none fits its own schema. */
  readonly isInPlace?: true;
}
