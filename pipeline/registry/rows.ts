import type { Kysely, Selectable } from 'kysely';
import { fromStored } from './entry-fields.ts';
import { subjectFields } from './fields.ts';
import { publicationKey, publicationOf } from './publications.ts';
import { newestBadge } from './record-badge.ts';
import type { Confirmation, RegistryAccount } from './schema.ts';
import type { Settlement } from './settlements.ts';
import type { Tables } from './tables.ts';

type AccountRow = Selectable<Tables['accounts']> & {
  readonly member: string | null;
  readonly settlements: string | null;
  readonly published_at: string | null;
  readonly gaps: string | null;
  readonly members_changed_at: string | null;
};

/**
 * Selects accounts joined with their members: a portfolio has a row per member, in the members'
 * order.
 */
export function selectAccounts(db: Pick<Kysely<Tables>, 'selectFrom'>) {
  return db
    .selectFrom('accounts')
    .leftJoin('portfolio_members', 'portfolio', 'slug')
    .leftJoin('settlements', 'settlements.entry', 'accounts.slug')
    .leftJoin('publications', (join) => join.on('publications.subject', '=', publicationKey))
    .selectAll('accounts')
    .select(['member', 'settlements', 'published_at', 'gaps', 'members_changed_at'])
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

const confirmationIn = (text: string | null): Confirmation | null => JSON.parse(text ?? 'null');

const none: readonly Settlement[] = [];

/** Parses the settlements of a row. An account without any has none. */
const settlementsIn = (text: string | null): readonly Settlement[] =>
  text === null ? none : JSON.parse(text);

function toAccount(row: AccountRow, members: readonly string[]): RegistryAccount {
  const identity = confirmationIn(row.identity);
  const track_record = confirmationIn(row.track_record);
  const settlements = settlementsIn(row.settlements);
  const badge = newestBadge({ mark: track_record, settlements });
  return {
    slug: row.slug,
    ...fromStored(subjectFields, row),
    mark_version: row.track_record_version,
    settlements,
    covered_until: badge.covered_until,
    lapsed_at: badge.lapsed_at,
    broker_since: badge.broker_since,
    publication: publicationOf(row),
    members,
    verified: { identity: identity !== null, track_record: badge.track_record },
    confirmed: { identity, track_record },
  };
}
