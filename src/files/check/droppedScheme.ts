/** Under this scheme dropped files are read. */
export const DROPPED_SCHEME = 'payments-api-drop';
