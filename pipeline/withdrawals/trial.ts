import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { silentLog } from '../base/log.ts';
import { copyAccount } from '../deliveries/copy-account.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { openSqlite } from '../deliveries/sqlite.ts';
import { withdrawDelivery } from '../deliveries/withdraw.ts';
import { openSnapshot } from '../publish/snapshot/reader.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { runOnce } from '../run/run.ts';

/** Figures of an account without a delivery. */
export interface FiguresWithout {
  /** False if the account would have no data at all. */
  readonly hasData: boolean;
  /** Number of closed trades. */
  readonly trades: number;
  /** Time-weighted return in percent; null if it is unknown. */
  readonly return: number | null;
}

/** Withdrawal that is to be tried out. */
export interface TrialRequest {
  readonly account: RegistryAccount;
  readonly receipt: string;
  /** Instant that decides the current day. */
  readonly asOf: string;
}

/** DuckDB's limits in a trial. A second thread would take more memory and the time of others. */
const limits = { threads: 1, memoryLimit: '256MB' };

/**
 * Computes an account without a delivery. Copies its deliveries into a data directory of its own in
 * `folder`, withdraws the delivery there, and runs there. So the figures are those that the next
 * run will give. Returns null if that run would hold the account back. Changes nothing elsewhere.
 */
export async function tryWithdrawal(
  deliveries: DeliveryDatabase,
  { account, receipt, asOf }: TrialRequest,
  folder: string,
): Promise<FiguresWithout | null> {
  const dataDir = dataDirectory(folder);
  const id = account.account_id ?? '';
  const now = new Date(asOf);
  const copy = await openSqlite(dataDir.inbox.database, () => now);
  try {
    await copyAccount(deliveries, copy, id);
    await withdrawDelivery(copy, receipt);
  } finally {
    await copy.close();
  }
  const { version, heldBack } = await runOnce({
    ...limits,
    dataDir,
    sources: [],
    registry: { accounts: async () => [account] },
    asOf: now,
    clock: () => now,
    log: silentLog,
  });
  return heldBack.length > 0 ? null : figuresIn(dataDir, version, id);
}

function figuresIn(dataDir: DataDirectory, version: string, id: string): FiguresWithout {
  const snapshot = openSnapshot(dataDir, version);
  try {
    const summary = snapshot.part(id, 'summary');
    if (summary === undefined) return { hasData: false, trades: 0, return: null };
    const { performance } = JSON.parse(summary.toString());
    const trades = snapshot.list(id, 'trades')?.index.rows ?? 0;
    return { hasData: true, trades, return: performance.twr_percent };
  } finally {
    snapshot.close();
  }
}
