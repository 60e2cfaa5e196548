import { BOTH_TRANSPORTS } from '../../support/apiClient';
import { describeFaults } from '../../support/faults/faultChecks';
import { FAULTS } from '../../support/faults/faults';

// Inside the editor, where `fetch` is its own and other extensions run beside.
for (const transport of BOTH_TRANSPORTS) describeFaults(transport, FAULTS);
