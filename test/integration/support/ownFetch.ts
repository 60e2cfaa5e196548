/**
 * Imported first by a test file that repeats unit tests inside the editor: they are repeated over the editor's own
 * `fetch` only. What goes over undici is the same there as in plain Node.
 */
process.env['TEST_TRANSPORT'] = 'fetch';
