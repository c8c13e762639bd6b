import type { Transaction } from 'kysely';
import { chunks } from './chunks.ts';
import { toStored } from './entry-fields.ts';
import { subjectFields } from './fields.ts';
import type { RegistryAccount, RegistryOwner } from './schema.ts';
import { deleteRows, insertRows, replaceRows, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Writes owners that `decide` allowed. Existing ones are replaced. */
export async function upsertOwners(
  db: Transaction<Tables>,
  owners: readonly RegistryOwner[],
): Promise<void> {
  await replaceRows(db, 'owners', 'slug', owners);
}

/** Writes accounts, portfolios and their members. Existing ones are replaced; owners must exist. */
export async function upsertAccounts(
  db: Transaction<Tables>,
  accounts: readonly RegistryAccount[],
): Promise<void> {
  const used = accounts.map(({ slug, type, account_id }) => ({ slug, type, account_id }));
  await releaseCorrectedIds(db, used);
  await replaceRows(db, 'accounts', 'slug', accounts.map(toRow), ['type']);
  await replaceRows(db, 'used_slugs', 'slug', used, ['type']);
  await rememberCuts(db, accounts);
  await replaceMembers(db, accounts);
}

/**
 * Forgets the ids that entries had before they were corrected, with their cuts and what marks
 * cover. So two entries can swap their ids.
 */
async function releaseCorrectedIds(
  db: Transaction<Tables>,
  accounts: readonly Tables['used_slugs'][],
): Promise<void> {
  const idBySlug = new Map(accounts.map(({ slug, account_id }) => [slug, account_id]));
  for (const lot of chunks(accounts)) {
    const slugs = lot.map(({ slug }) => slug);
    const stored = await db
      .selectFrom('accounts')
      .select(['slug', 'account_id'])
      .where('slug', 'in', slugs)
      .execute();
    for (const { slug, account_id } of stored) {
      if (account_id === null || account_id === idBySlug.get(slug)) continue;
      await updateRows(db, 'accounts', { slug }, { account_id: null });
      await deleteRows(db, 'history_cuts', { account_id });
      await deleteRows(db, 'settlements', { entry: slug });
    }
  }
}

async function rememberCuts(
  db: Transaction<Tables>,
  accounts: readonly RegistryAccount[],
): Promise<void> {
  const cuts = accounts.flatMap(({ account_id, history_cut_at }) =>
    account_id === null || history_cut_at === null ? [] : [{ account_id, history_cut_at }],
  );
  await replaceRows(db, 'history_cuts', 'account_id', cuts);
}

async function replaceMembers(
  db: Transaction<Tables>,
  accounts: readonly RegistryAccount[],
): Promise<void> {
  const portfolios = accounts.filter(({ type }) => type === 'portfolio');
  for (const lot of chunks(portfolios)) {
    const slugs = lot.map(({ slug }) => slug);
    await db.deleteFrom('portfolio_members').where('portfolio', 'in', slugs).execute();
  }
  const rows = portfolios.flatMap(({ slug, members }) =>
    members.map((member, position) => ({ portfolio: slug, position, member })),
  );
  await insertRows(db, 'portfolio_members', rows);
}

function toRow(account: RegistryAccount): Tables['accounts'] {
  const { identity, track_record } = account.confirmed;
  return {
    slug: account.slug,
    ...toStored(subjectFields, account),
    identity: identity && JSON.stringify(identity),
    track_record: track_record && JSON.stringify(track_record),
    track_record_version: account.mark_version,
  };
}
