import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

type Row = Record<string, string>;

/** Tables of an import, as rows of text. */
export interface WrittenTables {
  trades: readonly Row[];
  positions: readonly Row[];
  cash_flows: readonly Row[];
  accounts: readonly Row[];
  equity: readonly Row[];
}

/** Adds up the rows of an import, in units of the last decimal. */
export function totalsOfTables(
  { trades, positions, cash_flows, accounts, equity }: WrittenTables,
  places: number,
) {
  // By value, so that `7258.000` equals `7258.00`.
  const units = (amount = '') => Number((Number(amount) * 10 ** places).toFixed(4));
  const netOf = ({ profit, swap, commission }: Row) =>
    units(profit) + units(swap) + units(commission);
  const nets = trades.map(netOf);
  const flows = (isCredit: boolean) =>
    sum(
      cash_flows
        .filter(({ kind }) => (kind === 'credit') === isCredit)
        .map(({ amount }) => units(amount)),
    );
  return {
    trades: trades.length,
    sold: trades.filter(({ side }) => side === 'sell').length,
    net: sum(nets),
    grossProfit: sum(nets.filter((net) => net > 0)),
    grossLoss: sum(nets.filter((net) => net < 0)),
    charges: sum(trades.map(({ commission }) => units(commission))),
    swap: sum(trades.map(({ swap }) => units(swap))),
    positions: positions.length,
    floating: sum(positions.map(netOf)),
    deposits: flows(false),
    credit: flows(true),
    opening: units(accounts[0]?.opening_balance),
    balance: units(accounts[0]?.reported_balance),
    equity: units(equity[0]?.equity),
  };
}

/** Adds up the files that an import wrote. */
export async function readTotals(directory: string, places: number): Promise<WrittenTotals> {
  const tables = {
    trades: await readTable(directory, 'trades'),
    positions: await readTable(directory, 'positions'),
    cash_flows: await readTable(directory, 'cash_flows'),
    accounts: await readTable(directory, 'accounts'),
    equity: await readTable(directory, 'equity'),
  };
  return totalsOfTables(tables, places);
}

export type WrittenTotals = ReturnType<typeof totalsOfTables>;

async function readTable(directory: string, table: string): Promise<Row[]> {
  const name = (await readdir(directory)).find((each) => each.startsWith(`${table}-`)) ?? table;
  return parse<Row>(await readFile(join(directory, name)), { columns: true });
}

const sum = (values: readonly number[]): number =>
  Number(values.reduce((total, value) => total + value, 0).toFixed(4));
