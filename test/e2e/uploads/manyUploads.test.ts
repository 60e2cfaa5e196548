import { describeManyUploads } from '../stories/manyUploads';

describeManyUploads(20, 60_000, 60_000);
