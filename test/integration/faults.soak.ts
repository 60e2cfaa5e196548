import { BOTH_TRANSPORTS } from '../support/apiClient';
import { describeFaults } from '../support/faultChecks';
import { FAULTS } from '../support/faults';

// Inside the editor, where `fetch` is its own and other extensions run beside.
for (const transport of BOTH_TRANSPORTS) describeFaults(transport, FAULTS);
