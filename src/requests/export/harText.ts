import { setImmediate } from 'node:timers/promises';
import type { Exchange } from '../../api/model/exchange';
import { toHar } from './har';

/** After this many exchanges the editor gets time for its own work. */
const AT_ONCE = 20;

/**
 * An HTTP Archive as text in pieces, an exchange each: no more of it is ever held.
 * @param onDone called after each exchange with their number so far; what it throws ends the archive
 */
export async function* harText(
  exchanges: Iterable<Exchange>,
  version: string,
  onDone: (count: number) => void = () => undefined,
): AsyncIterable<string> {
  const creator = { name: 'Payments API Explorer', version };
  const { entries: _none, ...head } = toHar([], creator).log;
  yield `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[\n`;
  let isFirst = true;
  let count = 0;
  for (const exchange of exchanges) {
    for (const entry of toHar([exchange], creator).log.entries) {
      yield `${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`;
      isFirst = false;
    }
    count += 1;
    onDone(count);
    if (count % AT_ONCE === 0) await setImmediate();
  }
  yield '\n]}}\n';
}
