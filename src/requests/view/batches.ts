import type { BatchNode, ExchangeNode, HistoryNode } from './requestNodes';

/** Uploads that follow each other at most so closely belong together, in milliseconds. */
const CLOSE = 60_000;
/** Fewer are shown one by one. */
const FEWEST = 4;

/** Puts each batch of uploads into one row. Pure. @param rows newest first */
export function foldBatches(rows: readonly HistoryNode[]): HistoryNode[] {
  const folded: HistoryNode[] = [];
  let batch: ExchangeNode[] = [];
  const end = (): void => {
    folded.push(...(batch.length < FEWEST ? batch : [batchOf(batch)]));
    batch = [];
  };
  for (const row of rows) {
    if (!isUpload(row)) {
      end();
      folded.push(row);
      continue;
    }
    if (!follows(batch.at(-1), row)) end();
    batch.push(row);
  }
  end();
  return folded;
}

/** Whether the last row may be within a batch, so that what follows belongs to it. */
export function endsInBatch(rows: readonly HistoryNode[]): boolean {
  const last = rows.at(-1);
  return last !== undefined && isUpload(last);
}

function isUpload(row: HistoryNode): row is ExchangeNode {
  return row.kind === 'exchange' && row.exchange.operation === 'uploadFile';
}

function follows(newer: ExchangeNode | undefined, older: ExchangeNode): boolean {
  return newer === undefined || newer.exchange.startedAt - older.exchange.startedAt <= CLOSE;
}

function batchOf(exchanges: readonly ExchangeNode[]): BatchNode {
  const parent = exchanges[0]?.parent;
  const rows: ExchangeNode[] = [];
  const batch: BatchNode = { kind: 'batch', exchanges: rows, ...(parent?.kind === 'day' && { parent }) };
  for (const row of exchanges) rows.push({ ...row, parent: batch });
  return batch;
}
