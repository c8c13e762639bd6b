import { CommandError } from '../base/errors.ts';
import { recordChanges } from './audit.ts';
import type { Registry } from './registry.ts';

/** Delivery that was withdrawn, as the audit trail names it. */
interface WithdrawnDelivery {
  readonly receipt: string;
  readonly account_id: string;
  readonly source: string;
  readonly received_at: string;
  readonly accepted: number;
}

/** Returns true if the operator's files have rows of an account. */
export async function isLoadedByOperator(
  { store }: Pick<Registry, 'store'>,
  accountId: string,
): Promise<boolean> {
  const loaded = await store.db
    .selectFrom('operator_accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return loaded !== undefined;
}

/**
 * Throws a CommandError if the operator loads an account. Its rows in the operator's files are not
 * read again by the next run, so nothing could be loaded in place of what is withdrawn.
 */
export async function refuseOperatorAccount(
  registry: Pick<Registry, 'store'>,
  accountId: string,
): Promise<void> {
  if (!(await isLoadedByOperator(registry, accountId))) return;
  throw new CommandError(
    `the operator's files have rows of ${accountId} too, so nothing was withdrawn; set "owner_data": false in its registry entry and run with --rebuild`,
  );
}

/** Enters in the audit trail that a delivery was withdrawn, once. */
export async function noteWithdrawn(
  { store, clock }: Registry,
  { receipt, account_id, source, received_at, accepted }: WithdrawnDelivery,
  actor: string,
): Promise<void> {
  const field = `deliveries.${receipt}`;
  await store.write(async (db) => {
    const account = await db
      .selectFrom('accounts')
      .select('slug')
      .where('account_id', '=', account_id)
      .executeTakeFirst();
    if (account === undefined) return;
    const known = await db
      .selectFrom('audit_trail')
      .select('number')
      .where('entry', '=', account.slug)
      .where('field', '=', field)
      .executeTakeFirst();
    if (known !== undefined) return;
    const from = { source, received_at, accepted };
    const change = { kind: 'account', entry: account.slug, field, from, to: null } as const;
    await recordChanges(db, [{ ...change, shows: null }], actor, clock());
  });
}
