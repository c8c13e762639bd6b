import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';

export interface SampleOptions {
  sourceDir: string;
  /** Folder for the CSV files. */
  folder: string;
  accounts: number;
}

export interface Sample {
  /** Accounts with at least one trade. A loop over trades meets no others. */
  readonly ids: string[];
  readonly trades: number;
}

/** Columns that the peer needs for its figures. */
const columns = {
  trades: `account_id, ticket, symbol, side, volume, open_price, close_price, opened_at, closed_at,
    profit, commission, swap, magic_number`,
  cash_flows: 'account_id, id, "at", amount, kind',
  accounts: 'account_id, updated_at',
};

/**
 * Writes the rows of a random sample of the accounts. Leaves out the account that has a hundredth
 * of all trades.
 */
export async function writeSample(options: SampleOptions): Promise<Sample> {
  const { sourceDir, folder, accounts } = options;
  mkdirSync(folder, { recursive: true });
  const database = await openDatabase(':memory:');
  try {
    await database.run(`
      create view all_trades as from read_parquet('${sourceDir}/trades/*.parquet');
      create view all_cash_flows as from read_parquet('${sourceDir}/cash_flows.parquet');
      create view all_accounts as from read_parquet('${sourceDir}/accounts.parquet');
      create table sample as
        select account_id from all_trades
        group by account_id order by count(*) desc, account_id offset 1;
      create or replace table sample as
        from sample order by hash(account_id), account_id limit ${accounts};`);
    for (const [table, list] of Object.entries(columns)) {
      await database.run(`
        copy (select ${list} from all_${table} semi join sample using (account_id))
        to '${join(folder, `${table}.csv`)}' (header)`);
    }
    const rows = await database.rows('select account_id from sample order by account_id');
    const [count] = await database.rows(
      'select count(*)::integer as trades from all_trades semi join sample using (account_id)',
    );
    return { ids: rows.map((row) => String(row.account_id)), trades: Number(count?.trades) };
  } finally {
    database.close();
  }
}
