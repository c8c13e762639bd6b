import { type Kysely, sql } from 'kysely';
import { listJson, preparedQuery } from '../base/prepared-query.ts';
import type { DealProgress, TerminalAccount } from './deals/terminal.ts';
import type { Size } from './quota.ts';
import type { DeliveryTables } from './schema.ts';

type Db = Kysely<DeliveryTables>;

const selectAccounts = (db: Db) => db.selectFrom('deliveries').select('account_id').distinct();

type AccountQuery = ReturnType<typeof selectAccounts>;

/** Lists the accounts of the deliveries that a filter selects. */
export async function accountsOf(
  db: Db,
  filter: (query: AccountQuery) => AccountQuery,
): Promise<string[]> {
  const rows = await filter(selectAccounts(db)).execute();
  return rows.map(({ account_id }) => account_id);
}

/** Size, terminal and deals that new deliveries add to an account. */
export interface AccountAddition extends Size {
  readonly accountId: string;
  readonly owner: string;
  /** Newest account data of its terminal; missing if no terminal sent them. */
  readonly terminal?: TerminalAccount | undefined;
  /** Deals that came for the first time, and the newest deal. */
  readonly added?: DealProgress | undefined;
}

/** Adds to accounts; no account may come twice. Returns the count of deals of each. */
export async function addToAccounts(
  db: Db,
  additions: readonly AccountAddition[],
): Promise<ReadonlyMap<string, number>> {
  if (additions.length === 0) return new Map();
  const list = additions.map(({ accountId, owner, rows, bytes, terminal, added }) => [
    ...[accountId, owner, rows, bytes],
    ...(terminal ? [JSON.stringify(terminal), terminal.gmt] : [null, null]),
    ...[added?.deals ?? 0, added?.newest ?? null],
  ]);
  const stored = await insertAccounts(db, { list: listJson(list) });
  return new Map(stored.map(({ account_id, deals }) => [account_id, Number(deals)]));
}

const insertAccounts = preparedQuery<{ account_id: string; deals: number }, 'list'>(
  ['list'],
  ({ list }, { listed }) => sql`
    insert into delivery_accounts as known
      (account_id, owner, rows, bytes, terminal, gmt, deals, newest)
    select value ->> 0, value ->> 1, cast(value ->> 2 as bigint), cast(value ->> 3 as bigint),
      value ->> 4, cast(value ->> 5 as bigint), cast(value ->> 6 as bigint),
      cast(value ->> 7 as bigint)
    from ${listed(list)} where true
    on conflict (account_id) do update set
      owner = excluded.owner,
      rows = known.rows + excluded.rows,
      bytes = known.bytes + excluded.bytes,
      terminal = case when excluded.gmt >= coalesce(known.gmt, 0) then excluded.terminal
        else known.terminal end,
      gmt = case when excluded.gmt >= coalesce(known.gmt, 0) then excluded.gmt else known.gmt end,
      deals = known.deals + excluded.deals,
      newest = case when excluded.newest > coalesce(known.newest, 0) then excluded.newest
        else known.newest end
    returning account_id, deals`,
);

/** Counts anew what an account has, after some of it was removed or brought in. */
export async function recount(db: Db, accountId: string): Promise<void> {
  await sql`
    update delivery_accounts set
      (rows, bytes) = (
        select coalesce(sum(rows), 0), coalesce(sum(bytes), 0)
        from deliveries where account_id = ${accountId}),
      (deals, newest) = (
        select count(distinct ticket), max(time) from deals where account_id = ${accountId})
    where account_id = ${accountId}`.execute(db);
}

/** Terminal of an account: its newest account data, and how many deals it has sent. */
export interface KnownTerminal extends DealProgress {
  readonly account: TerminalAccount;
}

/** Reads the terminals of accounts; accounts without one are missing in it. */
export async function readTerminals(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, KnownTerminal>> {
  if (accountIds.length === 0) return new Map();
  const rows = await selectTerminals(db, { list: listJson(accountIds) });
  return new Map(
    rows.map(({ account_id, terminal, deals, newest }) => [
      account_id,
      { account: JSON.parse(terminal), deals, newest },
    ]),
  );
}

interface TerminalRow extends DealProgress {
  readonly account_id: string;
  readonly terminal: string;
}

const selectTerminals = preparedQuery<TerminalRow, 'list'>(
  ['list'],
  ({ list }, { isIn }) => sql`
    select account_id, terminal, deals, newest from delivery_accounts
    where ${isIn('account_id', list)} and terminal is not null`,
);

/** Removes accounts of which nothing is known any more. */
export async function forgetEmpty(db: Db): Promise<void> {
  await db
    .deleteFrom('delivery_accounts')
    .where('owner', '=', '')
    .where('rows', '=', 0)
    .where('reload', 'is', null)
    .where('refused', 'is', null)
    .execute();
}
