import type { Database } from './database.ts';
import { readSql } from './sql-files.ts';

/** Tables with rows of no account, that figures of any account may rest on. */
type SharedTable = 'symbols' | 'fx_rates' | 'prices';

/**
 * Has runs compute subjects again whose figures rest on loaded rows: those of `touched_accounts`,
 * and those of `changed` tables. Call it in the transaction that loads, so that a killed run leaves
 * both or neither.
 */
export const computeAgain = (
  database: Database,
  changed: Readonly<Partial<Record<SharedTable, boolean>>> = {},
): Promise<void> => {
  const { symbols = false, fx_rates = false, prices = false } = changed;
  return database.run(
    `update computed set input = null where subject_id in (${readSql('runs/changed_subjects')})`,
    { symbols, fx_rates, prices },
  );
};
