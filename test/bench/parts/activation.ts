import { statSync } from 'node:fs';
import { built, inNewProcess } from '../built';
import { median } from '../figures/measure';
import type { BenchResult } from '../figures/result';

/** Loaded when the editor starts, and then at first use. */
const AT_ONCE = 'extension';
const LATER = ['features', 'api', 'storage', 'sandbox', 'code'];
const TIMES = 7;

interface Loaded {
  readonly loadMs: number;
  readonly activateMs: number;
}

/** What the extension costs a window that does not use it, and what its first use costs. */
export async function benchActivation(): Promise<BenchResult[]> {
  const times = new Map([AT_ONCE, ...LATER].map((bundle) => [bundle, [] as Loaded[]]));
  for (let round = 0; round < TIMES; round += 1) {
    for (const [bundle, measured] of times) measured.push(await load(bundle));
  }
  const middle = (bundle: string, what: keyof Loaded) =>
    median((times.get(bundle) ?? []).map((loaded) => loaded[what]));
  return [
    size(AT_ONCE, { atMost: 50 }),
    { name: `load ${AT_ONCE}.js`, unit: 'ms', value: middle(AT_ONCE, 'loadMs') },
    { name: 'activate (in a replacement for the editor)', unit: 'ms', value: middle(AT_ONCE, 'activateMs') },
    ...LATER.flatMap((bundle) => [
      size(bundle),
      { name: `load ${bundle}.js, at first use`, unit: 'ms', value: middle(bundle, 'loadMs') },
    ]),
  ];
}

function size(bundle: string, aim?: BenchResult['aim']): BenchResult {
  const value = statSync(built(`dist/${bundle}.js`)).size / 1000;
  return { name: `size of ${bundle}.js`, unit: 'kB', value, ...(aim && { aim }) };
}

function load(bundle: string): Promise<Loaded> {
  return inNewProcess('out/bench/parts/activationChild.js', built(`dist/${bundle}.js`));
}
