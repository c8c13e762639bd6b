import type { OwnersAccounts } from '../load/owners-accounts.ts';
import type { Registered } from './registered.ts';
import type { RunOptions } from './run-options.ts';

/** Makes the rules of a run for accounts whose owners may send data. */
export const ownersAccounts = (
  { registry, log }: Pick<RunOptions, 'registry' | 'log'>,
  registered: Pick<Registered, 'accounts'>,
  remove: OwnersAccounts['remove'],
): OwnersAccounts => ({
  accounts: () => registered.accounts(),
  async note(accountIds) {
    await registry.noteOperatorAccounts?.(accountIds);
  },
  async noteSent(accountIds) {
    await registry.noteAccountsWithData?.(accountIds);
  },
  remove(database, accountIds) {
    for (const account of accountIds) {
      log.warn(
        'the operator loads this account now, so data from its owner no longer counts; to use it again, set "owner_data": true in the registry',
        { account },
      );
    }
    return remove(database, accountIds);
  },
});
