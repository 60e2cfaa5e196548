/** Version 3: who asked for a request, where it was not the user. Null for the user's own, as all earlier ones were. */
export const ORIGINS = `
  ALTER TABLE exchanges ADD COLUMN origin TEXT;
`;
