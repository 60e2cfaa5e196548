import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees what nobody refers to any more, so that the next measurement does not pay for it. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Bytes of this process's heap that are still referred to, and of the buffers that hang on it. */
export async function heapInUse(): Promise<number> {
  // What finalizers let go of is collected in the next round.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
