// Uploads a batch of files of 5 MB in a new process and prints how much memory that took at most. Started by
// memory.ts with the sink's address, a folder, and how many files of it to take.
import '../stub/editorStub';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePipeline } from './pipeline';

async function main(url: string, folder: string, count: number): Promise<void> {
  const paths = readdirSync(folder).slice(0, count);
  await using pipeline = makePipeline(url, join(folder, `data-${count}`));
  const before = process.memoryUsage();
  let held = 0;
  let resident = 0;
  const look = () => {
    const { heapUsed, external, rss } = process.memoryUsage();
    held = Math.max(held, heapUsed + external - before.heapUsed - before.external);
    resident = Math.max(resident, rss - before.rss);
  };
  const timer = setInterval(look, 5);
  await pipeline.upload(paths.map((path) => join(folder, path)));
  look();
  clearInterval(timer);
  process.send?.({ held, resident });
}

const [, , url = '', folder = '', count = ''] = process.argv;
main(url, folder, Number(count))
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => {
    process.disconnect();
  });
