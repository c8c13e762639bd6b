import { type Kysely, sql } from 'kysely';
import { inPages } from '../batches.ts';
import type { DeliveryTables } from '../schema.ts';
import type { DealKey, DealProgress, TerminalAccount, TerminalContent } from './terminal.ts';

type Db = Kysely<DeliveryTables>;
type DealRow = DeliveryTables['deals'];

/** Deals that one query writes. SQLite allows 32,766 values. */
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
  for (const page of inPages(accountIds)) {
    const rows = await db
      .selectFrom('terminals')
      .select(['account_id', 'account', 'deals', 'newest'])
      .where('account_id', 'in', page)
      .execute();
    for (const { account_id, account, deals, newest } of rows) {
      known.set(account_id, { account: JSON.parse(account), deals, newest });
    }
  }
  return known;
}

/**
 * Stores the deals of deliveries, and the newest account data of their terminals. All of them take
 * about as many queries as one. Returns the count of deals of each account.
 */
export async function storeReports(
  db: Db,
  reports: readonly NumberedReport[],
): Promise<ReadonlyMap<string, number>> {
  if (reports.length === 0) return new Map();
  for (const rows of dealRows(reports)) await db.insertInto('deals').values(rows).execute();
  const added = await readAdded(
    db,
    reports.map(({ number }) => number),
  );
  const stored = await db
    .insertInto('terminals')
    .values(
      [...newestAccounts(reports)].map(([account_id, account]) => ({
        ...{ account_id, account: JSON.stringify(account), gmt: account.gmt },
        ...(added.get(account_id) ?? { deals: 0, newest: null }),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        account: sql`case when excluded.gmt >= terminals.gmt then excluded.account
          else terminals.account end`,
        gmt: sql`case when excluded.gmt >= terminals.gmt then excluded.gmt else terminals.gmt end`,
        deals: sql`terminals.deals + excluded.deals`,
        newest: sql`case when excluded.newest > coalesce(terminals.newest, 0) then excluded.newest
          else terminals.newest end`,
      }),
    )
    .returning(['account_id', 'deals'])
    .execute();
  return new Map(stored.map(({ account_id, deals }) => [account_id, Number(deals)]));
}

/** Yields the rows of deals in parts; of one ticket in a delivery the last deal counts. */
function* dealRows(reports: readonly NumberedReport[]): Generator<DealRow[]> {
  let rows: DealRow[] = [];
  for (const { accountId, source, number, content } of reports) {
    const byTicket = new Map(content.deals.map((deal) => [deal.ticket, deal]));
    for (const { ticket, position, time, json } of byTicket.values()) {
      rows.push({
        ...{ account_id: accountId, source, number, ticket, position, time },
        deal: Buffer.from(json),
      });
      if (rows.length < writtenAtOnce) continue;
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

/** Counts the tickets that came for the first time with some deliveries, by account. */
async function readAdded(db: Db, numbers: readonly number[]): Promise<Map<string, DealProgress>> {
  const { rows } = await sql<{ accountId: string; deals: number; newest: number }>`
    select deal.account_id as "accountId", max(deal.time) as newest,
      sum(case when exists (
        select 1 from deals as earlier
        where earlier.account_id = deal.account_id
          and earlier.source in ('terminal', 'broker_api')
          and earlier.ticket = deal.ticket and earlier.number < deal.number)
        then 0 else 1 end) as deals
    from deals as deal
    where deal.number in (${sql.join(numbers)})
    group by deal.account_id`.execute(db);
  return new Map(
    rows.map(({ accountId, deals, newest }) => [
      accountId,
      { deals: Number(deals), newest: Number(newest) },
    ]),
  );
}

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
