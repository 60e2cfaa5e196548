import { describeManyUploads } from '../stories/manyUploads';

describeManyUploads(200, 5 * 60_000, 2_000);
