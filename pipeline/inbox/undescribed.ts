import { existsSync } from 'node:fs';
import type { InboxDirectory } from '../base/data-directory.ts';
import type { KeptRefusals } from './refused.ts';
import { change, withInbox } from './store.ts';

/** Condition of sendings that `refuseUndescribed` refused; of those refused otherwise, no row is kept. */
export const isUndescribed = "state = 'refused' and accepted > 0";

/** 1 where the last rejection of a sending is the one that `refuseUndescribed` adds, else 0. */
export const tellsUndescribed = `coalesce(rejected ->> '$[#-1].row' = 0
  and rejected ->> '$[#-1].table' = 'accounts', 0)`;

/**
 * Refuses what was loaded of accounts that aren't known because the row of `accounts` that would
 * describe them was refused, such as for its currency. The rows stay, and count once such a row is
 * taken. Accounts of which no such row came yet stay as they are.
 */
export async function refuseUndescribed(
  { database }: InboxDirectory,
  isKnown: (accountId: string) => boolean,
  byRuns: Pick<KeptRefusals, 'of'>,
): Promise<void> {
  if (!existsSync(database)) return;
  const ids = loadedAccounts(database).filter((id) => !isKnown(id));
  if (ids.length === 0) return;
  const reasons = await reasonsOf(database, ids, byRuns);
  if (reasons.size === 0) return;
  change(database, (inbox) => {
    // One that another machine told of already says it.
    const refuse = inbox.prepare(`update sendings set state = 'refused',
        rejected = iif(${tellsUndescribed}, rejected, json_insert(rejected, '$[#]', json(?))),
        rejected_count = rejected_count + 1 - ${tellsUndescribed}
      where state = 'loaded' and accepted > 0 and account_id = ?`);
    for (const [id, reason] of reasons) {
      const rejection = { table: 'accounts', row: 0, reason: undescribedReason(reason) };
      refuse.run(JSON.stringify(rejection), id);
    }
  });
}

/** Tells owners why an account has no figures, and what to do, given why its row was refused. */
export const undescribedReason = (reason: string): string =>
  `The row of accounts that describes this account was refused (${reason}), so it has no figures. Send that row again as it should be; the other rows are kept and count then.`;

const loadedAccounts = (database: string): string[] =>
  withInbox(database, (inbox) =>
    inbox.prepare("select distinct account_id from sendings where state = 'loaded'").all(),
  ).map((row) => (row as { account_id: string }).account_id);

/** Why the newest row of `accounts` of each was refused, as it came in or by a run. */
async function reasonsOf(
  database: string,
  ids: readonly string[],
  byRuns: Pick<KeptRefusals, 'of'>,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for (const [id, { rows }] of await byRuns.of(ids)) {
    const refused = rows.find(({ table }) => table === 'accounts');
    if (refused) reasons.set(id, refused.reason);
  }
  const sent = withInbox(database, (inbox) =>
    inbox
      .prepare(
        `select account_id, rejection.value ->> 'reason' as reason
          from sendings, json_each(sendings.rejected) as rejection
          where state <> 'published' and rejected_count > 0
            and rejection.value ->> 'table' = 'accounts' and rejection.value ->> 'row' > 0
            and account_id in (select value from json_each(?))
          order by number`,
      )
      .all(JSON.stringify(ids)),
  ) as { account_id: string; reason: string }[];
  for (const { account_id, reason } of sent) reasons.set(account_id, reason);
  return reasons;
}
