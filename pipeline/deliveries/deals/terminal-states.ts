import type { Database } from '../../duckdb/database.ts';
import { inPages } from '../batches.ts';
import { type ObservedClock, withObservation } from './server-clock.ts';
import type { DealKey, DealSource, TerminalAccount, TerminalReport } from './terminal.ts';

/** Terminal of an account, or its broker, as the loaded deliveries describe it. */
export interface TerminalState {
  readonly account: TerminalAccount;
  readonly seen: readonly ObservedClock[];
  /**
   * Delivery with the newest list of positions, and the instant of that list in UTC milliseconds.
   * Null before the first list.
   */
  readonly list: { readonly number: number; readonly at: number } | null;
  /** Opening charges of positions that are still open, by position. */
  readonly charges: Map<string, string>;
}

/** Adds the report of a delivery to what is known of a terminal. */
export function withReport(
  known: TerminalState | undefined,
  { account, positions }: TerminalReport,
  number: number,
): TerminalState {
  // A delivery that was on its way for long has an older account.
  const isNewer = known === undefined || account.gmt >= known.account.gmt;
  const { gmt, ahead } = account;
  const seen = known?.seen ?? [];
  const list = known?.list ?? null;
  return {
    account: isNewer ? account : known.account,
    seen: ahead === null ? seen : withObservation(seen, gmt, ahead),
    // Two lists may be of the same second.
    list:
      positions !== null && isNewer
        ? { number, at: Math.max(gmt * 1000, (list?.at ?? 0) + 1) }
        : list,
    charges: known?.charges ?? new Map(),
  };
}

/** Returns a text for a key; the source has no line feed. */
export const keyText = ({ accountId, source }: DealKey): string => `${source}\n${accountId}`;

/** Stored terminal, and the number of the newest delivery that it knows. */
export interface StoredTerminal {
  readonly key: DealKey;
  readonly state: TerminalState;
  readonly number: number;
}

/** Reads the terminals of some accounts. */
export async function readTerminals(
  database: Database,
  accountIds: readonly string[],
): Promise<StoredTerminal[]> {
  const rows = await database.rows(
    `select * from terminals where account_id in (select unnest(from_json($ids::json, '["VARCHAR"]')))`,
    { ids: JSON.stringify(accountIds) },
  );
  return rows.map(({ account_id, source, number, state }) => {
    const { charges, ...stored } = JSON.parse(String(state));
    return {
      key: { accountId: String(account_id), source: String(source) as DealSource },
      number: Number(number),
      state: { ...stored, charges: new Map(charges) },
    };
  });
}

/** Removes the terminals of some accounts or of all, in the caller's transaction. */
export async function forgetTerminals(
  database: Database,
  accountIds: readonly string[] | 'all',
): Promise<void> {
  if (accountIds.length === 0) return;
  if (accountIds === 'all') return database.run('delete from terminals');
  await database.run(
    `delete from terminals where account_id in (select unnest(from_json($ids::json, '["VARCHAR"]')))`,
    { ids: JSON.stringify(accountIds) },
  );
}

/** Stores terminals in the caller's transaction. */
export async function storeTerminals(
  database: Database,
  terminals: readonly StoredTerminal[],
): Promise<void> {
  for (const some of inPages(terminals)) {
    const rows = some.map(({ key, number, state }) => ({
      account_id: key.accountId,
      source: key.source,
      number,
      state: JSON.stringify({ ...state, charges: [...state.charges] }),
    }));
    await database.run(
      `create or replace temp table new_terminals as
        select unnest(from_json($rows::json, '[{"account_id": "VARCHAR", "source": "VARCHAR",
          "number": "BIGINT", "state": "VARCHAR"}]'), recursive := true)`,
      { rows: JSON.stringify(rows) },
    );
    await database.run(`delete from terminals
        where (account_id, source) in (select (account_id, source) from new_terminals);
      insert into terminals by name from new_terminals;
      drop table new_terminals`);
  }
}
