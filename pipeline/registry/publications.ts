import { type Kysely, sql, type Transaction } from 'kysely';
import { chunks } from './chunks.ts';
import { toStamp } from './instants.ts';
import type { PublicationGap, PublicSince, RegistryAccount } from './schema.ts';
import type { RegistryStore } from './store.ts';
import { replaceRows } from './table-rows.ts';
import type { Tables } from './tables.ts';
import { portfolioPrefix } from './words.ts';

/** An account or portfolio, as far as publications depend on it. */
type PublishedEntry = Pick<RegistryAccount, 'type' | 'slug' | 'account_id' | 'members'> &
  Partial<Pick<RegistryAccount, 'published'>>;

/** Returns the key of an account: its id, which stays with every slug and owner. */
const subjectOf = ({ type, slug, account_id }: PublishedEntry): string | null =>
  type === 'portfolio' ? `${portfolioPrefix}${slug}` : account_id;

/** Expression for that key, to join rows of `accounts` with. */
export const publicationKey = sql<string>`coalesce(accounts.account_id, ${sql.lit(portfolioPrefix)} || accounts.slug)`;

/** Reads a stored publication; null if the account was never public. */
export const publicationOf = ({
  published_at,
  gaps,
  members_changed_at,
}: {
  readonly published_at: string | null;
  readonly gaps: string | null;
  readonly members_changed_at: string | null;
}): PublicSince | null =>
  published_at === null || gaps === null
    ? null
    : { published_at, gaps: gapsIn(gaps).filter(isLong), members_changed_at };

/** Data of accounts and portfolios in the version in service, by their key. */
export interface ServedData {
  readonly isServed: (subject: string) => boolean;
  /** Returns since when newer data is held back; null if it is served, or held for a short time. */
  readonly heldSince: (subject: string) => string | null;
}

/**
 * Notes what strangers can read in the version in service: since when, and whether a gap ends or
 * begins. Data that is held back makes a gap too: nobody can watch what it will show. A portfolio
 * with other members than before is noted too. Writes only if something is new.
 */
export async function notePublications(
  store: Pick<RegistryStore, 'read' | 'write'>,
  entries: readonly PublishedEntry[],
  { isServed, heldSince }: ServedData,
  now: Date,
): Promise<void> {
  const changesIn = async (db: Pick<Kysely<Tables>, 'selectFrom'>) =>
    changedRows(await rowsOf(db, entries), entries, (known, entry) => {
      const subject = subjectOf(entry);
      const isShown = entry.published === true && subject !== null && isServed(subject);
      const held = isShown ? heldSince(subject) : null;
      return seenRow(known, entry, isShown && held === null, held ?? toStamp(now));
    });
  if ((await store.read(changesIn)).length === 0) return;
  await store.write(async (db) => putRows(db, await changesIn(db)));
}

/**
 * Notes that entries whose publication was decided are private or public from now on. Call it in
 * the transaction that decides it. Only a run begins the record of an entry.
 */
export async function noteDecided(
  db: Transaction<Tables>,
  entries: readonly PublishedEntry[],
  now: Date,
): Promise<void> {
  const at = toStamp(now);
  const next = (row: Row | undefined, { published }: PublishedEntry) =>
    row && (published ? withoutOpenGap(row, at) : withGap(row, at));
  await putRows(db, changedRows(await rowsOf(db, entries), entries, next));
}

type Row = Tables['publications'];

/** Returns the row of an entry after a version that strangers can, or can't, read it in. */
function seenRow(
  known: Row | undefined,
  entry: PublishedEntry,
  isRead: boolean,
  at: string,
): Row | undefined {
  const members = entry.type === 'portfolio' ? JSON.stringify([...entry.members].sort()) : null;
  if (known === undefined) {
    const subject = subjectOf(entry);
    if (!isRead || subject === null) return undefined;
    return { subject, published_at: at, gaps: '[]', members, members_changed_at: null };
  }
  const row = isRead ? withoutOpenGap(known, at) : withGap(known, at);
  return members === known.members ? row : { ...row, members, members_changed_at: at };
}

const gapsIn = (text: string): readonly PublicationGap[] => JSON.parse(text);

const day = 86_400_000;
const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);
const isLong = ({ from, to }: PublicationGap): boolean => to === null || between(from, to) >= day;

/**
 * Begins a gap, unless one is open. It goes on with a gap that ended less than a day ago. So an
 * account that is shown for an hour each day has one long gap, not many short ones.
 */
function withGap(row: Row, at: string): Row {
  const gaps = gapsIn(row.gaps);
  const last = gaps.at(-1);
  if (last?.to === null) return row;
  const isNear = last !== undefined && between(last.to, at) < day;
  const from = isNear && last.from < at ? last.from : at;
  const begun = { from, to: null };
  const earlier = (isNear ? gaps.slice(0, -1) : gaps).filter(isLong);
  return { ...row, gaps: JSON.stringify([...earlier, begun]) };
}

/** Ends the open gap. */
function withoutOpenGap(row: Row, at: string): Row {
  const gaps = gapsIn(row.gaps);
  const last = gaps.at(-1);
  if (last?.to !== null) return row;
  return { ...row, gaps: JSON.stringify([...gaps.slice(0, -1), { ...last, to: at }]) };
}

function changedRows(
  known: ReadonlyMap<string, Row>,
  entries: readonly PublishedEntry[],
  next: (row: Row | undefined, entry: PublishedEntry) => Row | undefined,
): Row[] {
  return entries.flatMap((entry) => {
    const row = known.get(subjectOf(entry) ?? '');
    const changed = next(row, entry);
    return changed === undefined || JSON.stringify(changed) === JSON.stringify(row)
      ? []
      : [changed];
  });
}

async function rowsOf(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  entries: readonly PublishedEntry[],
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const lot of chunks(entries.flatMap((entry) => subjectOf(entry) ?? []))) {
    const found = db.selectFrom('publications').selectAll().where('subject', 'in', lot);
    for (const row of await found.execute()) rows.set(row.subject, row);
  }
  return rows;
}

const putRows = (db: Transaction<Tables>, rows: readonly Row[]): Promise<void> =>
  replaceRows(db, 'publications', 'subject', rows, ['published_at']);
