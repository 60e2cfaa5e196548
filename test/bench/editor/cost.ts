/** What work cost the extension host. */
export interface Cost {
  readonly milliseconds: number;
  /** Time of all its threads on a processor, in milliseconds. */
  readonly cpu: number;
}

/** Measures work in this process. */
export async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  await work();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { milliseconds, cpu: (user + system) / 1000 };
}

/** The longest time between two turns of the event loop, in milliseconds. */
export interface LongestTurn {
  readonly wall: number;
  /** `wall` without the time in which other threads had the processors. */
  readonly work: number;
}

/** Watches the event loop of this thread until it is stopped. */
export function watchTurns(): { stop(): LongestTurn } {
  let wall = 0;
  let work = 0;
  let lastWall = performance.now();
  let lastWork = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(lastWork);
    work = Math.max(work, (user + system) / 1000);
    wall = Math.max(wall, performance.now() - lastWall);
    lastWork = process.threadCpuUsage();
    lastWall = performance.now();
  }, TURN_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return { wall, work };
    },
  };
}

/** Both times can be too long by as much: what was done between two turns before the timer was due. */
const TURN_MS = 1;
