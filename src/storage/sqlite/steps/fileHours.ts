/**
 * Version 7: how many files there are in each hour, kept by triggers as the counts by purpose are: the view grouped by
 * day counted every row whenever it was drawn. Hours and not days, because what a day is depends on the time zone of who
 * looks. `start` is the hour's first millisecond; SQLite's remainder has the sign of the time, which may be before 1970.
 */
export const FILE_HOURS = `
  CREATE TABLE file_hours (
    generation INTEGER NOT NULL,
    start INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (generation, start)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO file_hours
    SELECT generation, sort_time - (sort_time % 3600000 + 3600000) % 3600000 AS start, count(*) FROM files
    WHERE forgotten_at IS NULL GROUP BY generation, start;

  CREATE TRIGGER files_timed AFTER INSERT ON files WHEN new.forgotten_at IS NULL BEGIN
    INSERT INTO file_hours
      VALUES (new.generation, new.sort_time - (new.sort_time % 3600000 + 3600000) % 3600000, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER files_untimed AFTER DELETE ON files WHEN old.forgotten_at IS NULL BEGIN
    UPDATE file_hours SET count = count - 1 WHERE generation = old.generation
      AND start = old.sort_time - (old.sort_time % 3600000 + 3600000) % 3600000;
  END;
  CREATE TRIGGER files_retimed AFTER UPDATE OF sort_time, forgotten_at ON files
  WHEN old.sort_time <> new.sort_time OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    UPDATE file_hours SET count = count - 1 WHERE generation = old.generation AND old.forgotten_at IS NULL
      AND start = old.sort_time - (old.sort_time % 3600000 + 3600000) % 3600000;
    INSERT INTO file_hours
      SELECT new.generation, new.sort_time - (new.sort_time % 3600000 + 3600000) % 3600000, 1
      WHERE new.forgotten_at IS NULL
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
`;
