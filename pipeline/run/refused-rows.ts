import { decodeReason } from '../base/reasons/reason.ts';
import type { RefusalStore, RefusedRow } from '../deliveries/refused-rows.ts';
import type { Database, Row } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import type { LoadReport } from '../load/report.ts';

/**
 * Stores the rows that a run refused, for the owner of each account and for operators. Accounts
 * that it loaded anew lose those that were refused before.
 */
export async function reportRefused(
  database: Database,
  runId: string,
  { rowsRejected, cleared }: Pick<LoadReport, 'rowsRejected' | 'cleared'>,
  refusals: RefusalStore,
): Promise<void> {
  if (rowsRejected === 0 && cleared.length === 0) return;
  const rows = await database.rows(readSql('runs/refused_rows'), {
    run_id: runId,
    cleared: JSON.stringify(cleared),
  });
  const accounts = new Map<string, { count: number; rows: RefusedRow[] }>(
    cleared.map((id) => [id, { count: 0, rows: [] }]),
  );
  for (const row of rows) {
    const id = String(row.account_id);
    const known = accounts.get(id) ?? { count: 0, rows: [] };
    known.count = Number(row.count);
    known.rows.push(refusedRow(row));
    accounts.set(id, known);
  }
  await refusals.keep(accounts);
}

const refusedRow = ({ run_id, file, line, table_name, ...row }: Row): RefusedRow => ({
  at: String(run_id),
  from: String(file),
  line: Number(line),
  table: String(table_name),
  reason: decodeReason(`{"code":"${row.reason_code}","values":${row.reason_values}}`),
});
