import { Session, type Profiler } from 'node:inspector/promises';
import { basename } from 'node:path';

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

/**
 * Profiles work on the extension host's own thread.
 * @returns the ten functions with the most time of their own, as lines for a person
 */
export async function hottest(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    await work();
    const { profile } = await session.post('Profiler.stop');
    return rank(profile);
  } finally {
    session.disconnect();
  }
}

function rank(profile: Profiler.Profile): string[] {
  const own = new Map<string, number>();
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const node = byId.get(id);
    if (node === undefined) continue;
    const { functionName, url, lineNumber } = node.callFrame;
    const name = `${functionName === '' ? '(anonymous)' : functionName} ${basename(url)}:${lineNumber + 1}`;
    own.set(name, (own.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1000);
  }
  return [...own]
    .filter(([name]) => !name.startsWith('(idle)'))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([name, milliseconds]) => `${milliseconds.toFixed(0).padStart(6)} ms  ${name}`);
}
