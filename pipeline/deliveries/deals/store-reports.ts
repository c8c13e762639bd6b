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

/** Terminal and new deals of an account, by its reports. */
export interface Reported {
  /** Newest account data of its terminal. */
  readonly terminal: TerminalAccount;
  /** Deals that came for the first time, and the newest deal. */
  readonly added: DealProgress | undefined;
}

/**
 * Stores the deals of deliveries. All of them take about as many queries as one. A deal that is
 * stored already, as it is, is not stored again: a terminal sends its last deals once more with
 * each new one. Returns what the reports tell of each account.
 */
export async function storeReports(
  db: Db,
  reports: readonly NumberedReport[],
): Promise<ReadonlyMap<string, Reported>> {
  for (const rows of dealRows(reports)) await insertDeals(db, { list: listJson(rows) });
  const withDeals = reports.filter(({ content }) => content.deals.length > 0);
  const added = await readAdded(
    db,
    withDeals.map(({ number }) => number),
  );
  return new Map(
    [...newestAccounts(reports)].map(([id, terminal]) => [id, { terminal, added: added.get(id) }]),
  );
}

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
