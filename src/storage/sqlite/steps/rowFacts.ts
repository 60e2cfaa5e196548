/**
 * Version 5: what a row of the list says beyond its request (see exchangeRows.ts), and whether the user pinned it. Rows
 * of earlier versions say less.
 */
export const ROW_FACTS = `
  ALTER TABLE exchanges ADD COLUMN facts TEXT;
  ALTER TABLE exchanges ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
`;
