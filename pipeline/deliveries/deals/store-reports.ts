import { type Kysely, sql } from 'kysely';
import { listJson, preparedQuery } from '../../base/prepared-query.ts';
import type { DeliveryTables } from '../schema.ts';
import type { DealKey, DealProgress, TerminalAccount, TerminalContent } from './terminal.ts';

type Db = Kysely<DeliveryTables>;

/** Deals that one query writes, so that their JSON stays small. */
const writtenAtOnce = 2_000;

/** Report of a terminal in the delivery with a number. */
export interface NumberedReport extends DealKey {
  readonly number: number;
  readonly content: TerminalContent;
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
  const known = new Map<string, KnownTerminal>();
  if (accountIds.length === 0) return known;
  const rows = await selectTerminals(db, { list: listJson(accountIds) });
  for (const { account_id, account, deals, newest } of rows) {
    known.set(account_id, { account: JSON.parse(account), deals, newest });
  }
  return known;
}

const selectTerminals = preparedQuery<Omit<DeliveryTables['terminals'], 'gmt'>, 'list'>(
  ['list'],
  ({ list }, { isIn }) => sql`
    select account_id, account, deals, newest from terminals
    where ${isIn('account_id', list)}`,
);

/**
 * Stores the deals of deliveries, and the newest account data of their terminals. All of them take
 * about as many queries as one. A deal that is stored already, as it is, is not stored again: a
 * terminal sends its last deals once more with each new one. Returns the count of deals of each
 * account.
 */
export async function storeReports(
  db: Db,
  reports: readonly NumberedReport[],
): Promise<ReadonlyMap<string, number>> {
  if (reports.length === 0) return new Map();
  for (const rows of dealRows(reports)) await insertDeals(db, { list: listJson(rows) });
  const withDeals = reports.filter(({ content }) => content.deals.length > 0);
  const added = await readAdded(
    db,
    withDeals.map(({ number }) => number),
  );
  const terminals = [...newestAccounts(reports)].map(([accountId, account]) => {
    const { deals, newest } = added.get(accountId) ?? { deals: 0, newest: null };
    return [accountId, JSON.stringify(account), account.gmt, deals, newest];
  });
  const stored = await insertTerminals(db, { list: listJson(terminals) });
  return new Map(stored.map(({ account_id, deals }) => [account_id, Number(deals)]));
}

const insertTerminals = preparedQuery<
  Pick<DeliveryTables['terminals'], 'account_id' | 'deals'>,
  'list'
>(
  ['list'],
  ({ list }, { listed }) => sql`
    insert into terminals (account_id, account, gmt, deals, newest)
    select value ->> 0, value ->> 1, cast(value ->> 2 as bigint), cast(value ->> 3 as bigint),
      cast(value ->> 4 as bigint)
    from ${listed(list)} where true
    on conflict (account_id) do update set
      account = case when excluded.gmt >= terminals.gmt then excluded.account
        else terminals.account end,
      gmt = case when excluded.gmt >= terminals.gmt then excluded.gmt else terminals.gmt end,
      deals = terminals.deals + excluded.deals,
      newest = case when excluded.newest > coalesce(terminals.newest, 0) then excluded.newest
        else terminals.newest end
    returning account_id, deals`,
);

/** Values of a deal: account, source, ticket, number, position, time, JSON. */
type DealCells = readonly (string | number)[];

const insertDeals = preparedQuery<never, 'list'>(
  ['list'],
  ({ list }, { listed, bytes }) => sql`
    insert into deals (account_id, source, ticket, number, position, time, deal)
    select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint), value ->> 4,
      cast(value ->> 5 as bigint), ${bytes(6)}
    from ${listed(list)}
    where (
      select earlier.deal from deals as earlier
      where earlier.account_id = value ->> 0 and earlier.source = value ->> 1
        and earlier.ticket = value ->> 2
      order by earlier.number desc limit 1) is distinct from ${bytes(6)}`,
);

/** Yields the rows of deals in parts; of one ticket in a delivery the last deal counts. */
function* dealRows(reports: readonly NumberedReport[]): Generator<DealCells[]> {
  let rows: DealCells[] = [];
  for (const { accountId, source, number, content } of reports) {
    const byTicket = new Map(content.deals.map((deal) => [deal.ticket, deal]));
    for (const { ticket, position, time, json } of byTicket.values()) {
      rows.push([accountId, source, ticket, number, position, time, json]);
      if (rows.length < writtenAtOnce) continue;
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

/** Counts the tickets that came for the first time with some deliveries, by account. */
async function readAdded(db: Db, numbers: readonly number[]): Promise<Map<string, DealProgress>> {
  if (numbers.length === 0) return new Map();
  const rows = await selectAdded(db, { list: listJson(numbers) });
  return new Map(
    rows.map(({ accountId, deals, newest }) => [
      accountId,
      { deals: Number(deals), newest: Number(newest) },
    ]),
  );
}

// Asked with `exists` in place of this subquery, PostgreSQL may read the whole table.
const selectAdded = preparedQuery<{ accountId: string; deals: number; newest: number }, 'list'>(
  ['list'],
  ({ list }, { isIn }) => sql`
    select deal.account_id as "accountId", max(deal.time) as newest,
      sum(case when (
        select earlier.number from deals as earlier
        where earlier.account_id = deal.account_id
          and earlier.source in ('terminal', 'broker_api')
          and earlier.ticket = deal.ticket and earlier.number < deal.number
        limit 1) is null then 1 else 0 end) as deals
    from deals as deal
    where ${isIn('deal.number', list, 'bigint')}
    group by deal.account_id`,
);

/** Returns the newest account data of each account; of two with one time the later delivery's. */
function newestAccounts(reports: readonly NumberedReport[]): Map<string, TerminalAccount> {
  const newest = new Map<string, TerminalAccount>();
  for (const { accountId, content } of reports) {
    const known = newest.get(accountId);
    if (!known || content.account.gmt >= known.gmt) newest.set(accountId, content.account);
  }
  return newest;
}

/** Counts the deals of an account anew, after some were removed. */
export async function recountDeals(db: Db, accountId: string): Promise<void> {
  await sql`
    update terminals set (deals, newest) = (
      select count(distinct ticket), max(time) from deals where account_id = ${accountId})
    where account_id = ${accountId}`.execute(db);
}
