import { describeTwoWindows } from '../stories/twoWindows';

describeTwoWindows({ operations: 60, fileBytes: 256 * 1024, timeoutMs: 60_000 });
