import { basename } from 'node:path';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { keepRefused, type RefusedByRun } from '../inbox/refused.ts';

/** Tells owners what a run refused of their accounts: it goes to `folder`. */
export async function tellRefused(
  database: Database,
  runId: string,
  folder: string,
): Promise<void> {
  const rows = await database.rows(readSql('runs/refused_rows'), { run_id: runId });
  const accounts = new Map<string, { count: number; rows: RefusedByRun[] }>();
  for (const { account_id, count, run_id, file, line, table_name, reason } of rows) {
    const id = String(account_id);
    const known = accounts.get(id) ?? { count: Number(count), rows: [] };
    const table = String(table_name);
    known.rows.push({
      ...{ run: String(run_id), file: withinSource(String(file), table), line: Number(line) },
      ...{ table, reason: String(reason) },
    });
    accounts.set(id, known);
  }
  await keepRefused(folder, accounts);
}

function withinSource(file: string, table: string): string {
  const folder = file.lastIndexOf(`/${table}/`);
  return folder < 0 ? basename(file) : file.slice(folder + 1);
}
