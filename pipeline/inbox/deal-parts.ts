import type Database from 'libsql';
import { OwnerFault } from '../base/collected.ts';
import type { JsonText } from '../base/json-text.ts';

/** How many deals are held at a time, and what one position may have: its deals are paired together. */
export const dealBounds = {
  partDeals: 20_000,
  partCharacters: 8 * 1024 * 1024,
  positionDeals: 50_000,
  positionCharacters: 32 * 1024 * 1024,
} as const;

export type DealBounds = { readonly [Name in keyof typeof dealBounds]: number };

interface DealRow {
  /** Empty where the deal is of none. */
  readonly position: string;
  readonly deal: JsonText;
}

/**
 * Cuts deals, which come position by position, into bounded parts: a position is in one part. Throws
 * where one has more deals than can be paired.
 */
export function* inParts(rows: Iterable<DealRow>, bounds: DealBounds): Generator<JsonText[]> {
  let part: JsonText[] = [];
  let [characters, ofPosition, charactersOfPosition] = [0, 0, 0];
  let last = '';
  for (const { position, deal } of rows) {
    if (position === '' || position !== last) {
      if (part.length >= bounds.partDeals || characters >= bounds.partCharacters) {
        yield part;
        part = [];
        characters = 0;
      }
      [last, ofPosition, charactersOfPosition] = [position, 0, 0];
    }
    part.push(deal);
    characters += deal.length;
    ofPosition += 1;
    charactersOfPosition += deal.length;
    if (ofPosition > bounds.positionDeals || charactersOfPosition > bounds.positionCharacters) {
      throw new OwnerFault(
        `position ${position} has more deals than can be paired together, which are ${bounds.positionDeals} or ${bounds.positionCharacters >> 20} MiB; add a statement of the account instead`,
      );
    }
  }
  if (part.length > 0) yield part;
}

const touchedTables = `
  create temp table touched (position text primary key) without rowid;
  create temp table touched_charges (position text primary key, charged text not null) without rowid;`;

/**
 * Notes in tables of this handle which positions have new deals, or all of them; what opening each was
 * charged is entered beside it.
 */
export function touchPositions(database: Database.Database, accountId: string, isAll: boolean) {
  database.exec(`drop table if exists temp.touched; drop table if exists temp.touched_charges;
    ${touchedTables}`);
  database
    .prepare(
      `insert into touched select distinct position from deals
        where account_id = ? and position <> '' ${isAll ? '' : 'and fresh > 0'}`,
    )
    .run(accountId);
}

/** Deals of the touched positions, in parts; then those of no position, the new ones or all. */
export function* touchedDeals(
  database: Database.Database,
  accountId: string,
  isAll: boolean,
  bounds: DealBounds,
): Generator<JsonText[]> {
  const ofPositions = `select deals.position, deal
    from touched cross join deals indexed by deals_by_position
      on deals.account_id = ? and deals.position = touched.position
    order by touched.position, ticket`;
  const ofNone = isAll
    ? `select '' as position, deal from deals indexed by deals_by_position
        where account_id = ? and position = '' order by ticket`
    : `select '' as position, deal from deals indexed by fresh_deals
        where account_id = ? and fresh > 0 and position = '' order by fresh, ticket`;
  for (const query of [ofPositions, ofNone]) {
    const rows = database.prepare(query).iterate(accountId) as Iterable<DealRow>;
    yield* inParts(rows, bounds);
  }
}

/** Every deal of an account, in parts. */
export function allDeals(
  database: Database.Database,
  accountId: string,
  bounds: DealBounds,
): Generator<JsonText[]> {
  const rows = database
    .prepare(
      `select position, deal from deals indexed by deals_by_position
        where account_id = ? order by position, ticket`,
    )
    .iterate(accountId) as Iterable<DealRow>;
  return inParts(rows, bounds);
}
