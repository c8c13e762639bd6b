import { existsSync } from 'node:fs';
import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { reasons } from '../../sql/reconciliation/reasons.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { literal } from '../base/sql-text.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import type { CommandIo } from './io.ts';

export interface ReconcileOptions {
  readonly accountId?: string;
  readonly json?: boolean;
}

/** A figure that a statement prints, beside ours. */
interface Compared {
  readonly account_id: string;
  /** Null where the platform reported a balance in other ways than by a statement. */
  readonly statement: string | null;
  readonly covered_from: string | null;
  readonly printed_at: string;
  readonly figure: string;
  readonly printed: number;
  readonly ours: number | null;
  readonly gap: number | null;
  readonly agrees: boolean | null;
  readonly reason: string | null;
  readonly is_money: boolean;
}

/**
 * Tells what imports printed beside what is computed, as of the last run that published: of one
 * account every figure, else those that do not agree. 3 where there is a gap in money.
 */
export async function reconcileCommand(
  { dataDir }: Config,
  { accountId, json }: ReconcileOptions,
  io: CommandIo,
): Promise<number> {
  const compared = await readCompared(dataDir, accountId ?? null);
  const isOff = compared.some(({ agrees, is_money }) => is_money && agrees === false);
  if (json) io.stdout(JSON.stringify(compared.map(({ is_money: _, ...figure }) => figure)));
  else for (const line of linesOf(compared, accountId !== undefined)) io.stdout(line);
  return isOff ? exitCodes.partly : exitCodes.done;
}

async function readCompared(
  { warehouse }: DataDirectory,
  accountId: string | null,
): Promise<Compared[]> {
  const runFirst = 'nothing to reconcile yet; start with `trackrecord run`';
  if (!existsSync(warehouse)) throw new CommandError(runFirst);
  const database = await openDatabase(':memory:', { threads: 1 });
  try {
    await database.run(`attach ${literal(warehouse)} as warehouse (read_only); use warehouse`);
    if (accountId !== null) {
      const sql = 'select 1 from accounts where account_id = $accountId';
      const [account] = await database.rows(sql, { accountId });
      const fault = `--account-id ${accountId}: no source describes that account`;
      if (!account) throw new CommandError(fault, exitCodes.usage);
    }
    const rows = await database.rows(readSql('runs/reconcile'), { account_id: accountId });
    return rows.map(({ compared }) => JSON.parse(String(compared)));
  } finally {
    database.close();
  }
}

function linesOf(compared: readonly Compared[], isWhole: boolean): string[] {
  if (compared.length === 0) return ['no statement prints anything to compare with'];
  const statements = new Map<string, Compared[]>();
  for (const figure of compared) {
    const key = JSON.stringify([figure.account_id, figure.statement]);
    const figures = statements.get(key);
    if (figures) figures.push(figure);
    else statements.set(key, [figure]);
  }
  return [...statements.values()].flatMap((figures) => {
    const shown = figures.filter(({ agrees }) => isWhole || agrees === false);
    return [headOf(figures), ...tableOf(shown)];
  });
}

function headOf(figures: readonly Compared[]): string {
  const [first] = figures;
  const count = (verdict: boolean | null) =>
    figures.filter(({ agrees }) => agrees === verdict).length;
  const from = first?.covered_from ? ` from ${first.covered_from}` : '';
  const what = first?.statement === null ? 'balance reported' : `statement${from} to`;
  return `${first?.account_id}: ${what} ${first?.printed_at}: ${count(true)} figures agree, ${count(false)} do not, ${count(null)} are defined otherwise or not computed`;
}

const header = ['', 'figure', 'printed', 'ours', 'gap', 'agrees', 'probable reason'];
const labels = new Map(Object.entries(printedFigures).map(([name, { label }]) => [name, label]));
const words = new Map(Object.entries(reasons));

/** Numbers stand right, words left. */
function tableOf(figures: readonly Compared[]): string[] {
  if (figures.length === 0) return [];
  const rows = figures.map(({ figure, printed, ours, gap, agrees, reason }) => [
    '',
    labels.get(figure) ?? figure,
    ...[printed, ours, gap].map((number) => (number === null ? '' : String(number))),
    agrees === null ? '' : agrees ? 'yes' : 'no',
    reason === null ? '' : (words.get(reason) ?? reason),
  ]);
  const all = [header, ...rows];
  const widths = header.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, at) =>
        at >= 2 && at <= 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
