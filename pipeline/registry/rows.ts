import type { Kysely, Selectable } from 'kysely';
import type { ApiKey, Confirmation, RegistryAccount } from './schema.ts';
import type { Tables } from './tables.ts';
import { hidables, operator, scopes, wordsIn } from './words.ts';

type AccountRow = Selectable<Tables['accounts']> & {
  readonly member: string | null;
  readonly mark: string | null;
  readonly lapsed_at: string | null;
  readonly broker_since: string | null;
};

/**
 * Selects accounts joined with their members: a portfolio has a row per member, in the members'
 * order.
 */
export function selectAccounts(db: Pick<Kysely<Tables>, 'selectFrom'>) {
  return db
    .selectFrom('accounts')
    .leftJoin('portfolio_members', 'portfolio', 'slug')
    .leftJoin('coverage', 'coverage.entry', 'accounts.slug')
    .selectAll('accounts')
    .select(['member', 'mark', 'lapsed_at', 'broker_since'])
    .orderBy('position');
}

/** Combines rows into accounts, one for each slug, sorted by slug. */
export function toAccounts(rows: readonly AccountRow[]): RegistryAccount[] {
  const members = new Map<string, string[]>();
  const accounts = new Map<string, RegistryAccount>();
  for (const row of rows) {
    const ofPortfolio = members.get(row.slug) ?? [];
    if (row.member !== null) ofPortfolio.push(row.member);
    members.set(row.slug, ofPortfolio);
    if (!accounts.has(row.slug)) accounts.set(row.slug, toAccount(row, ofPortfolio));
  }
  return sortBySlug([...accounts.values()]);
}

/** Sorts by slug in place. The order is the same in every store, whatever its collation. */
export function sortBySlug<Entry extends { readonly slug: string }>(entries: Entry[]): Entry[] {
  return entries.sort((first, second) => (first.slug < second.slug ? -1 : 1));
}

const confirmationOf = (
  verified: number,
  by: string | null,
  at: string | null,
  how: string | null,
): Confirmation | null => (verified === 1 ? { by: by ?? operator, at, how } : null);

/** Converts the row of a key, without the hash, which must not leave the registry. */
export function toApiKey(row: Selectable<Tables['api_keys']>): ApiKey {
  const { id, owner, name, created_at, revoked_at, last_used_at, requests } = row;
  return {
    id,
    owner,
    name,
    scopes: wordsIn(scopes, row.scopes),
    created_at,
    revoked_at,
    last_used_at,
    requests,
  };
}

/**
 * Returns true if a track record is confirmed by a mark that holds, or was read from the broker.
 */
export const isConfirmed = (record: {
  readonly track_record: Confirmation | null;
  readonly lapsed_at: string | null;
  readonly broker_since: string | null;
}): boolean =>
  record.broker_since !== null || (record.track_record !== null && record.lapsed_at === null);

/** Returns the text that tells one mark from another one. */
export const markText = (mark: Confirmation): string =>
  JSON.stringify([mark.by, mark.at, mark.how]);

function toAccount(row: AccountRow, members: readonly string[]): RegistryAccount {
  const { identity_verified, identity_by, identity_at, identity_how, ...ofTrackRecord } = row;
  const { track_record_verified, track_record_by, track_record_at, track_record_how, ...plain } =
    ofTrackRecord;
  const { member: _, mark, ...columns } = plain;
  const confirmed = {
    identity: confirmationOf(identity_verified, identity_by, identity_at, identity_how),
    track_record: confirmationOf(
      track_record_verified,
      track_record_by,
      track_record_at,
      track_record_how,
    ),
  };
  const { track_record } = confirmed;
  const isOfMark = track_record !== null && mark === markText(track_record);
  const lapsed_at = isOfMark ? row.lapsed_at : null;
  const { broker_since } = row;
  return {
    ...columns,
    members,
    owner_data: row.owner_data === 1,
    show_trades_on_page: row.show_trades_on_page === 1,
    published: row.published === 1,
    verified: {
      identity: identity_verified === 1,
      track_record: isConfirmed({ track_record, lapsed_at, broker_since }),
    },
    confirmed,
    lapsed_at,
    hide: wordsIn(hidables, row.hide),
  };
}
