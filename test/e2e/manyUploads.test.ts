import { describeManyUploads } from './stories/manyUploads';

describeManyUploads(20, 30_000, 20_000);
