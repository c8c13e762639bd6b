import type { Insertable, Transaction } from 'kysely';
import type { OwnerEntry } from './entries.ts';
import { toInstant, toStamp } from './instants.ts';
import { type Entry, knownOf } from './rules.ts';
import type { Tables } from './schema.ts';

const rowsPerStatement = 200;

/** Writes owners; an owner that exists is replaced. */
export async function upsertOwners(
  db: Transaction<Tables>,
  owners: readonly OwnerEntry[],
): Promise<void> {
  const rows = owners.map(({ slug, name, plan, plan_until }) => ({
    slug,
    name: name ?? null,
    plan: plan ?? ('free' as const),
    plan_until: plan_until ? toInstant(new Date(plan_until)) : null,
  }));
  for (const some of chunks(rows)) {
    await db
      .insertInto('owners')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('slug').doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          plan: ref('excluded.plan'),
          plan_until: ref('excluded.plan_until'),
        })),
      )
      .execute();
  }
}

/** Writes accounts, portfolios and their members; what exists is replaced, but keeps when it was first applied. */
export async function upsertAccounts(
  db: Transaction<Tables>,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  const known = new Map(
    (await db.selectFrom('accounts').select(['slug', 'created_at']).execute()).map((row) => [
      row.slug,
      row.created_at,
    ]),
  );
  const rows = entries.map((entry) =>
    toRow(
      entry,
      entry.created_at
        ? toInstant(new Date(entry.created_at))
        : (known.get(entry.slug) ?? toStamp(now)),
    ),
  );
  for (const some of chunks(rows)) {
    await db
      .insertInto('accounts')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('slug').doUpdateSet(({ ref }) => ({
          owner: ref('excluded.owner'),
          name: ref('excluded.name'),
          currency: ref('excluded.currency'),
          published: ref('excluded.published'),
          identity_verified: ref('excluded.identity_verified'),
          track_record_verified: ref('excluded.track_record_verified'),
          history_cut_at: ref('excluded.history_cut_at'),
          hide: ref('excluded.hide'),
          created_at: ref('excluded.created_at'),
        })),
      )
      .execute();
    await db
      .insertInto('used_slugs')
      .values(some.map(({ slug, type, account_id }) => ({ slug, type, account_id })))
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .execute();
  }
  await replaceMembers(db, entries);
}

async function replaceMembers(db: Transaction<Tables>, entries: readonly Entry[]): Promise<void> {
  const portfolios = entries.flatMap((entry) => (entry.type === 'portfolio' ? [entry] : []));
  for (const some of chunks(portfolios)) {
    const slugs = some.map(({ slug }) => slug);
    await db.deleteFrom('portfolio_members').where('portfolio', 'in', slugs).execute();
  }
  const rows = portfolios.flatMap(({ slug, members }) =>
    members.map((member, position) => ({ portfolio: slug, position, member })),
  );
  for (const some of chunks(rows)) await db.insertInto('portfolio_members').values(some).execute();
}

function toRow(entry: Entry, created_at: string): Insertable<Tables['accounts']> {
  const { slug, type, account_id, owner } = knownOf(entry);
  return {
    slug,
    type,
    account_id,
    owner,
    name: entry.name,
    currency: entry.type === 'portfolio' ? entry.currency : null,
    published: Number(entry.published ?? false),
    identity_verified: Number(entry.verified?.identity ?? false),
    track_record_verified: Number(entry.verified?.track_record ?? false),
    history_cut_at: entry.type === 'account' ? (entry.history_cut_at ?? null) : null,
    hide: (entry.hide ?? []).join(' '),
    created_at,
  };
}

function chunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsPerStatement);
  return Array.from({ length: count }, (_, at) =>
    rows.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement),
  );
}
