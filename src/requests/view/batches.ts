import type { BatchNode, ExchangeNode, HistoryNode } from './requestNodes';

/** Uploads of no known batch belong together where they follow each other at most so closely, in milliseconds. */
const CLOSE = 60_000;
/** Fewer are shown one by one. */
const FEWEST = 4;

/** Puts each batch of uploads into one row, where its newest upload is. Pure. @param rows newest first */
export function foldBatches(rows: readonly HistoryNode[]): HistoryNode[] {
  const keys = batchKeys(rows);
  const batches = Map.groupBy(rows, (_row, index) => keys[index]);
  const cut = rows.at(-1)?.kind === 'more' ? keys.at(-2) : undefined;
  return rows.flatMap((row, index) => {
    const key = keys[index];
    const batch = key === undefined ? [] : (batches.get(key) ?? []);
    if (batch.length < FEWEST) return [row];
    return batch[0] === row ? [batchOf(batch.filter(isUpload), key === cut)] : [];
  });
}

/** The batch of each row, if it is an upload. */
function batchKeys(rows: readonly HistoryNode[]): (string | undefined)[] {
  let run = 0;
  let newer: number | undefined;
  return rows.map((row) => {
    const upload = isUpload(row) ? row.exchange : undefined;
    if (upload?.batch !== undefined) return upload.batch;
    if (upload === undefined || newer === undefined || newer - upload.startedAt > CLOSE) run += 1;
    newer = upload?.startedAt;
    return upload && `run ${run}`;
  });
}

/** Whether the last row may be within a batch, so that what follows belongs to it. @param most uploads of a batch */
export function endsInBatch(rows: readonly HistoryNode[], most: number): boolean {
  const uploads = rows.length - 1 - rows.findLastIndex((row) => !isUpload(row));
  return uploads > 0 && uploads <= most;
}

function isUpload(row: HistoryNode): row is ExchangeNode {
  return row.kind === 'exchange' && row.exchange.operation === 'uploadFile';
}

function batchOf(exchanges: readonly ExchangeNode[], isCut: boolean): BatchNode {
  const parent = exchanges[0]?.parent;
  const rows: ExchangeNode[] = [];
  const batch: BatchNode = {
    kind: 'batch',
    exchanges: rows,
    ...(isCut && { isCut }),
    ...(parent?.kind === 'day' && { parent }),
  };
  for (const row of exchanges) rows.push({ ...row, parent: batch });
  return batch;
}
