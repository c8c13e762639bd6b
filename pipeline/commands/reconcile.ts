import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes, UsageError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../duckdb/database.ts';
import { useWarehouse } from '../duckdb/persistent-database.ts';
import { type ComparedFigure, isGapInMoney, readCompared } from '../reconcile/compared-figures.ts';
import { comparisonLines } from '../reconcile/comparison-lines.ts';
import type { CommandIo } from './io.ts';

interface ReconcileOptions {
  readonly accountId?: string;
  readonly json?: boolean;
}

/**
 * Prints imported figures next to computed ones, as of the last published run. For one account it
 * prints every figure, otherwise only differences. Returns 3 if an amount of money differs.
 */
export async function reconcileCommand(
  { dataDir }: Config,
  { accountId, json }: ReconcileOptions,
  io: CommandIo,
): Promise<number> {
  const compared = await readPublished(dataDir, accountId ?? null);
  if (json)
    io.stdout(JSON.stringify(compared.map(({ is_money: _, decimals: __, ...figure }) => figure)));
  else for (const line of linesOf(compared, accountId !== undefined)) io.stdout(line);
  return compared.some(isGapInMoney) ? exitCodes.partly : exitCodes.done;
}

async function readPublished(
  { warehouse }: DataDirectory,
  accountId: string | null,
): Promise<ComparedFigure[]> {
  const runFirst = 'nothing to reconcile yet; start with `trackrecord run`';
  if (!existsSync(warehouse)) throw new CommandError(runFirst);
  const database = await openDatabase(':memory:', { threads: 1 });
  try {
    await useWarehouse(database, warehouse);
    if (accountId !== null) {
      const sql = 'select 1 from accounts where account_id = $accountId';
      const [account] = await database.rows(sql, { accountId });
      const fault = `--account-id ${accountId}: no source has that account`;
      if (!account) throw new UsageError(fault);
    }
    return await readCompared(database, accountId);
  } finally {
    database.close();
  }
}

const linesOf = (compared: readonly ComparedFigure[], isWhole: boolean): string[] =>
  compared.length === 0
    ? ['no statement has figures to compare with']
    : comparisonLines(compared, isWhole);
