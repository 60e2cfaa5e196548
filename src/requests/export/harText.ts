import { setImmediate } from 'node:timers/promises';
import type { Exchange } from '../../api/model/exchange';
import { entriesOf } from './har';

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
  const creator = JSON.stringify({ name: 'Payments API Explorer', version });
  yield `{"log":{"version":"1.2","creator":${creator},"entries":[\n`;
  let isFirst = true;
  let count = 0;
  for (const exchange of exchanges) {
    for (const entry of entriesOf(exchange)) {
      yield `${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`;
      isFirst = false;
    }
    count += 1;
    onDone(count);
    if (count % AT_ONCE === 0) await setImmediate();
  }
  yield '\n]}}\n';
}
