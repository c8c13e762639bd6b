import type { Insertable, Transaction } from 'kysely';
import { chunks } from './chunks.ts';
import type { RegistryAccount, RegistryOwner, Tables } from './schema.ts';

/** Writes owners that `decide` allowed. Existing ones are replaced. */
export async function upsertOwners(
  db: Transaction<Tables>,
  owners: readonly RegistryOwner[],
): Promise<void> {
  for (const lot of chunks(owners)) {
    await db
      .insertInto('owners')
      .values(lot)
      .onConflict((conflict) =>
        conflict.column('slug').doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          plan: ref('excluded.plan'),
          plan_until: ref('excluded.plan_until'),
          role: ref('excluded.role'),
        })),
      )
      .execute();
  }
}

/** Writes accounts, portfolios and their members. Existing ones are replaced; owners must exist. */
export async function upsertAccounts(
  db: Transaction<Tables>,
  accounts: readonly RegistryAccount[],
): Promise<void> {
  for (const lot of chunks(accounts)) {
    await db
      .insertInto('accounts')
      .values(lot.map(toRow))
      .onConflict((conflict) =>
        conflict.column('slug').doUpdateSet(({ ref }) => ({
          owner: ref('excluded.owner'),
          name: ref('excluded.name'),
          currency: ref('excluded.currency'),
          benchmark: ref('excluded.benchmark'),
          owner_data: ref('excluded.owner_data'),
          show_trades_on_page: ref('excluded.show_trades_on_page'),
          timezone: ref('excluded.timezone'),
          statement_currency: ref('excluded.statement_currency'),
          statement_type: ref('excluded.statement_type'),
          published: ref('excluded.published'),
          identity_verified: ref('excluded.identity_verified'),
          identity_by: ref('excluded.identity_by'),
          identity_at: ref('excluded.identity_at'),
          identity_how: ref('excluded.identity_how'),
          track_record_verified: ref('excluded.track_record_verified'),
          track_record_by: ref('excluded.track_record_by'),
          track_record_at: ref('excluded.track_record_at'),
          track_record_how: ref('excluded.track_record_how'),
          history_cut_at: ref('excluded.history_cut_at'),
          hide: ref('excluded.hide'),
          created_at: ref('excluded.created_at'),
        })),
      )
      .execute();
    await db
      .insertInto('used_slugs')
      .values(lot.map(({ slug, type, account_id }) => ({ slug, type, account_id })))
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .execute();
  }
  await rememberCuts(db, accounts);
  await replaceMembers(db, accounts);
}

async function rememberCuts(
  db: Transaction<Tables>,
  accounts: readonly RegistryAccount[],
): Promise<void> {
  const cuts = accounts.flatMap(({ account_id, history_cut_at }) =>
    account_id === null || history_cut_at === null ? [] : [{ account_id, history_cut_at }],
  );
  for (const lot of chunks(cuts)) {
    await db
      .insertInto('history_cuts')
      .values(lot)
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet(({ ref }) => ({ history_cut_at: ref('excluded.history_cut_at') })),
      )
      .execute();
  }
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
  for (const lot of chunks(rows)) await db.insertInto('portfolio_members').values(lot).execute();
}

function toRow(account: RegistryAccount): Insertable<Tables['accounts']> {
  const { slug, type, account_id, owner, name, currency, history_cut_at, created_at } = account;
  const { identity, track_record } = account.confirmed;
  return {
    slug,
    type,
    account_id,
    owner,
    name,
    currency,
    benchmark: account.benchmark,
    owner_data: Number(account.owner_data),
    show_trades_on_page: Number(account.show_trades_on_page),
    timezone: account.timezone,
    statement_currency: account.statement_currency,
    statement_type: account.statement_type,
    published: Number(account.published),
    identity_verified: Number(identity !== null),
    identity_by: identity?.by ?? null,
    identity_at: identity?.at ?? null,
    identity_how: identity?.how ?? null,
    track_record_verified: Number(track_record !== null),
    track_record_by: track_record?.by ?? null,
    track_record_at: track_record?.at ?? null,
    track_record_how: track_record?.how ?? null,
    history_cut_at,
    hide: account.hide.join(' '),
    created_at,
  };
}
