import { describeTwoWindows } from '../stories/twoWindows';

describeTwoWindows({ operations: 100, fileBytes: 256 * 1024, timeoutMs: 60_000 });
