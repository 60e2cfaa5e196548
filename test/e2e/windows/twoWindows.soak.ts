import { describeTwoWindows } from '../stories/twoWindows';

describeTwoWindows({ operations: 500, fileBytes: 128 * 1024, timeoutMs: 10 * 60_000 });
