/**
 * Version 2: rows enter the full-text indexes later, many at a time (see indexing.ts), because one by one this
 * was nearly half of what an upload costs here. Until then their row ids are in a separate table, kept by
 * triggers in the same transaction, so that no window can forget to and a search can look at them too.
 *
 * The indexed text now ends in two line breaks: every character then begins a trigram, and words shorter than
 * that can be found among the terms. So all rows are indexed again.
 */
export const LATER_INDEXING = `
  DROP TRIGGER files_added;
  DROP TRIGGER files_removed;
  DROP TRIGGER files_reworded;
  DROP TRIGGER exchanges_added;
  DROP TRIGGER exchanges_removed;
  DROP TABLE files_words;
  DROP TABLE exchanges_words;

  CREATE VIRTUAL TABLE files_words USING fts5 (
    haystack, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE files_terms USING fts5vocab (files_words, instance);
  CREATE TABLE files_unindexed (doc INTEGER PRIMARY KEY) STRICT;
  INSERT INTO files_unindexed
    SELECT (environments.id << 40) + files.key FROM files JOIN environments ON environments.name = environment
    WHERE forgotten_at IS NULL;

  CREATE TRIGGER files_added AFTER INSERT ON files WHEN new.forgotten_at IS NULL BEGIN
    INSERT INTO environments (name) SELECT new.environment
      WHERE NOT EXISTS (SELECT 1 FROM environments WHERE name = new.environment);
    INSERT OR IGNORE INTO files_unindexed
      SELECT (SELECT id << 40 FROM environments WHERE name = new.environment) + new.key;
    INSERT INTO file_counts VALUES (new.environment, new.purpose, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER files_removed AFTER DELETE ON files WHEN old.forgotten_at IS NULL BEGIN
    INSERT OR IGNORE INTO files_unindexed
      SELECT (SELECT id << 40 FROM environments WHERE name = old.environment) + old.key;
    UPDATE file_counts SET count = count - 1 WHERE environment = old.environment AND purpose = old.purpose;
  END;
  CREATE TRIGGER files_reworded AFTER UPDATE OF haystack, forgotten_at ON files
  WHEN old.haystack <> new.haystack OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    INSERT INTO environments (name) SELECT new.environment
      WHERE NOT EXISTS (SELECT 1 FROM environments WHERE name = new.environment);
    INSERT OR IGNORE INTO files_unindexed
      SELECT (SELECT id << 40 FROM environments WHERE name = new.environment) + new.key;
  END;

  CREATE VIRTUAL TABLE exchanges_words USING fts5 (
    haystack, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE exchanges_terms USING fts5vocab (exchanges_words, instance);
  CREATE TABLE exchanges_unindexed (doc INTEGER PRIMARY KEY) STRICT;
  INSERT INTO exchanges_unindexed
    SELECT (environments.id << 40) + exchanges.key FROM exchanges JOIN environments ON environments.name = environment;

  CREATE TRIGGER exchanges_added AFTER INSERT ON exchanges BEGIN
    INSERT INTO environments (name) SELECT new.environment
      WHERE NOT EXISTS (SELECT 1 FROM environments WHERE name = new.environment);
    INSERT OR IGNORE INTO exchanges_unindexed
      SELECT (SELECT id << 40 FROM environments WHERE name = new.environment) + new.key;
    INSERT INTO exchange_counts VALUES (new.environment, new.ok, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER exchanges_removed AFTER DELETE ON exchanges BEGIN
    INSERT OR IGNORE INTO exchanges_unindexed
      SELECT (SELECT id << 40 FROM environments WHERE name = old.environment) + old.key;
    UPDATE exchange_counts SET count = count - 1 WHERE environment = old.environment AND ok = old.ok;
  END;
`;
