/** docs/faults.md, which test/unit/faults/table.test.ts writes: what becomes of every fault. */
import type { ExpectedFault, Expected, Fault } from './faults';

/** The cells of the fault's row in the text of that page. */
export function keptRow(page: string, what: string): string[] | undefined {
  const rows = page.split('\n').map((line) => line.split('|').slice(1, -1));
  return rows.map((row) => row.map((cell) => cell.trim())).find(([fault]) => fault === what);
}

/** A message with its host as that page names it. */
export function withoutHost(message: string): string {
  return message.replace(/(?:127\.0\.0\.1|localhost):\d+|a{64}\.invalid/g, 'HOST');
}

/** What the page expects of a fault. */
export function expectedOf(page: string, what: string, fault: Fault): ExpectedFault {
  const [, read = '', write = '', , uploadSays] = keptRow(page, what) ?? [];
  const expected = (cell: string): Expected => [cell.replace(/ .*/, ''), Number(/\((\d+)/.exec(cell)?.[1])];
  return { ...fault, read: expected(read), write: expected(write), uploadSays };
}
