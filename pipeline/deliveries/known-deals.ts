import type { Kysely } from 'kysely';
import type { TerminalContent } from './deals/terminal.ts';
import type { DeliveryTables } from './schema.ts';

/** Deals that one query notes. */
const dealsAtOnce = 5_000;

/** Notes the terminal of an account, and the tickets of its deals. */
export async function noteTerminal(
  db: Kysely<DeliveryTables>,
  accountId: string,
  { account, deals }: TerminalContent,
): Promise<void> {
  await db
    .insertInto('terminals')
    .values({ account_id: accountId, account: JSON.stringify(account), gmt: account.gmt })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((eb) => ({ account: eb.ref('excluded.account'), gmt: eb.ref('excluded.gmt') }))
        .whereRef('excluded.gmt', '>=', 'terminals.gmt'),
    )
    .execute();
  const all = [...new Map(deals.map(({ ticket, time }) => [ticket, time]))];
  for (let from = 0; from < all.length; from += dealsAtOnce) {
    const some = all.slice(from, from + dealsAtOnce);
    await db
      .insertInto('known_deals')
      .values(some.map(([ticket, time]) => ({ account_id: accountId, ticket, time })))
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'ticket'])
          .doUpdateSet((eb) => ({ time: eb.ref('excluded.time') })),
      )
      .execute();
  }
}
