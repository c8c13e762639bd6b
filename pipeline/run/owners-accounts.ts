import type { OwnersAccounts } from '../load/owners-accounts.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { RunOptions } from './run-options.ts';

/** Makes the rules of a run for accounts whose owners may send data. */
export const ownersAccounts = (
  { registry, log }: Pick<RunOptions, 'registry' | 'log'>,
  registered: readonly RegistryAccount[],
  remove: OwnersAccounts['remove'],
): OwnersAccounts => ({
  accounts: registered,
  async note(accountIds) {
    await registry.noteOperatorAccounts?.(accountIds);
  },
  remove(database, accountIds) {
    for (const account of accountIds) {
      log.warn(
        'the operator loads this account now: what its owner sent before counts no more; "owner_data": true in the registry brings it back',
        { account },
      );
    }
    return remove(database, accountIds);
  },
});
