import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOTH_TRANSPORTS } from '../../support/apiClient';
import { describeFaults } from '../../support/faults/faultChecks';
import { FAULTS } from '../../support/faults/faults';
import { expectedOf } from '../../support/faults/keptRows';

const page = readFileSync(join(__dirname, '../../../docs/faults.md'), 'utf8');
const faults = Object.entries(FAULTS).map(([what, fault]) => [what, expectedOf(page, what, fault)] as const);

// Inside the editor, where `fetch` is its own and other extensions run beside.
for (const transport of BOTH_TRANSPORTS) describeFaults(transport, Object.fromEntries(faults));
