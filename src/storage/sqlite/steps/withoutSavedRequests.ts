/** Saved requests are `.http` files: the table that was made for them was never used. */
export const WITHOUT_SAVED_REQUESTS = `
  DROP TABLE saved_requests;
  DELETE FROM revisions WHERE what = 'saved-requests';
`;
