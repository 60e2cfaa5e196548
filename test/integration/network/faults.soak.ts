// Inside the editor, where `fetch` is its own and other extensions run beside.
import '../../unit/faults/table.test';
