import { comparedText, compareTexts } from '../../bodies/comparedText';
import { layOutJson } from '../../bodies/jsonLayout';
import type { DescriptionsWorker } from '../../descriptions/worker/client';

/** Up to so many characters, a body is sooner worked on than handed over. */
const SHORT = 100_000;

/** Work on bodies of answers: on long ones in the worker, so that the window goes on meanwhile. */
export class BodyWork {
  readonly #worker: Pick<DescriptionsWorker, 'run'>;

  constructor(worker: Pick<DescriptionsWorker, 'run'>) {
    this.#worker = worker;
  }

  /** A body laid out for reading; as it is where it cannot be. */
  async layOut(body: string): Promise<string> {
    const here = () => layOutJson(body);
    return (await work(body.length, () => this.#worker.run('layOutJson', body), here)) ?? body;
  }

  /** See `comparedText`. */
  comparedText(body: string, stable: boolean): Promise<string> {
    const here = () => comparedText(body, stable);
    return work(body.length, () => this.#worker.run('comparedText', body, stable), here);
  }

  /** See `compareTexts`. */
  compareTexts(before: string, after: string, stable: boolean): Promise<ReturnType<typeof compareTexts>> {
    const here = () => compareTexts(before, after, stable);
    return work(
      before.length + after.length,
      () => this.#worker.run('compareTexts', before, after, stable),
      here,
    );
  }
}

/** @param here also does what the worker cannot, for want of a thread, of memory or of time */
async function work<Result>(
  length: number,
  apart: () => Promise<Result>,
  here: () => Result,
): Promise<Result> {
  return length <= SHORT ? here() : apart().catch(here);
}
